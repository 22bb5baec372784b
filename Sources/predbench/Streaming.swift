import Foundation
import PredicateFormat
import PredicateSQLite
import Synchronization

/// `predbench stream`: the time and memory to read nearly all rows of a large SQLite table in batches, compared with a plain
/// loop over the same statement's rows.
enum Streaming {
  /// The maximum peak memory of the process, in megabytes.
  private static let most = 50.0

  private static func model() throws(PredicateModelError) -> PredicateModel {
    try PredicateModel([
      .init(
        "Word", table: "word",
        attributes: [
          .init("text", .string, isNullable: false), .init("length", .integer16, isNullable: false),
          .init("weight", .double),
        ])
    ])
  }

  /// The result of one way of reading.
  private struct Reading {
    var rows = 0
    var lengths: Int64 = 0
    var seconds = 0.0

    mutating func add(_ length: FormatValue) {
      rows += 1
      if case .integer(let length) = length { lengths += length }
    }
  }

  /// Creates the table, reads it both ways and prints the times.
  static func run(rows: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("words.db").path
    try make(rows: rows, at: path)
    let request = PredicateFetchRequest(try FormatPredicate("length > 1"), of: "Word")
    let before = Machine.peakMemory
    let stream = try waiting { try await batches(of: request, in: path) }
    let after = Machine.peakMemory
    let loop = try bare(request, in: path)
    guard stream.rows == loop.rows, stream.lengths == loop.lengths else {
      throw WrongAnswer(workload: "stream", contestant: "batches", found: stream.rows, expected: loop.rows)
    }
    show("A table of \(rows) rows, of which those with `length > 1` are read. Times are processor time.\n")
    show("| | rows | s | ns a row |\n|---|--:|--:|--:|")
    for (name, reading) in [("`SQLiteStore.batches(of:in:model:)`", stream), ("bare `SQLiteCursor`", loop)] {
      let time = reading.seconds / Double(max(1, reading.rows)) * 1e9
      show("| \(name) | \(reading.rows) | \(String(format: "%.1f", reading.seconds)) | \(Int(time.rounded())) |")
    }
    guard let before, let after else { return show("\nThe system does not report the memory of a process.") }
    let figures = [before, after].map { String(format: "%.1f MB", $0) }
    show("\nThe peak memory of the process: \(figures[0]) before the batches, \(figures[1]) after.")
    if after > most { stop("the batches took more than \(most) MB") }
  }

  private static func make(rows: Int, at path: String) throws {
    let connection = try SQLiteDatabaseConnection(.readWrite(path))
    // The file is temporary, so it does not need to survive a crash.
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute("CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL, length INTEGER, weight REAL)")
    try connection.execute(
      """
      INSERT INTO word WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < \(rows)) \
      SELECT id, 'word ' || id, 1 + id % 28, id * 0.5 FROM n
      """)
  }

  private static func batches(of request: PredicateFetchRequest, in path: String) async throws -> Reading {
    var reading = Reading()
    let batches = try SQLiteStore.batches(of: request, in: .readOnly(path), model: try model())
    let start = processTime
    for try await batch in batches {
      for object in batch.items { reading.add(object["length"]) }
    }
    reading.seconds = processTime - start
    return reading
  }

  private static func bare(_ request: PredicateFetchRequest, in path: String) throws -> Reading {
    var reading = Reading()
    let fetch = try SQLTranslator(.sqlite, model: try model(), entity: "Word").fetch(request, .objects)
    let start = processTime
    let cursor = try SQLiteDatabaseConnection(.readOnly(path)).rows(of: fetch.statement)
    while let row = try cursor.next() { reading.add(row[2]) }
    reading.seconds = processTime - start
    return reading
  }

  private final class Answer<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
  }

  /// Waits for asynchronous work to finish on other threads.
  private static func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let (done, result) = (DispatchSemaphore(value: 0), Answer<Value>())
    Task.detached {
      do {
        let value = try await work()
        result.value.withLock { $0 = .success(value) }
      } catch {
        result.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try result.value.withLock { $0 }.get()
  }

  /// The CPU time of the process so far, on all threads, in seconds.
  private static var processTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
