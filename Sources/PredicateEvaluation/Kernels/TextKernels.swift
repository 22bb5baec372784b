import PredicateModel
import PredicateSyntax

/// Passes the kernel of a test with a constant needle to the visitor.
///
/// The function is inlined, so that `visit` is specialized for each kernel. The store must outlive the kernel.
@inline(__always)
package func withTextKernel<Visitor: ByteKernelVisitor>(
  _ test: TextTest, needle: String, options: StringOptions, store: NeedleStore, _ visitor: Visitor
) -> Visitor.Result {
  switch TextPlan(test, needle, options) {
  case .constant(let answer):
    return visitor.visit(ConstantKernel(answer: answer))
  case .plain(.equal, let needle):
    return visitor.visit(EqualBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.beginsWith, let needle):
    return visitor.visit(PrefixBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.endsWith, let needle):
    return visitor.visit(SuffixBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.contains, let needle) where needle.count == 1:
    return visitor.visit(ByteInBytes(needle[0]))
  case .plain(.contains, let needle) where needle.count > LongSubstring.leastLength:
    return visitor.visit(LongSubstring(side: FoldedSide(.contains, store.bytes(needle), [], store)))
  case .plain(.contains, let needle):
    return visitor.visit(SubstringBytes(NeedleProbe(store.bytes(needle))))
  case .plain(.like, let program):
    let prefix = NeedleProbe(store.bytes(Array(program.prefix { $0 < LikePattern.anyRun })))
    let suffix = NeedleProbe(store.bytes(program.reversed().prefix { $0 < LikePattern.anyRun }.reversed()))
    let ends = PrefixAndSuffixBytes(prefix: prefix, suffix: suffix, store)
    return visitor.visit(LikeBytes(program: LikeProgram(store.bytes(program)), ends: ends))
  case .plainEnds(let prefix, let suffix):
    let prefix = NeedleProbe(store.bytes(prefix))
    return visitor.visit(PrefixAndSuffixBytes(prefix: prefix, suffix: NeedleProbe(store.bytes(suffix)), store))
  case .beyondASCII(let test, let needle):
    let side = FoldedSide(test, store.bytes(needle), options, store)
    return visitor.visit(FoldedBeyondASCII(side: side, emptyAnswer: test == .equal && needle.isEmpty))
  case .ascii(let test, let needle):
    let bytes = store.bytes(needle)
    let side = FoldedSide(test, bytes, options, store)
    let probe = FoldedProbe(bytes, caseBit: side.caseBit)
    switch test {
    case .equal: return visitor.visit(FoldedEqual(probe, side))
    case .beginsWith: return visitor.visit(FoldedPrefix(needle: probe, side: side))
    case .endsWith: return visitor.visit(FoldedSuffix(needle: probe, side: side))
    case .contains where needle.count == 1: return visitor.visit(FoldedByteInBytes(needle[0], side))
    case .contains where needle.count > LongSubstring.leastLength: return visitor.visit(LongSubstring(side: side))
    case .contains: return visitor.visit(FoldedSubstring(probe, side))
    case .like: return visitor.visit(FoldedLike(program: LikeProgram(bytes), side: side))
    }
  case .asciiEnds(let prefix, let suffix, let program):
    let side = FoldedSide(.like, store.bytes(program), options, store)
    let first = FoldedProbe(store.bytes(prefix), caseBit: side.caseBit)
    let second = FoldedProbe(store.bytes(suffix), caseBit: side.caseBit)
    return visitor.visit(FoldedPrefixAndSuffix(prefix: first, suffix: second, side: side))
  }
}

/// The simplest equivalent of a test with a constant needle. LIKE may become another test.
enum TextPlan {
  case constant(Bool)
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
    } else if !folds {
      self = .plain(test, needle)
    } else if !needle.isEmpty && needle.allSatisfy({ $0 < 0x80 || test == .like && $0 >= LikePattern.anyRun }) {
      self = .ascii(test, needle)
    } else {
      self = .beyondASCII(test, needle)
    }
  }
}
