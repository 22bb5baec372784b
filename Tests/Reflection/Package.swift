// swift-tools-version: 6.2
import PackageDescription

// A program that uses the library with the trait NoRuntimeSymbols: Tests/run --stage reflection
let package = Package(
  name: "reflection",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PredicateFormat", path: "../..", traits: ["NoRuntimeSymbols"])],
  targets: [
    .executableTarget(
      name: "reflection", dependencies: [.product(name: "PredicateFormat", package: "PredicateFormat")], path: ".")
  ]
)
