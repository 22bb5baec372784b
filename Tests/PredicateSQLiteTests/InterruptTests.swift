import Foundation
import PredicateFormat
import PredicateSQLite
import PredicateSyntax
import Testing

/// Records the calls to SQLite, and cancels the calling task at an inconvenient moment.
private enum Watch {
  enum Moment {
    /// The first batch has arrived.
    case batch
    /// The rows are being sorted in memory.
    case ordering
    /// The statement is prepared, and has not started.
    case prepared
    /// The connection is closed.
    case closed
  }

  struct State {
    /// The addresses of the open connections.
    var open: Set<Int> = []
    /// How many connections were closed.
    var closed = 0
    /// The number of interrupts of open connections, and of closed ones.
    var interrupts = (open: 0, closed: 0)
    /// The result of the last step.
    var lastStep: Int32 = 0
    var moment = Moment.batch
  }

  static let state = Lock(State())

  /// Cancels the calling task if this is the moment.
  static func cancel(at moment: Moment) {
    if state.withLock({ $0.moment == moment }) { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// The system's library.
  nonisolated(unsafe) static let file = SQLiteLibrary.names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first

  private static func original<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(file, name).map { unsafeBitCast($0, to: type) }
  }

  private typealias Open =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?
    ) -> Int32
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32
  private typealias Interrupt = @convention(c) (OpaquePointer?) -> Void

  private static let open: Open = { path, handle, flags, system in
    let result = original("sqlite3_open_v2", Open.self)?(path, handle, flags, system) ?? 1
    _ = state.withLock { $0.open.insert(Int(bitPattern: handle?.pointee)) }
    return result
  }

  private static let close: Close = { handle in
    state.withLock {
      $0.open.remove(Int(bitPattern: handle))
      $0.closed += 1
    }
    cancel(at: .closed)
    return original("sqlite3_close_v2", Close.self)?(handle) ?? 1
  }

  private static let interrupt: Interrupt = { handle in
    let isOpen = state.withLock {
      let isOpen = $0.open.contains(Int(bitPattern: handle))
      if isOpen { $0.interrupts.open += 1 } else { $0.interrupts.closed += 1 }
      return isOpen
    }
    if isOpen { original("sqlite3_interrupt", Interrupt.self)?(handle) }
  }

  private static let prepare: Prepare = { handle, text, count, statement, tail in
    let result = original("sqlite3_prepare_v2", Prepare.self)?(handle, text, count, statement, tail) ?? 1
    if let text, String(cString: text).contains("ORDER BY") { cancel(at: .prepared) }
    return result
  }

  private static let step: Close = { statement in
    let result = original("sqlite3_step", Close.self)?(statement) ?? 1
    state.withLock { $0.lastStep = result }
    return result
  }

  /// The system's library, with calls recorded.
  static func library() throws -> SQLiteLibrary {
    try SQLiteLibrary { name in
      switch name {
      case "sqlite3_open_v2": unsafeBitCast(open, to: UnsafeMutableRawPointer.self)
      case "sqlite3_close_v2": unsafeBitCast(close, to: UnsafeMutableRawPointer.self)
      case "sqlite3_interrupt": unsafeBitCast(interrupt, to: UnsafeMutableRawPointer.self)
      case "sqlite3_prepare_v2": unsafeBitCast(prepare, to: UnsafeMutableRawPointer.self)
      case "sqlite3_step": unsafeBitCast(step, to: UnsafeMutableRawPointer.self)
      default: dlsym(file, name)
      }
    }
  }
}

/// A cancelled stream interrupts the running statement, and never a closed connection.
@Suite("Interrupts of SQLite", .serialized, .enabled(if: isSQLiteThere, needsSQLite))
struct InterruptTests {
  /// Reads a stream of the town's shops, which is cancelled at a moment.
  ///
  /// - Parameter isWhole: Whether the moment is too late for an error.
  /// - Returns: The calls to SQLite meanwhile.
  private func read(
    _ sortKey: SortKey, cancelledAt moment: Watch.Moment, without table: String? = nil, isWhole: Bool = false
  ) async throws -> Watch.State {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("town.db").path
    let store = try Town.store(path)
    if let table { try store.connection.execute("DROP TABLE \(table)") }
    Watch.state.withLock {
      $0 = Watch.State()
      $0.moment = moment
    }
    let batches = try SQLiteStore.batches(
      of: try Town.request(nil, sortKey) { $0.batchSize = 1 }, in: .readOnly(path), model: store.model,
      library: try Watch.library())
    let task = Task {
      var count = 0
      for try await batch in batches {
        count += batch.items.count
        Watch.cancel(at: .batch)
      }
      return count
    }
    switch await task.result {
    case .success(let count): #expect(isWhole && count == Town.shops.count)
    case .failure(let error): #expect(!isWhole && error is CancellationError)
    }
    return Watch.state.withLock { $0 }
  }

  @Test("of a stream that is reading, after a batch, and when the connection closes after the last one")
  func reading() async throws {
    let early = try await read(.ascending("sales"), cancelledAt: .batch)
    #expect(early.interrupts == (1, 0))
    #expect(early.closed == 1)
    let late = try await read(.ascending("sales"), cancelledAt: .closed, isWhole: true)
    #expect(late.interrupts == (0, 0))
    #expect(late.closed == 1)
  }

  @Test("of a stream that reads all rows first, and closes its connection before sorting in memory")
  func made() async throws {
    let order = SortFunction("noting") { left, right in
      #expect(Watch.state.withLock { $0.open.isEmpty })
      Watch.cancel(at: .ordering)
      return left.hashValue < right.hashValue
    }
    for key in [SortKey.ascending("name", .localizedStandard), .ascending("name", .function(order))] {
      for moment in [Watch.Moment.batch, .ordering, .closed] {
        if moment == .ordering, key.comparison == .localizedStandard { continue }
        let state = try await read(key, cancelledAt: moment)
        #expect(state.interrupts == (0, 0))
        #expect(state.closed == 1)
      }
    }
  }

  @Test("of a stream that cannot be opened")
  func unopened() async throws {
    let state = try await read(.ascending("sales"), cancelledAt: .closed, without: "shop")
    #expect(state.interrupts == (0, 0))
    #expect(state.closed == 1)
  }

  @Test("before the first step, which then ends at once")
  func early() async throws {
    let state = try await read(.ascending("sales"), cancelledAt: .prepared)
    #expect(state.interrupts == (1, 0))
    #expect(state.lastStep == 9)
    #expect(state.closed == 1)
  }
}
