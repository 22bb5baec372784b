import PredicateSemantics
import PredicateSyntax

/// Passes the kernel of a test with a constant needle to the visitor. The store must outlive the kernel.
package func withTextKernel<Visitor: ByteKernelVisitor>(
  _ test: TextTest, needle: String, options: FormatStringOptions, store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  switch TextPlan(test, needle, options) {
  case .constant(let answer): return visitor.visit(ConstantKernel(answer: answer))
  case .definition(let test, let needle, let emptyAnswer):
    return visitor.visit(DefinedTest(test, needle, options, store, emptyAnswer: emptyAnswer))
  case .affix(let test, let needle): return withAffix(test, needle, options, store, visitor)
  case .contains(let needle):
    let bytes = unsafe store.bytes(needle)
    if options.folds {
      let letters = unsafe Folded(.contains, bytes, options, store)
      return unsafe bytes.count == 1
        ? visitor.visit(ContainsByte(bytes[0], letters)) : visitor.visit(Contains(bytes, letters))
    }
    return unsafe bytes.count == 1
      ? visitor.visit(ContainsByte(bytes[0], Exact())) : visitor.visit(Contains(bytes, Exact()))
  case .like(let program): return withLike(program, options, store, visitor)
  }
}

/// Passes the kernel of a plan's `affix` to the visitor.
@inline(__always)
func withAffix<Visitor: ByteKernelVisitor>(
  _ test: TextTest, _ needle: [UInt8], _ options: FormatStringOptions, _ store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  let bytes = unsafe store.bytes(needle)
  return unsafe options.folds
    ? visitor.visit(Affix(test, bytes, Folded(test, bytes, options, store)))
    : visitor.visit(Affix(test, bytes, Exact()))
}

/// Passes the kernel of a plan's `like` to the visitor.
@inline(__always)
func withLike<Visitor: ByteKernelVisitor>(
  _ program: [UInt8], _ options: FormatStringOptions, _ store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  let bytes = unsafe store.bytes(program)
  return unsafe options.folds
    ? visitor.visit(Like(bytes, Folded(.like, bytes, options, store))) : visitor.visit(Like(bytes, Exact()))
}

/// The simplest equivalent of a test with a constant needle, which is folded if the options fold. LIKE may become another test.
enum TextPlan {
  case constant(Bool)
  /// A test that has no kernel. If the last value is not `nil`, it is the answer for the empty string, and no other string of
  /// ASCII passes.
  case definition(TextTest, [UInt8], emptyAnswer: Bool?)
  /// `==`, BEGINSWITH, ENDSWITH, or LIKE with the program of a pattern such as `b*ball`. Here and below, a needle to fold is
  /// ASCII and not empty.
  case affix(TextTest, [UInt8])
  case contains([UInt8])
  /// LIKE with a program.
  case like([UInt8])

  init(_ test: TextTest, _ needle: String, _ options: FormatStringOptions) {
    if test != .like {
      self.init(test, Array(folded(needle, options).utf8), folds: options.folds)
      return
    }
    let pattern = LikePattern(needle, options)
    switch pattern.shape {
    case .nothing: self = .constant(false)
    case .anything: self = .constant(true)
    case .exact(let text): self.init(.equal, text, folds: options.folds)
    case .prefix(let text): self.init(.beginsWith, text, folds: options.folds)
    case .suffix(let text): self.init(.endsWith, text, folds: options.folds)
    case .substring(let text): self.init(.contains, text, folds: options.folds)
    case .prefixAndSuffix:
      self.init(.like, pattern.program, folds: options.folds)
      if case .like(let program) = self { self = .affix(.like, program) }
    case .general: self.init(.like, pattern.program, folds: options.folds)
    }
  }

  private init(_ test: TextTest, _ needle: [UInt8], folds: Bool) {
    // The wildcards of LIKE do not count.
    let isASCII = needle.allSatisfy { $0 < 0x80 || test == .like && $0 >= LikePattern.anyRun }
    if needle.isEmpty && test != .equal {
      self = .constant(false)
    } else if folds && (needle.isEmpty || !isASCII) {
      self = .definition(test, needle, emptyAnswer: needle.isEmpty)
    } else if test == .contains && needle.count > DefinedTest.maximumLengthOfOthers {
      self = .definition(.contains, needle, emptyAnswer: nil)
    } else {
      self = test == .contains ? .contains(needle) : test == .like ? .like(needle) : .affix(test, needle)
    }
  }
}
