import PredicateFormat
import Testing

/// Profiles that permit keys by type, applied to Swift types.
struct TypedProfileTests {
  final class Maker {
    let city = "x"
    let password = "secret"
    let boss: Maker? = nil
  }

  struct Part {
    let name = "bolt"
    let cost = 5
  }

  struct Product: PredicateKeyed {
    let name = "saw"
    let price = 12
    let maker = Maker()
    let parts = [Part(), Part()]
    let extra: Any = ["text": "x", "secret": "y"] as [String: Any]
    static var predicateKeys: [PredicateKey<Product>] { [.key("shout") { $0.name.uppercased() }] }
  }

  private let profile = PredicateProfile.untrusted
    .permitting(keys: ["name", "maker", "parts", "extra"], of: Product.self)
    .permitting(keys: ["city", "boss"], of: Maker.self).permitting(keys: ["name"], of: Part.self)
    .permitting(keys: ["text"], of: [String: Any].self)

  private func codes(_ text: String) -> [FormatDiagnostic.Code] {
    do throws(FormatError) {
      let predicate = try FormatPredicate(text, profile: profile, for: Product.self)
      _ = try predicate.evaluate(with: Product(), options: EvaluationOptions(onError: .yieldNil))
      return []
    } catch {
      return error.diagnostics.map(\.code)
    }
  }

  @Test("a type is given as such or by its name")
  func names() {
    #expect(
      profile.types == [
        "Product": ["name", "maker", "parts", "extra"], "Maker": ["city", "boss"], "Part": ["name"],
        "record": ["text"],
      ])
    #expect(
      PredicateProfile.untrusted.permitting(keys: ["a"], of: Part?.self).types
        == PredicateProfile.untrusted.permitting(keys: ["a"], of: "Part").types)
  }

  @Test(
    "listed keys are permitted on every path",
    arguments: [
      "name == 'saw'", "name.length > 2", "maker.city == 'x'", "maker.boss.boss.city == nil", "maker == nil",
      "ANY parts.name == 'bolt'", "SUBQUERY(parts, $p, $p.name == 'bolt').@count == 2", "parts.@count == 2",
      "extra.text == 'x'", "'abc'.length == 3",
    ])
  func listed(text: String) { #expect(codes(text) == []) }

  @Test(
    "keys that are not listed are refused on every path, whether stored, registered or absent",
    arguments: [
      "price == 1", "shout == 'SAW'", "colour == 1", "maker.password == 'x'", "maker.boss.boss.password == 'x'",
      "ANY parts.cost == 5", "parts.@sum.cost == 5", "SUBQUERY(parts, $p, $p.cost == 5).@count == 2",
      "SUBQUERY(parts, $p, SUBQUERY({$p}, $q, $q.cost == 5).@count > 0).@count > 0", "SELF == nil", "@count == 1",
      "extra.secret == 'y'", "extra.text.secret == 'y'", "name IN {SELF}", "length:(SELF) > 1",
      "CAST(maker, 'NSNumber').password == 1", "(parts)[FIRST].cost == 5",
    ])
  func unlisted(text: String) { #expect(codes(text).contains(.keyNotPermitted), "\(codes(text))") }

  @Test("without a type, only paths that are listed are permitted")
  func withoutType() throws {
    let findings = try FormatPredicate("name == 'saw'").findings(in: profile)
    #expect(findings.map(\.code) == [.keyNotPermitted])
    #expect(findings[0].notes.contains { $0.contains("give the type with for:") })
    var all = profile
    all.permitted[.keys] = nil
    #expect(try FormatPredicate("name == 'saw'").findings(in: all).map(\.code) == [.keyNotPermitted])
    let byPath = profile.permitting(keys: ["name"])
    #expect(try FormatPredicate("name == 'saw'").findings(in: byPath).isEmpty)
    #expect(try FormatPredicate("price == 1").findings(in: byPath, for: Product.self).map(\.code) == [.keyNotPermitted])
  }

  @Test("a profile without types is checked by path, also if the type is known")
  func withoutTypes() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "maker.city"])
    #expect(throws: Never.self) { try FormatPredicate("maker.city == name", profile: profile, for: Product.self) }
    #expect(throws: FormatError.self) { try FormatPredicate("maker == nil", profile: profile, for: Product.self) }
    #expect(throws: FormatError.self) { try FormatPredicate("name > 5", profile: profile, for: Product.self) }
  }

  @Test("a variable of the program gets its value later, so its keys are not permitted in untrusted text")
  func variables() throws {
    var open = profile
    open.permitted[.variables] = nil
    #expect(try FormatPredicate("name == $v").findings(in: open, for: Product.self).isEmpty)
    #expect(
      try FormatPredicate("$v.secret == 1").findings(in: open, for: Product.self).map(\.code) == [.keyNotPermitted])
  }
}
