// swift-format-ignore-file
// A stand-in for a part of SwiftNIO's module NIOCore: signatures without code, to check the types of the examples.

public struct ByteBuffer: Sendable {
  public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 { fatalError() }

  @discardableResult
  public mutating func writeInteger<T: FixedWidthInteger>(
    _ integer: T, endianness: Endianness = .big, as: T.Type = T.self
  ) -> Int { fatalError() }
}

public enum Endianness: Sendable {
  case big, little
}

public protocol EventLoopGroup: AnyObject, Sendable {}
