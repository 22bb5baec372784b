import PredicateSyntax

/// Checks that bytes are either a predicate or errors, and either an expression or errors.
struct ParseFuzzer: Fuzzer {
  mutating func run(_ bytes: [UInt8]) -> String? {
    wrongWithPredicate(bytes) ?? wrongWithExpression(bytes)
  }

  private func wrongWithPredicate(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let parsed = try FormatPredicate.template(utf8: bytes)
      let (lossless, canonical) = (parsed.losslessFormat, parsed.format)
      guard let again = try? FormatPredicate.template(lossless), again == parsed else {
        return "the lossless print parses to another tree: \(lossless)"
      }
      // The parentheses of the canonical form may exceed the height limit.
      if parsed.height < 50, (try? FormatPredicate.template(canonical))?.format != canonical {
        return "the canonical print is printed differently: \(canonical)"
      }
      _ = (parsed.conversions, parsed.variables, parsed.keyPaths)
      return nil
    } catch {
      return Self.wrong(with: error, bytes)
    }
  }

  private func wrongWithExpression(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let parsed = try FormatExpression.template(utf8: bytes)
      let lossless = parsed.losslessFormat
      guard let again = try? FormatExpression.template(lossless), again == parsed else {
        return "the lossless print parses to another tree: \(lossless)"
      }
      return nil
    } catch {
      return Self.wrong(with: error, bytes)
    }
  }

  /// Returns an error message unless there is a finding and all ranges are inside the text.
  private static func wrong(with error: FormatError, _ bytes: [UInt8]) -> String? {
    if !error.diagnostics.contains(where: { $0.severity == .error }) { return "an error without a diagnostic" }
    let length = bytes.count
    // Rendering takes most of the time, so only one text in eight renders all its findings. The others render the first.
    let rendersAll = bytes.reduce(0, &+) % 8 == 0
    for (index, finding) in error.diagnostics.enumerated() {
      let ranges = [finding.range] + finding.labels.map(\.range) + finding.fixIts.map(\.range)
      for range in ranges where range.start > range.end || range.end > length {
        return "\(finding.code.rawValue) is at \(range) of \(length) bytes"
      }
      if index > 0, !rendersAll { continue }
      if finding.rendered(in: error.source, color: true).isEmpty { return "\(finding.code.rawValue) has no text" }
    }
    return nil
  }
}
