// swift-format-ignore-file
// A stand-in for a part of the module SQLKit: signatures without code, to check the types of the example.

public protocol SQLDatabase: Sendable {
  var dialect: any SQLDialect { get }
  func withSession<R>(_ closure: @escaping @Sendable (any SQLDatabase) async throws -> R) async throws -> R
}

extension SQLDatabase {
  public func raw(_ sql: SQLQueryString) -> SQLRawBuilder { fatalError() }
}

public protocol SQLDialect: Sendable {
  var name: String { get }
}

// MARK: Expressions

public protocol SQLExpression: Sendable {
  func serialize(to serializer: inout SQLSerializer)
}

public struct SQLSerializer: Sendable {
  public var sql: String
  public var binds: [any Encodable & Sendable]
  public init(database: any SQLDatabase) { fatalError() }
  public mutating func write(bind encodable: any Encodable & Sendable) { fatalError() }
  public mutating func write(_ sql: String) { fatalError() }
}

public struct SQLQueryString: SQLExpression, ExpressibleByStringInterpolation, StringInterpolationProtocol {
  public init(_ string: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
  public init(stringInterpolation: SQLQueryString) { fatalError() }
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  public mutating func appendLiteral(_ literal: String) { fatalError() }
  public mutating func appendInterpolation(unsafeRaw value: String) { fatalError() }
  public mutating func appendInterpolation(bind value: any Encodable & Sendable) { fatalError() }
  public mutating func appendInterpolation(_ expression: any SQLExpression) { fatalError() }
  public func serialize(to serializer: inout SQLSerializer) { fatalError() }
}

// MARK: Queries

public protocol SQLQueryBuilder: AnyObject {
  var query: any SQLExpression { get }
  var database: any SQLDatabase { get }
}

extension SQLQueryBuilder {
  public func run() async throws { fatalError() }
}

public protocol SQLQueryFetcher: SQLQueryBuilder {}

extension SQLQueryFetcher {
  public func all<D: Decodable>(decoding type: D.Type) async throws -> [D] { fatalError() }
}

public final class SQLRawBuilder: SQLQueryBuilder, SQLQueryFetcher {
  public var query: any SQLExpression { fatalError() }
  public var database: any SQLDatabase { fatalError() }
  public init(_ sql: SQLQueryString, on database: any SQLDatabase) { fatalError() }
}
