import PredicateSyntax

extension FaultPage {
  /// The pages for formats that a profile rejects. `predcheck profile NAME` prints what a profile permits.
  static let profilePages = [
    FaultPage(
      .operatorNotPermitted,
      "A comparison, logical or arithmetic operator is not in the profile's lists operators, logic and arithmetic.",
      bad: FaultExample("width ** 9 > 1", in: "untrusted --keys width"),
      good: FaultExample("width * 9 > 1", in: "untrusted --keys width")),
    FaultPage(
      .modifierNotPermitted, "ANY or ALL is not in the list modifiers of the profile.",
      bad: FaultExample("ALL kids.age > 5", in: "coredata"),
      good: FaultExample("NOT ANY kids.age <= 5", in: "coredata")),
    FaultPage(
      .optionNotPermitted, "An option letter is not in the list options of the profile, or not for this operator.",
      bad: FaultExample(#"name ==[c] "a""#, in: "cloudkit"),
      good: FaultExample(#"words TOKENMATCHES[c] "a""#, in: "cloudkit")),
    FaultPage(
      .functionNotPermitted, "A function is not in the list functions of the profile.",
      bad: FaultExample("pay == max:(pay)", in: "untrusted --keys pay"),
      good: FaultExample("kids.@max.age > 5", in: "untrusted --keys kids.age")),
    FaultPage(
      .collectionOperatorNotPermitted, "A collection operator is not in the list collectionOperators of the profile.",
      bad: FaultExample("kids.@unionOfObjects.age == nil", in: "coredata"),
      good: FaultExample("kids.@count == 0", in: "coredata")),
    FaultPage(
      .constructNotPermitted, "A form of the language is not in the list constructs of the profile.",
      bad: FaultExample(#"a["password"] == "x""#, in: "untrusted --keys a,a.password"),
      good: FaultExample(#"a[FIRST] == "x""#, in: "untrusted --keys a")),
    FaultPage(
      .castNotPermitted, "A type of CAST is not in the list casts of the profile.",
      bad: FaultExample(#"CAST(a, "NSString") == "5""#, in: "untrusted --keys a"),
      good: FaultExample(#"CAST(a, "NSNumber") == 5"#, in: "untrusted --keys a")),
    FaultPage(
      .literalNotPermitted,
      "A constant, written or bound, is of a kind that is not in the list literals of the profile.",
      bad: FaultExample("name == nil", in: "cloudkit"),
      good: FaultExample(#"name == "a""#, in: "cloudkit")),
    FaultPage(
      .conversionNotPermitted, "A conversion without its argument is not in the list conversions of the profile.",
      bad: FaultExample("name == %@", in: "untrusted --keys name"),
      good: FaultExample(#"name == "a""#, in: "untrusted --keys name")),
    FaultPage(
      .variableNotPermitted, "A variable that no SUBQUERY declares is not in the list variables of the profile.",
      bad: FaultExample("age > $limit", in: "untrusted --keys age"),
      good: FaultExample("SUBQUERY(kids, $k, $k.age > 5).@count > 0", in: "untrusted --keys kids,kids.age")),
    FaultPage(
      .keyNotPermitted, "A key path is not in the list keys of the profile, or keyNames does not permit its name.",
      bad: FaultExample("salary > 5", in: "untrusted --keys age,name"),
      good: FaultExample("age > 5", in: "untrusted --keys age,name")),
    FaultPage(
      .tooManyComparisons, "There are more comparisons than the limit comparisons of the profile.",
      bad: FaultExample(
        "price == 1 OR price == 2 OR price == 3 OR price == 4",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"comparisons": 3}}"#),
      good: FaultExample(
        "price IN {1, 2, 3, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"comparisons": 3}}"#)),
    FaultPage(
      .tooManyElements, "A list has more elements than the limit elements of the profile.",
      bad: FaultExample(
        "price IN {1, 2, 3, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"elements": 3}}"#),
      good: FaultExample(
        "price BETWEEN {1, 4}",
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["price"], "limits": {"elements": 3}}"#)),
    FaultPage(
      .literalTooLong, "A string has more bytes than the limit textLength of the profile.",
      bad: FaultExample(
        #"name == "a very long name""#,
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["name"], "limits": {"textLength": 10}}"#),
      good: FaultExample(
        #"name == "a name""#,
        in: #"{"version": 1, "name": "shop", "base": "untrusted", "keys": ["name"], "limits": {"textLength": 10}}"#)
    ),
    FaultPage(
      .keyPathTooLong, "A key path has more keys than the limit keySteps of the profile.",
      bad: FaultExample(#"owner.name == "a""#, in: "cloudkit"),
      good: FaultExample(#"ownerName == "a""#, in: "cloudkit")),
    FaultPage(
      .tooManySubqueries, "SUBQUERYs are nested more deeply than the limit subqueryDepth of the profile.",
      bad: FaultExample(
        "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y == 1).@count > 0).@count > 0", in: "untrusted --keys a,a.b"),
      good: FaultExample("SUBQUERY(a, $x, ANY $x.b == 1).@count > 0", in: "untrusted --keys a,a.b")),
    FaultPage(
      .tooManyCollections,
      "A key path has more modifiers and collection operators than the limit collectionsPerKeyPath of the profile.",
      bad: FaultExample("ANY a.@max.b > 5", in: "coredata"),
      good: FaultExample("ANY a.b > 5", in: "coredata")),
    FaultPage(
      .refusedByValidator,
      "A validator of the program (PredicateValidator) threw an error for a predicate, an expression, an operator or "
        + "a key path. The message contains its description.",
      bad: FaultExample("age > 5 AND salary > 10", refusing: "salary"),
      good: FaultExample("age > 5", refusing: "salary")),
  ]
}
