// swift-format-ignore-file
// A stand-in for a part of swift-log's module Logging: signatures without code, to check the types of the examples.

public struct Logger: Sendable {
  public init(label: String) { fatalError() }
}
