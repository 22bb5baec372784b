import Foundation
import PredicateInput
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Profiles: their files, and properties of every profile.
struct ProfileTests {
  @Test("a profile's print reads back to the same profile", arguments: PredicateProfile.shipped)
  func prints(profile: PredicateProfile) throws {
    let text = profile.fileText
    #expect(try PredicateProfile.read(Array(text.utf8), name: "print") == profile)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    let json = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(PredicateProfile.self, from: json) == profile)
    #expect(try goldenDifference(text, from: "profile-\(profile.name).json") == nil)
  }

  private func error(_ json: String) -> String? {
    do {
      _ = try PredicateProfile.read(Array(json.utf8), name: "p.json")
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "an invalid file is an error that contains the position",
    arguments: [
      (#"{"version": 1,"# + "\n" + #" "name": x}"#, "p.json:2: expected a value"),
      (#"{"name": "a"}"#, "p.json:1: the field 'version' is missing"),
      (#"{"version": 2, "name": "a"}"#, "p.json:1: version: version 2 is not known; expected 1"),
      (#"{"version": 1}"#, "p.json:1: the field 'name' is missing"),
      (#"[1]"#, "p.json:1: expected an object"),
      (#"{"version": 1, "name": 5}"#, "p.json:1: name: expected a string"),
      (
        #"{"version": 1, "name": "a", "operator": []}"#,
        "p.json:1: operator: unknown field 'operator'; did you mean operators?"
      ),
      (#"{"version": 1, "name": "a", "operators": "=="}"#, "p.json:1: operators: expected a list"),
      (#"{"version": 1, "name": "a", "operators": [1]}"#, "p.json:1: operators[0]: expected a string"),
      (
        #"{"version": 1, "name": "a", "operators": ["==", "CONTAIN"]}"#,
        "p.json:1: operators[1]: 'CONTAIN' is not a known name in 'operators'; did you mean CONTAINS?"
      ),
      (
        #"{"version": 1, "name": "a", "operators": ["=="],"# + "\n" + #" "operators": ["<"]}"#,
        "p.json:2: the key 'operators' is duplicated"
      ),
      (
        #"{"version": 1, "name": "a", "limits": {"height": 5, "height": 6}}"#,
        "p.json:1: the key 'height' is duplicated"
      ),
      (
        #"{"version": 1, "name": "a", "functions": ["max"]}"#,
        "p.json:1: functions[0]: 'max' is not a known name in 'functions'; did you mean max:?"
      ),
      (
        #"{"version": 1, "name": "a", "logic": ["and"]}"#,
        "p.json:1: logic[0]: 'and' is not a known name in 'logic'; did you mean AND?"
      ),
      (
        #"{"version": 1, "name": "a", "options": ["LIKE[x]"]}"#,
        "p.json:1: options[0]: 'LIKE[x]' is not a known name in 'options'"
      ),
      (
        #"{"version": 1, "name": "a", "conversions": ["%5d"]}"#,
        "p.json:1: conversions[0]: '%5d' is not a known name in 'conversions'; did you mean %d?"
      ),
      (
        #"{"version": 1, "name": "a", "keyNames": "ASCI"}"#,
        "p.json:1: keyNames: 'ASCI' is not one of any, ascii; did you mean ascii?"
      ),
      (
        #"{"version": 1, "name": "a", "limits": {"heigth": 5}}"#,
        "p.json:1: limits.heigth: unknown field 'heigth'; did you mean height?"
      ),
      (
        #"{"version": 1, "name": "a", "limits": {"height": 101}}"#,
        "p.json:1: limits.height: expected an integer from 1 to 100"
      ),
      (
        #"{"version": 1, "name": "a", "limits": {"length": -1}}"#,
        "p.json:1: limits.length: expected an integer, 0 or more"
      ),
      (
        #"{"version": 1, "name": "a", "base": "untrustd"}"#,
        "p.json:1: base: unknown profile 'untrustd'; the profiles are untrusted, coredata, cloudkit, ddm, pwpolicy, log, "
          + "munki, autopkg, jamf, spotlight, realm, photos; did you mean untrusted?"
      ),
      (
        #"{"version": 1, "name": "a", "keyTypes": {"b": "strng"}}"#,
        "p.json:1: keyTypes.b: unknown type 'strng'; the types are any, string, integer, number, boolean, date, uuid, data, "
          + "and [string] for a list; did you mean string?"
      ),
      (
        #"{"version": 1, "name": "a", "keyTypes": {"SELF.b": "string"}}"#,
        "p.json:1: keyTypes.SELF.b: 'SELF.b' is not a key path: keys start at SELF; omit SELF"
      ),
      (
        #"{"version": 1, "name": "a", "errors": ["never-equal", "mixed-andor"]}"#,
        "p.json:1: errors[1]: 'mixed-andor' is not the code of a warning; did you mean mixed-and-or?"
      ),
    ])
  func wrongFiles(json: String, expected: String) { #expect(error(json) == expected) }

  @Test(
    "a listed key that is not a key path is an error that contains the position",
    arguments: [
      ("SELF.a", "keys start at SELF; omit SELF"),
      ("self.a", "keys start at SELF; omit SELF"),
      ("a.@count", "omit @count; list keys without collection operators"),
      (" a", "a key has spaces around it"), ("a. b", "a key has spaces around it"),
      ("a..b", "a key is empty"),
      ("", "a key is empty"), ("a.", "a key is empty"), ("#", "a key is empty"),
      ("@status(a.b)..c", "a key is empty"),
    ])
  func wrongKeys(key: String, flaw: String) {
    let json = #"{"version": 1, "name": "a", "keys": ["a", "\#(key)"]}"#
    #expect(error(json) == "p.json:1: keys[1]: '\(key)' is not a key path: \(flaw)")
  }

  @Test("a listed key may have the # that it prints with")
  func escapedKeys() throws {
    let keys = ["#in", "a.#first", "a.b", "@status(a.b).c", "#SELF", "größe"]
    let json = String(decoding: try JSONEncoder().encode(keys), as: UTF8.self)
    let read = try PredicateProfile.read(Array(#"{"version": 1, "name": "a", "keys": \#(json)}"#.utf8), name: "p")
    for profile in [read, PredicateProfile(name: "a").permitting(keys: keys)] {
      #expect(profile.permitted[.keys] == ["in", "a.first", "a.b", "@status(a.b).c", "#SELF", "größe"])
      let permitted = try FormatPredicate.template(
        "#in == a.first AND SELF.a.b == @status(a.b).c AND #SELF == größe")
      #expect(permitted.findings(in: profile) == [])
      #expect(try FormatPredicate.template("SELF == 1").findings(in: profile).map(\.code) == [.keyNotPermitted])
      #expect(try FormatPredicate.template("a.#in == 1").findings(in: profile).map(\.code) == [.keyNotPermitted])
    }
    let whole = PredicateProfile(name: "a").permitting(keys: ["SELF"])
    #expect(try FormatPredicate.template("SELF == 1").findings(in: whole) == [])
    #expect(try FormatPredicate.template("#SELF == 1").findings(in: whole).map(\.code) == [.keyNotPermitted])
  }

  @Test("untrusted permits no keys unless they are named, and the error says how")
  func noKeys() throws {
    #expect(PredicateProfile.untrusted.permitted[.keys] == [])
    for text in ["name == 1", "SELF == nil", "@count == 0", "SUBQUERY(SELF, $x, $x == 1).@count > 0", "a.b.c == 1"] {
      let findings = try FormatPredicate.template(text).findings(in: .untrusted)
      #expect(Set(findings.map(\.code)) == [.keyNotPermitted], "\(text)")
      #expect(findings.first?.notes.first?.contains("permitting(keys:)") == true)
    }
    let json = #"{"version": 1, "name": "a", "base": "untrusted", "keys": null}"#
    let all = try PredicateProfile.read(Array(json.utf8), name: "p")
    #expect(try FormatPredicate("name == 1", profile: all).format == "name == 1")
  }

  @Test(
    "a key is the same key, however it is written",
    arguments: [
      "a.secret == 1", "SELF.a.secret == 1", "SUBQUERY(a, $x, $x.secret == 1).@count > 0", "a[\"secret\"] == 1",
      "objectFrom:withIndex:(a, \"secret\") == 1", "indexed:by:(a, \"secret\") == 1", "a[FIRST].secret == 1",
      "a.@max.secret == 1", "TERNARY(a == 1, a, a).secret == 1", "ANY (a UNION a).secret == 1", "a[b] == 1",
      "indexed:by:(a, b) == 1", "a.$k == 1", "($x := a) == 1 AND $x.secret == 1", "$x.b == 1",
      "SUBQUERY(a, $x, SUBQUERY($x, $y, $y.secret == 1).@count > 0).@count > 0", "CAST(a, \"NSString\").secret == 1",
      "max:(a.secret) == 1", "{a}.secret == 1", "FUNCTION(a, \"x:\").secret == 1", "secret == 1", "1 IN secret",
      "@allValues == 1", "@allValues.a == 1", "a.@allKeys == 1", "a.@allValues.b == 1", "@max.a == 1", "@secret.a == 1",

    ])
  func keyHoweverWritten(text: String) throws {
    let profile = PredicateProfile(name: "k").permitting(keys: ["a", "b"])
    let predicate = try FormatPredicate.template(text)
    #expect(Set(predicate.findings(in: profile).map(\.code)) == [.keyNotPermitted], "\(text)")
  }

  @Test("a base is inherited, and null removes a restriction")
  func base() throws {
    let json = #"""
      {"version": 1, "name": "a", "base": "untrusted", "operators": ["=="], "options": null,
       "functions": ["score:"], "limits": {"height": 5, "length": null}}
      """#
    let profile = try PredicateProfile.read(Array(json.utf8), name: "p.json")
    #expect(profile.permitted[.operators] == ["=="])
    #expect(profile.permitted[.options] == nil)
    #expect(profile.permitted[.functions] == ["score:"])
    #expect(profile.permitted[.constructs] == PredicateProfile.untrusted.permitted[.constructs])
    #expect(profile.limits[.height] == 5)
    #expect(profile.limits[.length] == nil)
    #expect(profile.limits[.elements] == PredicateProfile.untrusted.limits[.elements])
    #expect(profile.name == "a" && profile.about.isEmpty)
  }

  @Test("keys by type: read, printed and written")
  func types() throws {
    let json = #"{"version": 1, "name": "a", "types": {"Word": ["text", "length"], "Category": []}}"#
    let profile = try PredicateProfile.read(Array(json.utf8), name: "p.json")
    #expect(profile.types == ["Word": ["text", "length"], "Category": []])
    let text = profile.fileText
    #expect(text.contains("\"types\": {\n    \"Category\": [],\n    \"Word\": [\"length\", \"text\"]\n  }"))
    #expect(try PredicateProfile.read(Array(text.utf8), name: "p.json") == profile)
    #expect(try JSONDecoder().decode(PredicateProfile.self, from: JSONEncoder().encode(profile)) == profile)
    for (types, reason) in [
      ("[]", "p.json:1: types: expected an object"), (#"{"Word": 1}"#, "p.json:1: types.Word: expected a list"),
      (#"{"Word": [1]}"#, "p.json:1: types.Word[0]: expected a string"),
      (
        #"{"record": ["name", "maker.SELF"]}"#,
        "p.json:1: types.record[1]: 'maker.SELF' is not a key: list SELF of the type 'record' for whole records"
      ),
      (#"{"Word": [""]}"#, "p.json:1: types.Word[0]: '' is not a key: it is empty"),
      (
        #"{"Word": ["@count"]}"#,
        "p.json:1: types.Word[0]: '@count' is not a key: omit @count; list keys without collection operators"
      ),
    ] {
      #expect(error(#"{"version": 1, "name": "a", "types": \#(types)}"#) == reason)
    }
    #expect(
      try PredicateProfile.read(Array(#"{"version": 1, "name": "a", "types": null}"#.utf8), name: "p").types == nil)
  }

  @Test("names of keys, and strings as dates: read, printed and written")
  func keyNamesAndDates() throws {
    let json = #"{"version": 1, "base": "untrusted", "name": "a", "keyNames": "ascii", "dateStrings": true}"#
    let profile = try PredicateProfile.read(Array(json.utf8), name: "p.json")
    #expect(profile.allowsDateStrings && profile.keyNames == .ascii)
    let text = profile.fileText
    #expect(text.contains("\n  \"keyNames\": \"ascii\",\n  \"dateStrings\": true,\n"))
    #expect(try PredicateProfile.read(Array(text.utf8), name: "p.json") == profile)
    #expect(try JSONDecoder().decode(PredicateProfile.self, from: JSONEncoder().encode(profile)) == profile)
  }

  @Test("every field and limit of the file is documented")
  func documentation() throws {
    let page = try packageText("Grammar/Guides/Profiles.md")
    for part in PredicateProfile.Part.allCases { #expect(page.contains("| `\(part.rawValue)` |")) }
    for limit in PredicateProfile.Limit.allCases { #expect(page.contains("| `\(limit.rawValue)` |")) }
    for field in ["types", "keyTypes", "errors"] { #expect(page.contains("| `\(field)` |")) }
    for profile in PredicateProfile.shipped { #expect(page.contains("| `\(profile.name)` |")) }
  }

  /// The table of codes: `| code | why | profile | refused | permitted |`, with backquotes in all cells but the reason.
  @Test("the examples of every code are correct")
  func examples() throws {
    var rows = 0
    for line in try packageText("Grammar/Guides/Profiles.md").split(separator: "\n") {
      let quoted = line.split(separator: "`", omittingEmptySubsequences: false)
      guard let code = FormatDiagnostic.Code(rawValue: String(quoted.dropFirst().first ?? "")), quoted.count >= 9 else {
        continue
      }
      let examples = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }.suffix(3)
      // `untrusted --keys a,b`, as in a call.
      let call = examples[examples.startIndex].components(separatedBy: " --keys ")
      let name = call[0]
      let path = name.hasSuffix(".json") ? packageRoot.appendingPathComponent("Grammar/Guides/\(name)").path : name
      var profile = try PredicateProfile.read(path)
      if call.count == 2 { profile = profile.permitting(keys: call[1].components(separatedBy: ",")) }
      func codes(_ text: String) throws -> [FormatDiagnostic.Code] {
        try FormatPredicate.template(text).findings(in: profile).map(\.code)
      }
      #expect(try codes(examples[examples.startIndex + 1]) == [code], "\(line)")
      #expect(try codes(examples[examples.startIndex + 2]) == [], "\(line)")
      rows += 1
    }
    #expect(rows == 17)
  }

  @Test("parsing within a profile")
  func parsing() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "age"])
    #expect(try FormatPredicate("name == 'a'", profile: profile).format == "name == \"a\"")
    func codes(_ text: String, _ arguments: [(any FormatArgument)?] = []) -> [FormatDiagnostic.Code] {
      do throws(FormatError) {
        _ = try FormatPredicate(text, profile: profile, arguments: arguments)
        return []
      } catch {
        return error.diagnostics.map(\.code)
      }
    }
    #expect(codes("nam == 1 AND frob(age) == 2") == [.keyNotPermitted, .unknownFunction, .functionNotPermitted])
    #expect(codes(String(repeating: "x", count: 5000)) == [.textTooLong])
    #expect(codes(String(repeating: "(", count: 30)) == [.tooHigh])
    #expect(codes("name == %@", ["a"]) == [])
    #expect(codes("name == %@") == [.tooFewArguments])
    #expect(codes("name == %@", [String(repeating: "x", count: 1001)]) == [.literalTooLong])
    #expect(codes("%K == 1", ["password"]) == [.keyNotPermitted])
    let many = Array(repeating: "secret == 1", count: 40).joined(separator: " OR ")
    #expect(codes(many).count == 11)
    #expect(codes(many).last == .tooManyErrors)
  }

  @Test("a tree that was parsed without the profile's limits must satisfy them too")
  func limitsAfterParsing() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["a"])
    let long = try FormatPredicate.template("a == 1" + String(repeating: " ", count: 5000))
    #expect(long.findings(in: profile).map(\.code) == [.textTooLong])
    let high = try FormatPredicate.template(String(repeating: "NOT ", count: 30) + "a == 1")
    #expect(high.findings(in: profile).map(\.code) == [.tooHigh])
    #expect(try FormatExpression("secret").findings(in: profile).map(\.code) == [.keyNotPermitted])
    #expect(try FormatExpression("a").findings(in: profile).isEmpty)
    #expect(throws: FormatError.self) { try FormatExpression("max:(a)", profile: .untrusted) }
    #expect(try FormatExpression("a + %@", profile: .coreData, arguments: [1]).format == "a + 1")
  }

  /// Lists of variables double the key paths that each level of SUBQUERY can refer to.
  @Test("the number of key paths that are followed is limited", .timeLimit(.minutes(10)))
  func multiplication() throws {
    var text = "$v24.a == 1"
    for level in stride(from: 24, to: 0, by: -1) {
      text = "SUBQUERY({$v\(level - 1).a, $v\(level - 1).b}, $v\(level), \(text)).@count == 1"
    }
    let predicate = try FormatPredicate.template(text)
    let profile = PredicateProfile(name: "keys", permitted: [.keys: ["a", "b"]])
    #expect(predicate.findings(in: profile).contains { $0.code == .keyNotPermitted })
  }

  /// A profile must work on a tree of the maximum height, on a small stack.
  @Test("the highest trees, on a small stack")
  func height() {
    let outcome = onSmallStack {
      let profile = PredicateProfile.untrusted.permitting(keys: ["a"])
      let not = String(repeating: "NOT ", count: 48) + "a == 1"
      let calls = String(repeating: "abs:(", count: 97) + "a" + String(repeating: ")", count: 97) + " == 1"
      let subqueries = (1...24).reduce("$v24 == 1") { inner, level in
        "SUBQUERY({$v\(24 - level)}, $v\(25 - level), \(inner)).@count == 1"
      }
      return [not, calls, subqueries].map { text in
        guard let predicate = try? FormatPredicate.template(text) else { return "not parsed" }
        return predicate.findings(in: profile).first?.code.rawValue ?? "nothing"
      }
    }
    #expect(outcome == ["too-high", "too-high", "too-high"])
  }
}
