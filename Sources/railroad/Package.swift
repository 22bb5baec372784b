// swift-tools-version: 6.1
import PackageDescription

// Draws the grammar: swift run --package-path Sources/railroad railroad
//
// GrammarFile.swift is a link to Tests/TestSupport/GrammarFile.swift, because the tests of the grammar read it too.
let package = Package(
  name: "railroad", platforms: [.macOS(.v15)], targets: [.executableTarget(name: "railroad", path: ".")])
