import PredicateCases
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// What holds for every format string of the corpus, besides its case.
struct WholeCorpusTests {
  @Test("every accepted string is decoded as an equal tree", arguments: formatFiles())
  func trees(file: String) throws {
    for subject in try Case.all(inFile: file).sampled where subject.text.utf8.count < 10_000 {
      if !subject.isExpression {
        guard let parsed = try? FormatPredicate.template(subject.text) else { continue }
        try expectBack(parsed, subject.id)
        #expect(
          try throughJSON(FormatPredicate.Text.self, parsed.text).predicate == parsed, "\(subject.id) as a string")
        guard let bound = try? parsed.binding(subject.arguments ?? []) else { continue }
        try expectBack(bound, subject.id)
      } else {
        guard let parsed = try? FormatExpression.template(subject.text) else { continue }
        try expectBack(parsed, subject.id)
        #expect(
          try throughJSON(FormatExpression.Text.self, parsed.text).expression == parsed, "\(subject.id) as a string")
      }
    }
  }

  private func expectBack<T: Codable & Equatable>(_ tree: T, _ name: String) throws {
    #expect(try throughJSON(T.self, tree) == tree, "\(name) by JSON")
    // Foundation's property lists keep only one of two strings that differ in composition.
    if name == "set-expressions/strings-by-scalars" { return }
    #expect(try throughPropertyList(T.self, tree) == tree, "\(name) by property list")
  }

  @Test("every predicate and expression of the corpus is decoded in a request", arguments: formatFiles())
  func requests(file: String) throws {
    for subject in try Case.all(inFile: file).sampled {
      if !subject.isExpression {
        guard let parsed = try? FormatPredicate.template(subject.text) else { continue }
        try expectRequestBack(PredicateFetchRequest(parsed, having: parsed), "\(subject.id)")
      } else {
        guard let parsed = try? FormatExpression.template(subject.text) else { continue }
        try expectRequestBack(PredicateFetchRequest(properties: [FetchProperty("x", parsed)]), "\(subject.id)")
      }
    }
  }

  private func expectRequestBack(_ request: PredicateFetchRequest, _ name: String) throws {
    #expect(try throughJSON(PredicateFetchRequest.self, request) == request, "\(name)")
  }

  @Test("a profile without lists permits all, and every finding has a range in the text", arguments: caseFiles())
  func profiles(file: String) throws {
    let all = PredicateProfile(name: "all")
    var profiles = PredicateProfile.shipped + [PredicateProfile.untrusted.permitting(keys: ["a", "kids.age"])]
    // A profile that permits nothing.
    profiles.append(
      PredicateProfile(
        name: "nothing", permitted: Dictionary(uniqueKeysWithValues: PredicateProfile.Part.allCases.map { ($0, []) }),
        limits: Dictionary(uniqueKeysWithValues: PredicateProfile.Limit.allCases.map { ($0, 0) }), keyNames: .ascii))
    for subject in try Case.all(inFile: file).sampled where !subject.isExpression && subject.text.utf8.count < 10_000 {
      guard let parsed = try? FormatPredicate.template(subject.text) else { continue }
      #expect(parsed.findings(in: all) == [], "\(subject.id)")
      let bound = try? parsed.binding(subject.arguments ?? [])
      for profile in profiles {
        for finding in parsed.findings(in: profile) + (bound?.findings(in: profile) ?? []) {
          let length = subject.text.utf8.count
          #expect(finding.range.start <= length && finding.range.end <= length, "\(subject.id): \(finding.code)")
        }
      }
      #expect(!parsed.findings(in: profiles[profiles.count - 1]).isEmpty, "\(subject.id)")
      // The same tree without a text.
      let byHand = FormatPredicate(parsed.kind)
      for profile in profiles {
        let codes = Set(byHand.findings(in: profile).map(\.code)).union([.tooManyErrors, .textTooLong])
        #expect(Set(parsed.findings(in: profile).map(\.code)).isSubset(of: codes), "\(subject.id) in \(profile.name)")
      }
    }
  }
}
