import Foundation
import PredicateFormat
import PredicateSQL
import Testing

/// Dates that are stored as seconds since 1970.
struct UnixSecondsTests {
  private func translator() throws -> SQLTranslator {
    let entity = PredicateModel.Entity("Event", attributes: [.init("time", .date(.unixSeconds))])
    return try SQLTranslator(.sqlite, model: PredicateModel([entity]), entity: "Event")
  }

  @Test(
    "a date is set to the nearest number of seconds, also where several numbers are the same date",
    arguments: [0, 0.25, -0.25, 157_766_400, 300_000_000, -978_307_200, 978_307_200, 1_700_000_000.5, -62_135_596_800])
  func assignment(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let statement = try translator().update(["time": date])
    #expect(statement.parameters.map(\.value) == [.double(date.timeIntervalSince1970)])
  }

  @Test("a date between two stored numbers cannot be set")
  func tooFine() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1e-9)
    #expect(throws: FormatError.self) { try translator().update(["time": date]) }
  }
}
