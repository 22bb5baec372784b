import Foundation
import PredicateFormat
import Testing

#if canImport(Glibc)
import Glibc

private struct Job: Sendable {
  let kind: idtype_t
  let maybe: idtype_t?
  let kinds: [idtype_t]

  init(_ kind: idtype_t) {
    self.kind = kind
    maybe = kind == P_ALL ? nil : kind
    kinds = [kind, P_PGID]
  }
}

// Nothing here may need the conformance of `idtype_t` to `RawRepresentable`: the compiler would then add it to the program.
@Suite("Enumerations of C")
struct ImportedEnumTests {
  private static let jobs = [P_ALL, P_PID, P_PGID].map { Job($0) }

  @Test("they are read as their raw values")
  func rawValues() throws {
    for (format, expected) in [
      ("kind == 1", [1]), ("kind == %@", [1]), ("kind > 0", [1, 2]), ("kind IN {0, 2}", [0, 2]), ("maybe == nil", [0]),
      ("maybe == 2", [2]), ("kinds CONTAINS 1", [1]), ("ANY kinds == 0", [0]), ("kinds.@max.#self == 2", [0, 1, 2]),
      ("kind + 1 == 2", [1]), ("kind != 1", [0, 2]),
    ] {
      let arguments: [(any FormatArgument)?] = format.contains("%@") ? [P_PID.rawValue] : []
      let predicate = try FormatPredicate(format, arguments: arguments)
      #expect(try Self.jobs.indices(matching: predicate) == expected, "\(format)")
      #expect(try (Self.jobs as [Any]).indices(matching: predicate) == expected, "\(format) in [Any]")
    }
    let predicate = try FormatPredicate("kind >= 1")
    #expect(try PredicateColumns(Self.jobs, keys: ["kind"]).indices(matching: predicate) == [1, 2])
    let rows: [[String: Any]] = Self.jobs.map { ["kind": $0.kind] }
    #expect(try rows.indices(matching: predicate) == [1, 2])
    #expect(try [P_ALL, P_PID].indices(matching: FormatPredicate("SELF == 1")) == [1])
    #expect(try Self.jobs.sorted(by: .descending("kind")).map(\.kind.rawValue) == [2, 1, 0])
    #expect(
      try (Self.jobs as [Any]).sorted(by: .descending("kind")).map { ($0 as? Job)?.kind } == [P_PGID, P_PID, P_ALL])
    #expect(try FormatExpression("kind").value(with: Job(P_PID)) == .integer(1))
    #expect(try FormatValue(any: P_PID) == .integer(1))
  }

  @Test("other structs of C keep their keys")
  func structs() throws {
    var time = tm()
    time.tm_year = 126
    #expect(try FormatPredicate("tm_year == 126").evaluate(with: time))
    #expect(try FormatPredicate("tv_sec == 5").evaluate(with: timespec(tv_sec: 5, tv_nsec: 1)))
  }
}
#endif
