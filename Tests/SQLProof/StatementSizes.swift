import PredicateFormat
import PredicateSQL
import ProofSupport

/// `sqlproof --sizes`: the sizes of the statements of random predicates, and the share of predicates that leave a residual predicate,
/// for every dialect.
struct StatementSizes {
  var seed: UInt64
  var numbers: Range<Int>
  var isOfDecimals: Bool
  var isUnfolded: Bool

  /// Prints a table, with a line for each dialect.
  func run() throws {
    print("seed \(seed): \(numbers.count) predicates")
    print("| dialect | bytes, median | p90 | greatest | leave a residual | refused |")
    print("|---|--:|--:|--:|--:|--:|")
    for dialect in DatabaseDialect.all { print(try line(dialect)) }
  }

  private func line(_ dialect: DatabaseDialect) throws -> String {
    var proof = try Proof(ProofEngine(dialect), seed: seed, ofDecimals: isOfDecimals)
    proof.hasFoldedColumns = !isUnfolded
    var sizes: [Int] = []
    var (asked, residuals, refused) = (0, 0, 0)
    for number in numbers {
      let statement: TranslatedStatement?
      // A predicate that does not fit the model is not counted.
      do throws(FormatError) { statement = try proof.translated(number) } catch { continue }
      asked += 1
      if let statement { sizes.append(statement.text.utf8.count) } else { refused += 1 }
      if statement?.residual != nil { residuals += 1 }
    }
    sizes.sort()
    func size(at share: Double) -> Int { sizes.isEmpty ? 0 : sizes[Int(Double(sizes.count - 1) * share)] }
    func percent(_ count: Int) -> String {
      let hundredths = asked == 0 ? 0 : (count * 10_000 + asked / 2) / asked
      return "\(count) (\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10) %)"
    }
    return "| \(dialect.name) | \(size(at: 0.5)) | \(size(at: 0.9)) | \(size(at: 1)) | \(percent(residuals)) "
      + "| \(percent(refused)) |"
  }
}
