import PredicateEvaluation
import PredicateSyntax
import Testing

@Suite struct RegisteredKeyTests {
  @Test("registered keys of a class take precedence over its stored properties, and subclasses inherit them")
  func classes() {
    let word = LongWord("abc")
    #expect(read("shout", ofObject: word) == .string("ABC"))
    #expect(read("clamped", ofObject: word) == .integer(10))
    #expect(read("length", ofObject: word) == .integer(300))
    #expect(read("text", ofObject: word) == .string("abc"))
    #expect(read("extra", ofObject: word) == .integer(1))
    #expect(read("shout", ofObject: word, as: Word.self) == .string("ABC"))
    let final = KeyedFinal()
    #expect(read("isTwo", ofObject: final) == .bool(true))
    #expect(read("me", ofObject: final) == .object(FormatObject(final)))
    #expect(verified(word) == [])
  }

  @Test("registered keys of structs and enumerations")
  func values() {
    let point = KeyedPoint(x: 1, y: 2, label: "p")
    #expect(read("sum", of: point) == .integer(3))
    #expect(read("title", of: point) == .string("p!"))
    #expect(read("title", of: KeyedPoint(x: 1, y: 2)) == .null)
    #expect(read("x", of: point) == .integer(1))
    #expect(read("name", of: KeyedBare.two) == .string("two"))
    #expect(read("isASCII", of: StaticString("a")) == .bool(true))
    guard case .absent = SwiftType.of(StaticString.self).field("_flags") else { return #expect(Bool(false)) }
    #expect(reason(WrongKeys.self, "sum")?.contains("are keys of KeyedPoint") == true)
    #expect(read("x", of: WrongKeys()) == .integer(1))
    #expect(verified(value: point) == [] && verified(value: KeyedBare.one) == [])
  }

  @Test("an actor has registered keys only")
  func actors() {
    let clerk = Clerk()
    #expect(read("place", ofObject: clerk) == .integer(7))
    for name in ["sum", "desk"] { #expect(reason(Clerk.self, name)?.contains("actor") == true) }
    #expect(verified(clerk) == [])
  }

  @Test("values of a block getter live until they are destroyed")
  func lifetimes() {
    let object = KeyedFinal()
    guard case .found(let field) = SwiftType.of(KeyedFinal.self).field("token"), case .getter(let getter) = field.access
    else { return #expect(Bool(false)) }
    let lanes = Array(repeating: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), count: 64)
    let live: UInt64 = 0x8000_0000_0F00_0001
    withUnsafeTemporaryAllocation(of: Token.self, capacity: 64) { buffer in
      guard let base = buffer.baseAddress else { return }
      lanes.withUnsafeBufferPointer { lanes in
        guard let first = lanes.baseAddress else { return }
        getter.call(lanes: first, live: live, out: base)
      }
      #expect(Token.living.withLock { $0 } == 6)
      getter.destroy(out: base, live: live)
      #expect(Token.living.withLock { $0 } == 0)
    }
    withExtendedLifetime(object) {}
  }

  @Test("a block getter fills only live lanes")
  func blocks() {
    let words = (0..<64).map { Word("word number \($0) is long enough to be on the heap") }
    guard case .found(let field) = SwiftType.of(Word.self).field("shout"), case .getter(let getter) = field.access
    else { return #expect(Bool(false)) }
    let lanes = words.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    for live: UInt64 in [0, 1, 1 << 63, 0xF0F0_0001_8000_1234, .max] {
      withUnsafeTemporaryAllocation(of: String.self, capacity: 64) { buffer in
        guard let base = buffer.baseAddress else { return }
        lanes.withUnsafeBufferPointer { lanes in
          guard let first = lanes.baseAddress else { return }
          getter.call(lanes: first, live: live, out: base)
        }
        for lane in 0..<64 where live >> UInt64(lane) & 1 == 1 {
          #expect(base[lane] == words[lane].text.uppercased())
        }
        getter.destroy(out: base, live: live)
      }
    }
    withExtendedLifetime(words) {}
  }
}
