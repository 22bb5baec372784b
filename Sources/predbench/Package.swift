// swift-tools-version: 6.1
import PackageDescription

// The benchmark: swift run -c release --package-path Sources/predbench predbench
let package = Package(
  name: "predbench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PredicateFormat", path: "../..")],
  targets: [
    // What predbench measures with `#Predicate`, and its closures, because a `#Predicate` slows all closures of its module.
    .target(name: "BenchFoundation", path: "BenchFoundation"),
    // predbench compiles or runs the programs of Others itself, if what they need is installed.
    .executableTarget(
      name: "predbench",
      dependencies: [
        "BenchFoundation", .product(name: "PredicateFormat", package: "PredicateFormat"),
        .product(name: "CocoaPredicates", package: "PredicateFormat"),
        .product(name: "FoundationPredicates", package: "PredicateFormat"),
        .product(name: "PredicateSQLite", package: "PredicateFormat"),
      ],
      path: ".", exclude: ["BenchFoundation", "Others", "processes"]),
  ]
)
