// swift-tools-version: 6.2
import PackageDescription

// A program that uses the library with the trait NoRuntimeSymbols: Tests/run --stage reflection
let package = Package(
  name: "reflection",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PredicateFormat", path: "../..", traits: ["NoRuntimeSymbols"])],
  targets: [
    .systemLibrary(name: "CEnumerations", path: "CEnumerations"),
    .target(
      name: "ReflectionAnswers",
      dependencies: ["CEnumerations", .product(name: "PredicateFormat", package: "PredicateFormat")], path: "Answers"),
    .executableTarget(
      name: "reflection",
      dependencies: ["ReflectionAnswers", .product(name: "PredicateFormat", package: "PredicateFormat")], path: ".",
      exclude: ["Answers", "CEnumerations"]),
  ]
)
