import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Findings underline the operator, the options or the word that they are about, also if the text contains it elsewhere.
struct PlaceTests {
  /// Formats in which «» surround what the warnings underline.
  private static let slips = [
    "'LIKE' == b AND a «LIKE» 'x' AND b != 'LIKE'", "a == '[c]' AND b ==«[c]» 5", "a == '==[c]' OR b ==  «[ C ]» 5",
    "a == 'ANY' AND «ANY» kids.@count > 3", "«NONE» kids.@count > 3", "b == '^' AND a == (2) «^» 10",
    "'[c] ==' != b AND a«[c]» == 'x'", "(a«[c]») == 'x'", "a == '=' AND ANY (b) «=» {1, 2}",
  ]

  @Test("warnings", arguments: slips)
  func warnings(marked: String) throws {
    let (text, ranges) = try Self.unmarked(marked)
    #expect(try FormatPredicate.template(text).findings().map(\.range) == ranges)
  }

  /// Formats in which «» surround what a profile does not permit.
  private static let refused = [
    "'LIKE' «LIKE» a", "«ANY» a «==»«[c]» 'ANY ==[c]'", "«SOME» a «<»  «[ c d ]» 'x'", "«NONE» a «IN» b",
    "(«none» a «in» b)", "«NOT» (a «==» 'NOT')", "«!»(«ALL» a «BETWEEN» b)", "a «==» 'AND' «AND» b «=» 1 AND c «==» 2",
    "a «==» '||' «||» b «==» 1 «&&» c «==» 2 OR d «==» 3", "((a «==» 1) «or» b «==» 2)", "a «isLike:» b",
    "a «==» («CAST»('CAST', \"NSNumber\"))", "(a «+» b) «==» 1", "a «-» b «-» '-' «==» 1",
    "(«sum:»({1})) «==» «max»({'max'})",
    "a«[0]» «==» (b«[FIRST]»)", "a«[ LAST ]»«[SIZE]» «==» 1", "a «UNION» b «minus» c «==» d", "«~»a «==» «-»b",
    "«SUBQUERY»(a, $x, $x «>» 1).@count «>» 0", "(«TERNARY»(a «==» 1, 2, 3)) «==» 2", "«add:to:»(a, b) «==» 1",
    "«FUNCTION»(a, \"FUNCTION:\") «==» 1", "«objectFrom:withIndex:»(a, 0) «==» 1", "a «UTI-EQUALS» 'UTI-EQUALS'",
  ]

  @Test("findings of a profile", arguments: refused)
  func profile(marked: String) throws {
    let (text, ranges) = try Self.unmarked(marked)
    var profile = PredicateProfile(name: "nothing")
    for part: PredicateProfile.Part in [.logic, .modifiers, .operators, .options, .arithmetic, .functions, .constructs]
    {
      profile.permitted[part] = []
    }
    let findings = try FormatPredicate.template(text).findings(in: profile)
    #expect(Set(findings.map(\.range)) == Set(ranges), "\(FormatError(findings, source: text))")
  }

  @Test("an operator that a validator rejects", arguments: ["'a' «<» a", "ANY 'a == b' «=»[c] a", "a «f:» b"])
  func validator(marked: String) throws {
    struct NoOperators: PredicateValidator {
      func validate(_ comparisonOperator: FormatComparisonOperator) throws { throw FormatError([], source: "") }
    }
    let (text, ranges) = try Self.unmarked(marked)
    #expect(try FormatPredicate.template(text).findings(by: NoOperators()).map(\.range) == ranges)
  }

  @Test("positions do not matter to equality")
  func equality() throws {
    let (first, second) = (try FormatPredicate("NOT ANY a ==[c] b + 1"), try FormatPredicate("NONE  (a) = [C] (b+1)"))
    #expect(first == second && first.hashValue == second.hashValue)
    guard case .not(let left) = first.kind, case .not(let right) = second.kind, case .comparison(let one) = left.kind,
      case .comparison(let other) = right.kind
    else { throw FormatError([], source: "") }
    #expect(one == other && one.hashValue == other.hashValue)
  }

  /// Returns a format without its marks, and the marked ranges.
  private static func unmarked(_ marked: String) throws -> (text: String, ranges: [FormatRange]) {
    var text = ""
    var ranges: [FormatRange] = []
    for part in marked.split(separator: "«", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "»", omittingEmptySubsequences: false)
      if halves.count == 2 {
        ranges.append(FormatRange(text.utf8.count, text.utf8.count + halves[0].utf8.count))
      }
      text += halves.joined()
    }
    try #require(!ranges.isEmpty)
    return (text, ranges)
  }
}
