// swift-tools-version: 6.2
import PackageDescription

// Predicates of Foundation's macro, as format predicates and on SQLite: Tests/Macros/run
//
// The script `generate` writes Sources/macros/Generated, which is not in the repository.
let package = Package(
  name: "macros",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PredicateFormat", path: "../..")],
  targets: [
    .executableTarget(
      name: "macros",
      dependencies: [
        .product(name: "FoundationPredicates", package: "PredicateFormat"),
        .product(name: "PredicateFormat", package: "PredicateFormat"),
        .product(name: "PredicateSQLite", package: "PredicateFormat"),
      ],
      // Of casts that always succeed, which the macro has to express, too.
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])])
  ]
)
