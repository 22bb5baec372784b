import Foundation
import TestSupport
import Testing

/// The files of the repository that its host and package indexes read agree with the package.
@Suite("Repository")
struct RepositoryTests {
  @Test("the top level has only four folders and two pages, besides what the host and the tools read")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot.path).filter { name in
      !name.hasPrefix(".") && (!name.contains(".") || name.hasSuffix(".md"))
    }
    #expect(Set(names) == ["Corpus", "Grammar", "LICENSE", "README.md", "SECURITY.md", "Sources", "Tests"])
  }

  @Test("package indexes document the library products")
  func documentation() throws {
    let libraries = try packageText("Package.swift").matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    let documented = try packageText(".spi.yml").matches(of: /- (\w+)\n/).map { String($0.1) }
    #expect(documented.count == libraries.count && Set(documented) == Set(libraries))
  }

  @Test("the jobs run scripts and build targets that exist")
  func jobs() throws {
    let manifest = try packageText("Package.swift")
    for file in ["ci.yml", "platforms.yml"] {
      let text = try packageText(".github/workflows/\(file)")
      let scripts = text.matches(of: /(?:Tests\/run|\.ci\/run)/).map { String($0.0) }
      #expect(!scripts.isEmpty && scripts.allSatisfy { isExecutable($0) }, "\(file): \(scripts)")
      for name in text.matches(of: /--(?:target|product) (\w+)/).map({ String($0.1) }) {
        #expect(manifest.contains("name: \"\(name)\""), "\(file): \(name)")
      }
    }
  }

  private func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: packageRoot.appendingPathComponent(path).path)
  }

  @Test("the table of platforms lists the systems of the manifest, and its jobs")
  func platforms() throws {
    let page = try packageText("Grammar/Guides/UsingTheLibrary.md")
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Platforms\n") })
    let declared = try packageText("Package.swift").matches(of: /\.(\w+)\(\.v(\d+)\)/).map { "\($0.1) \($0.2)" }
    #expect(declared.count == 5)
    for system in declared { #expect(section.contains(system), "\(system)") }
    let jobs = try packageText(".github/workflows/platforms.yml")
    for system in ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "Windows", "Android", "WebAssembly", "ARM"] {
      #expect(jobs.contains(system) && section.contains(system), "\(system)")
    }
  }

  @Test("the changelog begins with the version that the commands print")
  func version() throws {
    let source = try packageText("Sources/CommandSupport/PackageVersion.swift")
    let version = try #require(source.firstMatch(of: /packageVersion = "([^"]+)"/)?.1)
    let headings = try packageText("Grammar/Changelog.md").matches(of: /\n## ([0-9].*)\n/).map { String($0.1) }
    #expect(headings.first == String(version))
  }
}
