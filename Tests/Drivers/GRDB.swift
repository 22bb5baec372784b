// swift-format-ignore-file
// A stand-in for a part of the module GRDB: signatures without code, to check the types of the example.

import Foundation

public typealias SQLiteConnection = OpaquePointer

public struct Configuration: Sendable {
  public init() { fatalError() }
  public mutating func prepareDatabase(_ setup: @escaping @Sendable (Database) throws -> Void) { fatalError() }
}

public final class Database {
  init() { fatalError() }
  public private(set) var sqliteConnection: SQLiteConnection?
}

public protocol DatabaseReader: AnyObject, Sendable {
  func read<T: Sendable>(_ value: @Sendable (Database) throws -> T) async throws -> T
}

public final class DatabaseQueue: DatabaseReader {
  public init(path: String, configuration: Configuration = Configuration()) throws { fatalError() }
  public func read<T: Sendable>(_ value: @Sendable (Database) throws -> T) async throws -> T { fatalError() }
}

// MARK: Values

public protocol DatabaseValueConvertible {
  var databaseValue: DatabaseValue { get }
  static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Self?
}

public struct DatabaseValue: Hashable, Sendable, DatabaseValueConvertible {
  public static let null = DatabaseValue()
  init() { fatalError() }
  public var databaseValue: DatabaseValue { fatalError() }
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> DatabaseValue? { fatalError() }
}

extension Int64: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { fatalError() }
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Int64? { fatalError() }
}

extension Double: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { fatalError() }
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Double? { fatalError() }
}

extension String: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { fatalError() }
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> String? { fatalError() }
}

extension Data: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { fatalError() }
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Data? { fatalError() }
}

public struct StatementArguments: Hashable, Sendable {
  public init() { fatalError() }
  public init(_ values: some Sequence<(any DatabaseValueConvertible)?>) { fatalError() }
  public init(_ values: some Sequence<some DatabaseValueConvertible>) { fatalError() }
  public init?(_ array: [Any]) { fatalError() }
}

// MARK: Records

public final class Row: Sendable {
  init() { fatalError() }
}

public protocol RowAdapter: Sendable {}

public enum DatabaseDateDecodingStrategy: @unchecked Sendable {
  case deferredToDate, timeIntervalSinceReferenceDate, timeIntervalSince1970, millisecondsSince1970, iso8601
  case formatted(DateFormatter)
  case custom(@Sendable (DatabaseValue) -> Date?)
}

public protocol FetchableRecord {
  init(row: Row) throws
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy
}

extension FetchableRecord {
  public static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy { fatalError() }

  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments(), adapter: (any RowAdapter)? = nil
  ) throws -> [Self] { fatalError() }
}

extension FetchableRecord where Self: Decodable {
  public init(row: Row) throws { fatalError() }
}
