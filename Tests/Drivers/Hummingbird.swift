// swift-format-ignore-file
// A stand-in for a part of the module Hummingbird, to check the types of the example. The signatures are those of
// Hummingbird. The code is the least that answers a GET, so that a test can run the example. `answer` exists only here.

import Foundation

// MARK: Requests

public struct Request: Sendable {
  public let uri: URI
}

public struct URI: Sendable {
  let components: URLComponents

  public var queryParameters: FlatDictionary<Substring, Substring> {
    FlatDictionary((components.queryItems ?? []).map { (key: Substring($0.name), value: Substring($0.value ?? "")) })
  }
}

public struct FlatDictionary<Key: Hashable, Value> {
  private let elements: [(key: Key, value: Value)]
  init(_ elements: [(key: Key, value: Value)]) { self.elements = elements }
  public subscript(_ key: Key) -> Value? { elements.first { $0.key == key }?.value }
}

public protocol RequestContext: Sendable {}

public struct BasicRequestContext: RequestContext {}

// MARK: Responses

public struct HTTPResponse: Sendable {
  public struct Status: Sendable, Hashable {
    let code: Int
    public static var ok: Status { Status(code: 200) }
    public static var badRequest: Status { Status(code: 400) }
    public static var notFound: Status { Status(code: 404) }
  }
}

public struct Response: Sendable {
  public var status: HTTPResponse.Status
  var data: Data
}

public protocol ResponseGenerator: SendableMetatype {
  func response(from request: Request, context: some RequestContext) throws -> Response
}

extension Response: ResponseGenerator {
  public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension Array: ResponseGenerator where Element: Encodable {
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(status: .ok, data: try encoder.encode(self))
  }
}

public struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
  private let status: HTTPResponse.Status?
  private let generator: Generator

  public init(status: HTTPResponse.Status? = nil, response: Generator) {
    (self.status, generator) = (status, response)
  }

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try generator.response(from: request, context: context)
    if let status { response.status = status }
    return response
  }
}

public struct HTTPError: Error {
  let status: HTTPResponse.Status
  let message: String?
  public init(_ status: HTTPResponse.Status, message: String? = nil) { (self.status, self.message) = (status, message) }
}

// MARK: Routes

public struct RouterPath: Sendable, ExpressibleByStringLiteral {
  let path: String
  public init(stringLiteral value: String) { path = "/" + value }
}

public final class Router<Context: RequestContext> {
  private typealias Handler = @Sendable (Request, Context) async throws -> Response
  private var handlers: [String: Handler] = [:]

  public init(context: Context.Type = BasicRequestContext.self) {}

  @discardableResult
  public func get(
    _ path: RouterPath = "", use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self {
    handlers[path.path] = { request, context in
      try await handler(request, context).response(from: request, context: context)
    }
    return self
  }
}

// MARK: For tests

extension Router where Context == BasicRequestContext {
  public func answer(_ target: String) async throws -> (status: Int, body: String) {
    guard let components = URLComponents(string: target), let handler = handlers[components.path] else {
      return (404, "")
    }
    do {
      let response = try await handler(Request(uri: URI(components: components)), BasicRequestContext())
      return (response.status.code, String(decoding: response.data, as: UTF8.self))
    } catch let error as HTTPError {
      return (error.status.code, error.message ?? "")
    }
  }
}
