import PredcheckSupport
import PredicateSyntax

extension DiagnosticPage {
  /// The pages for formats that a profile rejects. `predcheck profile NAME` prints what a profile permits.
  static let profilePages = [
    DiagnosticPage(
      .operatorNotPermitted,
      "A comparison, logical or arithmetic operator is not in the profile's lists operators, logic and arithmetic.",
      bad: DiagnosticExample("width ** 9 > 1", in: "untrusted --keys width"),
      good: DiagnosticExample("width * 9 > 1", in: "untrusted --keys width")),
    DiagnosticPage(
      .modifierNotPermitted, "ANY or ALL is not in the list modifiers of the profile.",
      bad: DiagnosticExample("ALL kids.age > 5", in: "coredata"),
      good: DiagnosticExample("NOT ANY kids.age <= 5", in: "coredata")),
    DiagnosticPage(
      .optionNotPermitted, "An option letter is not in the list options of the profile, or not for this operator.",
      bad: DiagnosticExample(#"name ==[c] "a""#, in: "cloudkit"),
      good: DiagnosticExample(#"words TOKENMATCHES[c] "a""#, in: "cloudkit")),
    DiagnosticPage(
      .functionNotPermitted, "A function is not in the list functions of the profile.",
      bad: DiagnosticExample("pay == max:(pay)", in: "untrusted --keys pay"),
      good: DiagnosticExample("kids.@max.age > 5", in: "untrusted --keys kids.age")),
    DiagnosticPage(
      .collectionOperatorNotPermitted, "A collection operator is not in the list collectionOperators of the profile.",
      bad: DiagnosticExample("kids.@unionOfObjects.age == nil", in: "coredata"),
      good: DiagnosticExample("kids.@count == 0", in: "coredata")),
    DiagnosticPage(
      .constructNotPermitted, "A form of the language is not in the list constructs of the profile.",
      bad: DiagnosticExample(#"a["password"] == "x""#, in: "untrusted --keys a,a.password"),
      good: DiagnosticExample(#"a[FIRST] == "x""#, in: "untrusted --keys a")),
    DiagnosticPage(
      .castNotPermitted, "A type of CAST is not in the list casts of the profile.",
      bad: DiagnosticExample(#"CAST(a, "NSString") == "5""#, in: "untrusted --keys a"),
      good: DiagnosticExample(#"CAST(a, "NSNumber") == 5"#, in: "untrusted --keys a")),
    DiagnosticPage(
      .literalNotPermitted,
      "A constant, written or bound, is of a kind that is not in the list literals of the profile.",
      bad: DiagnosticExample("name == nil", in: "cloudkit"),
      good: DiagnosticExample(#"name == "a""#, in: "cloudkit")),
    DiagnosticPage(
      .conversionNotPermitted, "A conversion without its argument is not in the list conversions of the profile.",
      bad: DiagnosticExample("name == %@", in: "untrusted --keys name"),
      good: DiagnosticExample(#"name == "a""#, in: "untrusted --keys name")),
    DiagnosticPage(
      .variableNotPermitted, "A variable that no SUBQUERY declares is not in the list variables of the profile.",
      bad: DiagnosticExample("age > $limit", in: "untrusted --keys age"),
      good: DiagnosticExample("SUBQUERY(kids, $k, $k.age > 5).@count > 0", in: "untrusted --keys kids,kids.age")),
    DiagnosticPage(
      .keyNotPermitted, "A key path is not in the list keys of the profile, or keyNames does not permit its name.",
      bad: DiagnosticExample("salary > 5", in: "untrusted --keys age,name"),
      good: DiagnosticExample("age > 5", in: "untrusted --keys age,name")),
    DiagnosticPage(
      .tooManyComparisons, "There are more comparisons than the limit comparisons of the profile.",
      bad: DiagnosticExample(
        "price == 1 OR price == 2 OR price == 3 OR price == 4",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"comparisons": 3}}"#),
      good: DiagnosticExample(
        "price IN {1, 2, 3, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"comparisons": 3}}"#)),
    DiagnosticPage(
      .tooManyElements, "A list has more elements than the limit elements of the profile.",
      bad: DiagnosticExample(
        "price IN {1, 2, 3, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"elements": 3}}"#),
      good: DiagnosticExample(
        "price BETWEEN {1, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"elements": 3}}"#)),
    DiagnosticPage(
      .literalTooLong, "A string has more bytes than the limit textLength of the profile.",
      bad: DiagnosticExample(
        #"name == "a very long name""#,
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["name"], "limits": {"textLength": 10}}"#),
      good: DiagnosticExample(
        #"name == "a name""#,
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["name"], "limits": {"textLength": 10}}"#)
    ),
    DiagnosticPage(
      .keyPathTooLong, "A key path has more keys than the limit keySteps of the profile.",
      bad: DiagnosticExample(#"owner.name == "a""#, in: "cloudkit"),
      good: DiagnosticExample(#"ownerName == "a""#, in: "cloudkit")),
    DiagnosticPage(
      .tooManySubqueries, "SUBQUERYs are nested more deeply than the limit subqueryDepth of the profile.",
      bad: DiagnosticExample(
        "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y == 1).@count > 0).@count > 0", in: "untrusted --keys a,a.b"),
      good: DiagnosticExample("SUBQUERY(a, $x, ANY $x.b == 1).@count > 0", in: "untrusted --keys a,a.b")),
    DiagnosticPage(
      .tooManyCollections,
      "A key path has more modifiers and collection operators than the limit collectionsPerKeyPath of the profile.",
      bad: DiagnosticExample("ANY a.@max.b > 5", in: "coredata"),
      good: DiagnosticExample("ANY a.b > 5", in: "coredata")),
    DiagnosticPage(
      .refusedByValidator,
      "A validator of the program (PredicateValidator) threw an error for a predicate, an expression, an operator or "
        + "a key path. The message contains its description.",
      bad: DiagnosticExample("age > 5 AND salary > 10", refusing: "salary"),
      good: DiagnosticExample("age > 5", refusing: "salary")),
  ]
}
