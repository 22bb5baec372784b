import PredicateSemantics
import PredicateSyntax

/// Passes the kernel of a test with a constant needle to the visitor.
///
/// The function is inlined, so that `visit` is specialized for each kernel. The store must outlive the kernel.
@inline(__always)
package func withTextKernel<Visitor: ByteKernelVisitor>(
  _ test: TextTest, needle: String, options: StringOptions, store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  switch TextPlan(test, needle, options) {
  case .constant(let answer):
    return visitor.visit(ConstantKernel(answer: answer))
  case .definition(let test, let needle):
    return visitor.visit(DefinedTest(test, needle, options, store))
  case .plain(.equal, let needle):
    return unsafe visitor.visit(EqualBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.beginsWith, let needle):
    return unsafe visitor.visit(PrefixBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.endsWith, let needle):
    return unsafe visitor.visit(SuffixBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.contains, let needle):
    return unsafe needle.count == 1
      ? visitor.visit(ByteInBytes(needle[0])) : visitor.visit(SubstringBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.like, let program):
    let prefix = unsafe NeedleProbe(store.bytes(Array(program.prefix { $0 < LikePattern.anyRun })))
    let suffix = unsafe NeedleProbe(store.bytes(program.reversed().prefix { $0 < LikePattern.anyRun }.reversed()))
    let ends = PrefixAndSuffixBytes(prefix: prefix, suffix: suffix, store)
    return unsafe visitor.visit(LikeBytes(program: LikeProgram(store.bytes(program)), ends: ends))
  case .plainEnds(let prefix, let suffix):
    let prefix = unsafe NeedleProbe(store.bytes(prefix))
    return unsafe visitor.visit(PrefixAndSuffixBytes(prefix: prefix, suffix: NeedleProbe(store.bytes(suffix)), store))
  case .beyondASCII(let test, let needle):
    let emptyAnswer = test == .equal && needle.isEmpty
    return visitor.visit(DefinedTest(test, needle, options, store, emptyAnswer: emptyAnswer))
  case .ascii(let test, let needle):
    let bytes = unsafe store.bytes(needle)
    let fallback = unsafe FoldingFallback(test, bytes, options, store)
    let probe = unsafe FoldedProbe(bytes, caseBit: fallback.caseBit)
    let none = FoldedProbe.empty(caseBit: fallback.caseBit)
    switch test {
    case .equal: return visitor.visit(FoldedEqual(probe, fallback))
    case .beginsWith: return visitor.visit(FoldedPrefixAndSuffix(prefix: probe, suffix: none, fallback: fallback))
    case .endsWith: return visitor.visit(FoldedPrefixAndSuffix(prefix: none, suffix: probe, fallback: fallback))
    case .contains where needle.count == 1: return visitor.visit(FoldedByteInBytes(needle[0], fallback))
    case .contains: return visitor.visit(FoldedSubstring(probe, fallback))
    case .like: return unsafe visitor.visit(FoldedLike(program: LikeProgram(bytes), fallback: fallback))
    }
  case .asciiEnds(let prefix, let suffix, let program):
    let fallback = unsafe FoldingFallback(.like, store.bytes(program), options, store)
    let first = unsafe FoldedProbe(store.bytes(prefix), caseBit: fallback.caseBit)
    let second = unsafe FoldedProbe(store.bytes(suffix), caseBit: fallback.caseBit)
    return visitor.visit(FoldedPrefixAndSuffix(prefix: first, suffix: second, fallback: fallback))
  }
}

/// The simplest equivalent of a test with a constant needle. LIKE may become another test.
enum TextPlan {
  case constant(Bool)
  /// A test that has no kernel, with its folded needle.
  case definition(TextTest, [UInt8])
  /// Unfolded bytes. For LIKE, the needle is a program.
  case plain(TextTest, [UInt8])
  case plainEnds([UInt8], [UInt8])
  /// A folded test with a needle that is ASCII and not empty.
  case ascii(TextTest, [UInt8])
  case asciiEnds([UInt8], [UInt8], program: [UInt8])
  /// A folded test that no ASCII string passes unless it is empty.
  case beyondASCII(TextTest, [UInt8])

  init(_ test: TextTest, _ needle: String, _ options: StringOptions) {
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
    case .prefixAndSuffix(let prefix, let suffix):
      if !options.folds {
        self = .plainEnds(prefix, suffix)
      } else if (prefix + suffix).allSatisfy({ $0 < 0x80 }) {
        self = .asciiEnds(prefix, suffix, program: pattern.program)
      } else {
        self = .beyondASCII(.like, pattern.program)
      }
    case .general: self.init(.like, pattern.program, folds: options.folds)
    }
  }

  private init(_ test: TextTest, _ needle: [UInt8], folds: Bool) {
    if needle.isEmpty && test != .equal {
      self = .constant(false)
    } else if folds && !Self.isASCII(needle, test) {
      self = .beyondASCII(test, needle)
    } else if test == .contains && needle.count > DefinedTest.maximumLengthOfOthers {
      self = .definition(.contains, needle)
    } else {
      self = folds ? .ascii(test, needle) : .plain(test, needle)
    }
  }

  /// Returns whether a needle is ASCII and not empty. The wildcards of LIKE do not count.
  private static func isASCII(_ needle: [UInt8], _ test: TextTest) -> Bool {
    !needle.isEmpty && needle.allSatisfy { $0 < 0x80 || test == .like && $0 >= LikePattern.anyRun }
  }
}
