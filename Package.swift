// swift-tools-version: 6.2
import PackageDescription

// One folder of Sources for each target. A module imports only modules below it (see the table of Grammar/Architecture.md).
let package = Package(
  name: "PredicateFormat",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PredicateFormat", targets: ["PredicateFormat"]),
    .library(name: "PredicateSyntax", targets: ["PredicateSyntax"]),
    .library(name: "PredicateEvaluation", targets: ["PredicateEvaluation"]),
    .library(name: "PredicateSQL", targets: ["PredicateSQL"]),
    .library(name: "PredicateSQLite", targets: ["PredicateSQLite"]),
    .library(name: "PredicateCoreData", targets: ["PredicateCoreData"]),
    .library(name: "CocoaPredicates", targets: ["CocoaPredicates"]),
    .library(name: "FoundationPredicates", targets: ["FoundationPredicates"]),
    .executable(name: "predcheck", targets: ["predcheck"]),
    .executable(name: "wordlist", targets: ["wordlist"]),
  ],
  traits: [
    .trait(
      name: "NoRuntimeSymbols",
      description: "Declares no entry points of the Swift runtime. Keys are in predicateKeys and mirrors of structs.")
  ],
  targets: [
    // Doubles of the standard library need the C library's rounding; nothing else of it is used.
    .target(
      name: "PredicateSyntax",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .target(
      name: "PredicateSemantics", dependencies: ["PredicateSyntax"], exclude: ["Folding/generate-folding-tables"]),
    .target(name: "PredicateEvaluation", dependencies: ["PredicateSemantics"]),
    .target(name: "PredicateFetching", dependencies: ["PredicateEvaluation"]),
    .target(name: "PredicateSQL", dependencies: ["PredicateSemantics"]),
    // Reads the XML of Core Data models and property lists.
    .target(name: "PredicateXML"),
    .target(name: "PredicateCoreData", dependencies: ["PredicateSQL", "PredicateXML"]),
    .target(name: "PredicateSQLite", dependencies: ["PredicateFormat", "PredicateCoreData"]),
    .target(name: "PredicateFormat", dependencies: ["PredicateFetching"]),
    // NSPredicate and its family, for code written for Apple's platforms.
    .target(name: "CocoaPredicateClasses", dependencies: ["PredicateSQLite"]),
    .target(name: "CocoaPredicates", dependencies: ["CocoaPredicateClasses"]),
    // Foundation's Predicate, from and to formats.
    .target(name: "FoundationPredicates", dependencies: ["PredicateEvaluation"]),
    // Reads rows, models, requests and profiles from files.
    .target(name: "PredicateInput", dependencies: ["PredicateSQL", "PredicateXML"]),
    // Finds and checks predicates in the files where they are written.
    .target(name: "PredicateLint", dependencies: ["PredicateCoreData", "PredicateInput", "PredicateXML"]),
    .target(name: "PredicateCases", dependencies: ["PredicateFormat", "PredicateInput"]),
    // The command lines of the programs: options, help, errors.
    .target(name: "CommandSupport", dependencies: ["PredicateSyntax"]),
    // The command predcheck. What needs no engine is a module of its own, which is compiled while the engine is.
    .target(name: "PredcheckSupport", dependencies: ["CommandSupport", "PredicateInput", "PredicateLint"]),
    .target(
      name: "PredcheckCommands",
      dependencies: [
        "PredcheckSupport", "PredicateCases", "PredicateCoreData", "PredicateFormat", "PredicateLint",
        "PredicateSQLite",
      ]),
    .executableTarget(name: "predcheck", dependencies: ["CommandSupport", "PredcheckCommands", "PredcheckSupport"]),
    .executableTarget(name: "wordlist", dependencies: ["CommandSupport", "PredicateFormat", "PredicateSQLite"]),
    // Small programs that use the library as another package does: Sources/examples/README.md.
    .executableTarget(
      name: "examples", dependencies: ["PredicateFormat", "PredicateSQLite"],
      exclude: ["README.md", "drivers", "orders.csv"]),
    .target(name: "TestSupport", dependencies: ["PredicateSyntax"], path: "Tests/TestSupport"),
    // Formats whose answers are the same in a build with the trait: Tests/Stages/reflection.
    .systemLibrary(name: "CEnumerations", path: "Tests/Reflection/CEnumerations"),
    .target(
      name: "ReflectionAnswers", dependencies: ["CEnumerations", "PredicateFormat"], path: "Tests/Reflection/Answers"),
    // Rows as structs, classes and records, and predicates on them.
    .target(name: "EngineSupport", dependencies: ["PredicateFormat", "TestSupport"], path: "Tests/EngineSupport"),
    // The proof that memory and SQL find the same rows: Tests/SQLProof/README.md.
    .target(
      name: "ProofSupport", dependencies: ["PredicateCases", "PredicateInput", "PredicateSQLite", "TestSupport"],
      path: "Tests/ProofSupport"),
    .executableTarget(
      name: "sqlproof", dependencies: ["CommandSupport", "ProofSupport"], path: "Tests/SQLProof",
      exclude: ["README.md"]),
    // What feeds bytes to the package: Tests/Fuzzing/README.md.
    .executableTarget(
      name: "fuzz",
      dependencies: ["EngineSupport", "PredicateCases", "PredicateCoreData", "PredicateInput", "ProofSupport"],
      path: "Tests/Fuzzing", exclude: ["README.md", "leaks"]),
    .testTarget(name: "PredicateXMLTests", dependencies: ["PredicateXML"]),
    .testTarget(name: "PredicateSyntaxTests", dependencies: ["PredicateSyntax", "TestSupport"]),
    .testTarget(
      name: "PredicateSemanticsTests",
      dependencies: ["PredicateInput", "PredicateSemantics", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "PredicateEvaluationTests",
      dependencies: ["EngineSupport", "PredicateFormat", "ProofSupport", "ReflectionAnswers", "TestSupport"]),
    .testTarget(
      name: "PredicateCoreDataTests", dependencies: ["PredicateCoreData", "PredicateFormat", "TestSupport"]),
    .testTarget(
      name: "PredicateSQLiteTests",
      dependencies: ["PredicateCoreData", "PredicateFormat", "PredicateSQLite", "TestSupport"]),
    .testTarget(
      name: "PredicateSQLTests",
      dependencies: ["PredicateCases", "PredicateFormat", "PredicateInput", "ProofSupport", "TestSupport"]),
    .testTarget(
      name: "PredicateInputTests",
      dependencies: ["PredicateFormat", "PredicateInput", "TestSupport"], exclude: ["Golden", "Models", "Requests"]),
    .testTarget(
      name: "PredcheckTests",
      dependencies: [
        "CommandSupport", "PredcheckCommands", "PredcheckSupport", "PredicateCases", "PredicateInput", "PredicateLint",
        "PredicateSQLite", "TestSupport",
      ],
      exclude: ["Golden", "Lint"]),
    // The cases of Corpus, and what holds across all modules.
    .testTarget(
      name: "CorpusTests", dependencies: ["PredcheckSupport", "PredicateCases", "PredicateInput", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "CocoaPredicatesTests",
      dependencies: ["CocoaPredicateClasses", "CocoaPredicates", "PredicateFormat", "TestSupport"],
      exclude: ["Apps/answers.json"]),
    .testTarget(name: "FoundationPredicatesTests", dependencies: ["FoundationPredicates", "PredicateFormat"]),
    .testTarget(name: "SQLProofTests", dependencies: ["ProofSupport"]),
    // The five systems of Corpus/Seeds: their cases on SQLite, and their pages.
    .testTarget(
      name: "SeedTests",
      dependencies: ["ProofSupport", "PredicateCases", "PredicateInput", "PredicateSQLite", "TestSupport"]),
    .testTarget(name: "ExamplesTests", dependencies: ["PredicateSQLite", "examples", "TestSupport"]),
    // The code of the articles of Sources/PredicateFormat/PredicateFormat.docc, and the examples in comments.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "CocoaPredicates", "FoundationPredicates", "PredicateCoreData", "PredicateFormat", "PredicateSQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "WordListTests",
      dependencies: ["CommandSupport", "PredicateInput", "PredicateSQLite", "wordlist", "TestSupport"],
      exclude: ["Golden"]),
  ]
)

for target in package.targets {
  if target.type == .test {
    // Optimizing the tests takes longer than it saves: what needs speed is in a support target. No product contains a test,
    // so a package that depends on this one does not see the flag.
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  } else if target.path == nil {
    // The compiler warns of each access through a pointer that is not marked `unsafe`.
    target.swiftSettings = [.strictMemorySafety()]
  }
}
