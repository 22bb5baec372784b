import Distributed
import PredicateEvaluation
import PredicateFormat
import Testing

/// A distributed actor is refused as an actor is. A remote one has no memory for its properties.
@Suite struct DistributedActorTests {
  private func message<Row>(_ format: String, _ rows: [Row]) -> String? {
    let error = #expect(throws: FormatError.self, "\(format)") { try rows.filtered(by: FormatPredicate(format)) }
    return error?.diagnostics.first?.message
  }

  @Test("local and remote distributed actors are refused on every route")
  func refused() throws {
    struct Holder { let player: Player }
    let local = Player(actorSystem: FarSystem())
    let remote = try Player.resolve(id: "far", using: FarSystem())
    for player in [local, remote] {
      let reason = "Player is an actor, whose properties can be read only on the actor"
      for format in ["score == 1", "name BEGINSWITH 'a'"] {
        #expect(message(format, [player])?.contains(reason) == true)
        #expect(message(format, [player] as [Any])?.contains(reason) == true)
        #expect(message(format, [player] as [any DistributedActor])?.contains(reason) == true)
        #expect(message("player.\(format)", [Holder(player: player)])?.contains(reason) == true)
        #expect(message("player.\(format)", [["player": player]] as [[String: Any]])?.contains(reason) == true)
      }
      #expect(throws: FormatError.self) { try [player].sorted(by: .ascending("name")) }
      #expect(throws: FormatError.self) { try FormatExpression("name").value(with: player as Any) }
    }
  }

  @Test("registered keys of a distributed actor are read, and its properties are not")
  func registered() throws {
    for host in [Server(actorSystem: FarSystem()), try Server.resolve(id: "far", using: FarSystem())] {
      #expect(try [host].count(matching: FormatPredicate("label == 'id far'")) == 1)
      #expect(try ([host] as [Any]).count(matching: FormatPredicate("label == 'id far'")) == 1)
      let reason = "properties of an actor can be read only on the actor"
      #expect(message("name == 'a'", [host])?.contains(reason) == true)
      #expect(message("name == 'a'", [host] as [Any])?.contains(reason) == true)
    }
  }

  @Test("all kinds of actors are recognized, and classes are not")
  func kinds() {
    #expect(SwiftType.isActor(Player.self) && SwiftType.isActor(Server.self) && SwiftType.isActor(Teller.self))
    #expect(!SwiftType.isActor(Pet.self) && !SwiftType.isActor(Liar.self) && !SwiftType.isActor(Int.self))
  }
}

distributed actor Player {
  typealias ActorSystem = FarSystem
  let name = "a name that is longer than fifteen bytes"
  var score = 1
}

distributed actor Server: PredicateKeyed {
  typealias ActorSystem = FarSystem
  let name = "a"
  nonisolated static var predicateKeys: [PredicateKey<Server>] { [.key("label") { "id \($0.id)" }] }
}

/// An actor system in which every actor that is resolved is remote. Nothing is called.
final class FarSystem: DistributedActorSystem {
  typealias ActorID = String
  typealias SerializationRequirement = Codable
  typealias InvocationEncoder = FarEncoder
  typealias InvocationDecoder = FarDecoder
  typealias ResultHandler = FarHandler

  struct Unreachable: Error {}

  func resolve<Act: DistributedActor>(id: String, as type: Act.Type) throws -> Act? where Act.ID == String { nil }
  func assignID<Act: DistributedActor>(_ type: Act.Type) -> String where Act.ID == String { "far" }
  func actorReady<Act: DistributedActor>(_ actor: Act) where Act.ID == String {}
  func resignID(_ id: String) {}
  func makeInvocationEncoder() -> FarEncoder { FarEncoder() }

  func remoteCall<Act: DistributedActor, Failure: Error, Success: Codable>(
    on actor: Act, target: RemoteCallTarget, invocation: inout FarEncoder, throwing: Failure.Type,
    returning: Success.Type
  ) async throws -> Success where Act.ID == String { throw Unreachable() }

  func remoteCallVoid<Act: DistributedActor, Failure: Error>(
    on actor: Act, target: RemoteCallTarget, invocation: inout FarEncoder, throwing: Failure.Type
  ) async throws where Act.ID == String { throw Unreachable() }
}

struct FarEncoder: DistributedTargetInvocationEncoder {
  typealias SerializationRequirement = Codable
  mutating func recordGenericSubstitution<T>(_ type: T.Type) throws {}
  mutating func recordArgument<Value: SerializationRequirement>(_ argument: RemoteCallArgument<Value>) throws {}
  mutating func recordErrorType<Failure: Error>(_ type: Failure.Type) throws {}
  mutating func recordReturnType<Success: SerializationRequirement>(_ type: Success.Type) throws {}
  mutating func doneRecording() throws {}
}

final class FarDecoder: DistributedTargetInvocationDecoder {
  typealias SerializationRequirement = Codable
  func decodeGenericSubstitutions() throws -> [Any.Type] { [] }
  func decodeNextArgument<Argument: SerializationRequirement>() throws -> Argument { throw FarSystem.Unreachable() }
  func decodeErrorType() throws -> Any.Type? { nil }
  func decodeReturnType() throws -> Any.Type? { nil }
}

final class FarHandler: DistributedTargetInvocationResultHandler {
  typealias SerializationRequirement = Codable
  func onReturn<Success: SerializationRequirement>(value: Success) async throws {}
  func onReturnVoid() async throws {}
  func onThrow<Failure: Error>(error: Failure) async throws {}
}
