import PredicateSemantics
import PredicateSyntax

/// Passes the kernels of a regular expression that is equivalent to strings to the visitor. A text matches the expression
/// if it passes one of them. With options that fold, they are valid only for texts of ASCII.
package func withPatternKernels<Visitor: ByteKernelVisitor>(
  _ strings: PatternStrings, options: FormatStringOptions, store: KernelMemory, _ visitor: Visitor
) -> [Visitor.Result] {
  // Folding changes only the case of ASCII.
  let options = options.intersection(.caseInsensitive)
  let caseBit = options.isEmpty ? 0 : repeated(0x20)
  var results: [Visitor.Result] = []
  if strings.exact.count == 1, strings.exact[0] != "" {
    results.append(withTextKernel(.equal, needle: strings.exact[0], options: options, store: store, visitor))
  } else if !strings.exact.isEmpty {
    results.append(withSetKernel(strings.exact, options: options, store: store, visitor))
  }
  for (ends, test, atEnd) in [(strings.prefixes, TextTest.beginsWith, false), (strings.suffixes, .endsWith, true)] {
    if ends.count == 1 {
      results.append(withTextKernel(test, needle: ends[0], options: options, store: store, visitor))
    } else if !ends.isEmpty {
      results.append(visitor.visit(EndSet(ends, atEnd: atEnd, caseBit: caseBit, store)))
    }
  }
  for pattern in strings.patterns {
    results.append(withTextKernel(.like, needle: pattern, options: options, store: store, visitor))
  }
  return results
}
