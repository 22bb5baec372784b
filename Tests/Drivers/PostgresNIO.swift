// swift-format-ignore-file
// A stand-in for a part of the module PostgresNIO: signatures without code, to check the types of the example.

import Foundation
@_exported import struct Logging.Logger
@_exported import NIOCore

// MARK: Connections

public final class PostgresClient: Sendable {
  public struct Configuration: Sendable {
    public init(unixSocketPath: String, username: String, password: String?, database: String?) { fatalError() }
  }

  public static var defaultEventLoopGroup: any EventLoopGroup { fatalError() }

  public init(
    configuration: Configuration, eventLoopGroup: any EventLoopGroup = PostgresClient.defaultEventLoopGroup
  ) { fatalError() }

  public func run() async { fatalError() }

  public func withTransaction<Result>(
    logger: Logger, file: String = #file, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ closure: (PostgresConnection) async throws -> sending Result
  ) async throws -> sending Result { fatalError() }
}

public final class PostgresConnection: Sendable {
  init() { fatalError() }

  @discardableResult
  public func query(
    _ query: PostgresQuery, logger: Logger, file: String = #fileID, line: Int = #line
  ) async throws -> PostgresRowSequence { fatalError() }
}

public struct PostgresQuery: Sendable, ExpressibleByStringInterpolation {
  public init(unsafeSQL sql: String, binds: PostgresBindings = PostgresBindings()) { fatalError() }
  public init(stringInterpolation: StringInterpolation) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    public mutating func appendInterpolation(unescaped interpolated: String) { fatalError() }
  }
}

// MARK: Parameters

public struct PostgresBindings: Sendable {
  public init() { fatalError() }
  public init(capacity: Int) { fatalError() }
  public mutating func append<Value: PostgresThrowingDynamicTypeEncodable>(_ value: Value) throws { fatalError() }
  public mutating func append<Value: PostgresThrowingDynamicTypeEncodable>(_ value: Value?) throws { fatalError() }
  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value) { fatalError() }
  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value?) { fatalError() }
}

public struct PostgresDataType: Sendable, Hashable {
  init() { fatalError() }
  public static let timestamp = PostgresDataType()
  public static let timestampArray = PostgresDataType()
}

public enum PostgresFormat: Int16, Sendable {
  case text = 0
  case binary = 1
}

public protocol PostgresJSONEncoder {}
public protocol PostgresJSONDecoder {}
extension JSONEncoder: PostgresJSONEncoder {}
extension JSONDecoder: PostgresJSONDecoder {}

public struct PostgresEncodingContext<JSONEncoder: PostgresJSONEncoder>: Sendable {
  init() { fatalError() }
}

public struct PostgresDecodingContext<JSONDecoder: PostgresJSONDecoder>: Sendable {
  init() { fatalError() }
}

public protocol PostgresThrowingDynamicTypeEncodable {
  var psqlType: PostgresDataType { get }
  var psqlFormat: PostgresFormat { get }
  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) throws
}

public protocol PostgresDynamicTypeEncodable: PostgresThrowingDynamicTypeEncodable {
  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  )
}

public protocol PostgresEncodable: PostgresThrowingDynamicTypeEncodable {
  static var psqlType: PostgresDataType { get }
  static var psqlFormat: PostgresFormat { get }
}

public protocol PostgresNonThrowingEncodable: PostgresEncodable, PostgresDynamicTypeEncodable {}

public protocol PostgresArrayEncodable: PostgresEncodable {
  static var psqlArrayType: PostgresDataType { get }
}

extension PostgresEncodable {
  public var psqlType: PostgresDataType { fatalError() }
  public var psqlFormat: PostgresFormat { fatalError() }
}

extension Bool: PostgresNonThrowingEncodable, PostgresArrayEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension Int: PostgresNonThrowingEncodable, PostgresArrayEncodable, PostgresDecodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension Double: PostgresNonThrowingEncodable, PostgresArrayEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension String: PostgresNonThrowingEncodable, PostgresArrayEncodable, PostgresDecodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension UUID: PostgresNonThrowingEncodable, PostgresArrayEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension ByteBuffer: PostgresNonThrowingEncodable, PostgresArrayEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public static var psqlArrayType: PostgresDataType { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

extension Array: PostgresThrowingDynamicTypeEncodable where Element: PostgresArrayEncodable {}
extension Array: PostgresEncodable where Element: PostgresArrayEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) throws { fatalError() }
}

extension Array: PostgresDynamicTypeEncodable where Element: PostgresArrayEncodable & PostgresNonThrowingEncodable {}
extension Array: PostgresNonThrowingEncodable where Element: PostgresArrayEncodable & PostgresNonThrowingEncodable {
  public static var psqlType: PostgresDataType { fatalError() }
  public static var psqlFormat: PostgresFormat { fatalError() }
  public func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) { fatalError() }
}

// MARK: Rows

public protocol PostgresDecodable {
  associatedtype _DecodableType: PostgresDecodable = Self
}

extension Int64: PostgresDecodable {}
extension Decimal: PostgresDecodable {}
extension Date: PostgresDecodable {}
extension Optional: PostgresDecodable where Wrapped: PostgresDecodable, Wrapped._DecodableType == Wrapped {
  public typealias _DecodableType = Wrapped
}

public struct PostgresRow: Sendable {
  init() { fatalError() }
}

public struct PostgresRowSequence: AsyncSequence, Sendable {
  public typealias Element = PostgresRow

  public struct AsyncIterator: AsyncIteratorProtocol {
    public mutating func next() async throws -> PostgresRow? { fatalError() }
  }

  public func makeAsyncIterator() -> AsyncIterator { fatalError() }
}

extension AsyncSequence where Element == PostgresRow {
  public func decode<each Column: PostgresDecodable & Sendable>(
    _ columnType: (repeat each Column).Type, file: String = #fileID, line: Int = #line
  ) -> AsyncThrowingMapSequence<Self, (repeat each Column)> { fatalError() }
}
