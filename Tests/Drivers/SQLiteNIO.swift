// swift-format-ignore-file
// A stand-in for a part of the module SQLiteNIO: signatures without code, to check the types of the example.

import Logging
@_exported import struct NIOCore.ByteBuffer

public protocol SQLiteDatabase: Sendable {}

extension SQLiteDatabase {
  public func query(_ query: String, _ binds: [SQLiteData] = []) async throws -> [SQLiteRow] { fatalError() }
}

public final class SQLiteConnection: SQLiteDatabase, Sendable {
  public enum Storage: Equatable, Sendable {
    case memory
    case file(path: String)
  }

  init() { fatalError() }

  public static func open(
    storage: Storage = .memory, logger: Logger = .init(label: "codes.vapor.sqlite")
  ) async throws -> SQLiteConnection { fatalError() }

  public func install(customFunction: SQLiteCustomFunction) async throws { fatalError() }
  public func close() async throws { fatalError() }
}

public final class SQLiteCustomFunction: Hashable, Sendable {
  public var name: String { fatalError() }

  public init(
    _ name: String, argumentCount: Int32? = nil, pure: Bool = false, indirect: Bool = false,
    function: @Sendable @escaping ([SQLiteData]) throws -> (any SQLiteDataConvertible)?
  ) { fatalError() }

  public static func == (lhs: SQLiteCustomFunction, rhs: SQLiteCustomFunction) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

// MARK: Values

public enum SQLiteData: Equatable, Sendable {
  case integer(Int)
  case float(Double)
  case text(String)
  case blob(ByteBuffer)
  case null

  public var integer: Int? { fatalError() }
  public var double: Double? { fatalError() }
  public var string: String? { fatalError() }
  public static func == (lhs: SQLiteData, rhs: SQLiteData) -> Bool { fatalError() }
}

public protocol SQLiteDataConvertible {
  init?(sqliteData: SQLiteData)
  var sqliteData: SQLiteData? { get }
}

extension String: SQLiteDataConvertible {
  public init?(sqliteData: SQLiteData) { fatalError() }
  public var sqliteData: SQLiteData? { fatalError() }
}

extension Int: SQLiteDataConvertible {
  public init?(sqliteData: SQLiteData) { fatalError() }
  public var sqliteData: SQLiteData? { fatalError() }
}

public struct SQLiteRow: Sendable {
  init() { fatalError() }
  public func column(_ name: String) -> SQLiteData? { fatalError() }
}
