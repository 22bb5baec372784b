import Foundation
import PredicateCoreData
import PredicateSQL
import TestSupport
import Testing

/// Invalid and hostile Core Data models: an error with the line, in little time, and no crash.
struct CoreDataFaultTests {
  private func error(_ contents: String) -> String {
    do {
      _ = try CoreDataModel(Array(contents.utf8), store: CoreDataStore(entityNumbers: [:]))
      return "none"
    } catch {
      return error.description
    }
  }

  @Test(
    "broken files",
    arguments: [
      ("", "contents:1: this is not well-formed XML: there is no element"),
      ("{}", "contents:1: this is not well-formed XML: there is text outside the outermost element"),
      ("<model>\n<entity name='A'>\n</model>", "contents:3: this is not well-formed XML: </model> closes <entity>"),
      (
        "<model>\n<entity name='A'>\n</entity>\n</modle>",
        "contents:4: this is not well-formed XML: </modle> closes <model>"
      ),
      ("<model>\n<entity name='A'/>\n", "contents:3: this is not well-formed XML: <model> is not closed"),
      (
        "<model/>\n<model/>",
        "contents:2: this is not well-formed XML: <model> follows the end of the outermost element"
      ),
      (
        "<model>\n<entity name=A/></model>",
        "contents:2: this is not well-formed XML: the value of 'name' is not in quotes"
      ),
      ("<model>\n<entity name='&bad;'/></model>", "contents:2: the entity &bad; is not defined"),
      (
        "<!DOCTYPE m SYSTEM 'x'>\n<model><entity name='&bad;'/></model>",
        "contents:2: the entity &bad; is not defined"
      ),
      ("<model>\n<entity name='&'/></model>", "contents:2: this is not well-formed XML: '&' is written &amp;"),
      ("<plist><dict/></plist>", "contents: this is not a Core Data model: it has no 'model'"),
      ("bplist00", "contents: this is a compiled model or a binary property list; expected the XML that Xcode edits"),
      ("<model>\n<entity/></model>", "contents:2: 'entity' needs a 'name'"),
      ("<model>\n<entity name=''/></model>", "contents:2: 'entity' needs a 'name'"),
      (
        "<model><entity name='A'>\n<attribute attributeType='String'/></entity></model>",
        "contents:2: 'attribute' needs a 'name'"
      ),
      (
        "<model><entity name='A'>\n<relationship name='b'/></entity></model>",
        "contents:2: 'relationship' needs a 'destinationEntity'"
      ),
      ("<model><entity name='A'/>\n<entity name='A'/></model>", "contents:2: there are two entities 'A'"),
      (
        "<model><entity name='Ärger'/></model>",
        "contents:1: the table of 'Ärger' is not known: its name is not ASCII without spaces"
      ),
      (
        "<model><entity name='Word'/>\n<entity name='Noun' parentEntity='Wrod'/></model>",
        "contents:2: unknown entity 'Wrod'; did you mean Word?"
      ),
      (
        "<model><entity name='A' parentEntity='B'/>\n<entity name='B' parentEntity='A'/></model>",
        "contents:1: the parents of 'A' form a cycle"
      ),
      (
        "<model><entity name='A'/>\n<entity name='B' parentEntity='A'/></model>",
        "contents:2: the store's Z_PRIMARYKEY has no entity 'B'"
      ),
      (
        "<model><entity name='Word'>\n<relationship name='a' destinationEntity='Wrod'/></entity></model>",
        "contents:2: unknown entity 'Wrod'; did you mean Word?"
      ),
      (
        "<model><entity name='A'>\n<relationship name='a' toMany='YES' destinationEntity='A' inverseName='b'/></entity></model>",
        "contents:2: 'A' has no relationship 'b', the inverse of 'a'"
      ),
      (
        "<model><entity name='A'><attribute name='a' attributeType='String'/>\n"
          + "<attribute name='b' attributeType='Date'/><attribute name='b' attributeType='Date'/></entity></model>",
        "none"
      ),
      (
        "<model><entity name='A'><attribute name='b' attributeType='String'/>"
          + "<relationship name='b' toMany='YES' destinationEntity='B' inverseName='a'/></entity>"
          + "<entity name='B'><relationship name='a' destinationEntity='A' inverseName='b'/></entity></model>",
        "contents: entities[0].relationships[0].name: the key 'b' is duplicated"
      ),
    ])
  func brokenFiles(contents: String, expected: String) { #expect(error(contents) == expected) }

  @Test("text that is not UTF-8, and encodings that would read different text")
  func encodings() {
    #expect(throws: CoreDataModelError("contents", line: 1, "this is not UTF-8")) {
      try CoreDataModel([0x3C, 0xFF, 0x3E])
    }
    let other = "<?xml version='1.0' encoding='UTF-7'?><model/>"
    #expect(error(other) == "contents:1: the file must be encoded in UTF-8, and not in utf-7")
    #expect(error("<?xml version='1.0' encoding='utf-8'?><model/>") == "none")
    #expect(error("\u{FEFF}<?xml version='1.0' encoding='utf-8'?><model/>") == "none")
    let far = "<?xml version='1.0'\(String(repeating: " ", count: 300))encoding='UTF-7'?><model/>"
    #expect(error(far) == "contents:1: the file must be encoded in UTF-8, and not in utf-7")
    let both = "<?xml version='1.0' encoding='UTF-7' is='utf-8'?><model><entity name='+AMQ-'/></model>"
    #expect(error(both) == "contents:1: the file must be encoded in UTF-8, and not in utf-7")
    let wide = "<?a?><model/>".map { "\($0)\0" }.joined()
    #expect(error(wide) == "contents:1: this is not well-formed XML: the name of a tag is missing")
    #expect(error("<model>\0</model>") == "contents:1: U+0000 is not XML")
  }

  @Test(
    "instructions and declarations",
    arguments: [
      ("<?a?><model/>", "none"),
      ("<?xml?><?a?><model/>", "none"),
      ("\n<?xml?><model/>", "none"),
      ("<model>\n<?a?></model>", "none"),
      ("<model/>\n<?a b?>", "none"),
      (
        "<!DOCTYPE m [<!NOTATION n SYSTEM 'x'>]><model/>",
        "contents:1: declarations within a DOCTYPE are not supported"
      ),
      (
        "<!DOCTYPE m [<!ATTLIST m a CDATA #IMPLIED>]><model/>",
        "contents:1: declarations within a DOCTYPE are not supported"
      ),
      (
        "<!DOCTYPE m [<!ELEMENT m ANY>]><model/>",
        "contents:1: declarations within a DOCTYPE are not supported"
      ),
      ("<!DOCTYPE m [%a;]><model/>", "contents:1: declarations within a DOCTYPE are not supported"),
      ("<model\n xmlns:a='b'/>", "none"),
      ("<model\nxmlns='b'/>", "none"),
      ("<!", "contents:1: declarations other than a DOCTYPE are not supported"),
      ("<", "contents:1: this is not well-formed XML: the name of a tag is missing"),
      ("<?xml", "contents:1: this is not well-formed XML: an instruction has no end"),
      ("<?xml?>", "contents:1: this is not well-formed XML: there is no element"),
      (
        "<?xml version='1.0'><model/>", "contents:1: this is not well-formed XML: the XML declaration has no end"
      ),
      ("<!DOCTYPE model><!---->\n<model><![CDATA[]]></model>", "none"),
      ("<!-- Ben & Jerry <?a?> <!NOTATION> xmlns:a='b' -->\n<model/>", "none"),
      ("<model><!-- & --><![CDATA[ <!-- & <?a?> ]]></model>", "none"),
      // Text that only resembles the beginning of a comment hides nothing.
      ("<!DOCTYPE m SYSTEM '<!--'><?a?><!-- --><model/>", "none"),
      ("<!DOCTYPE m SYSTEM '> <!--'><?a?><!-- --><model/>", "none"),
      (
        "<model a='<!--'><?a?><!-- --></model>", "contents:1: this is not well-formed XML: a tag cannot contain '<'"
      ),
      ("<model><![CDATA[ <!-- ]]><?a?><!-- --></model>", "none"),
      ("<!--><?a?>--><model/>", "none"),
      ("<!-- a\n --><?a?><model/>", "none"),
      ("<!-- <?a?><model/>", "contents:1: this is not well-formed XML: a comment has no end"),
    ])
  func instructionsAndDeclarations(contents: String, expected: String) { #expect(error(contents) == expected) }

  @Test("hostile files: entities, other files, depth, size", .timeLimit(.minutes(10)))
  func hostileFiles() {
    let laughs = "<!DOCTYPE m [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]><model><entity name='&b;'/></model>"
    #expect(error(laughs) == "contents:1: declarations within a DOCTYPE are not supported")
    let outside = "<!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><model><entity name='&a;'/></model>"
    #expect(error(outside) == "contents:1: declarations within a DOCTYPE are not supported")
    #expect(error("<!DOCTYPE model SYSTEM 'file:///nowhere/x.dtd'><model/>") == "none", "the external file is not read")
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(error("<model>\n\(deep)") == "contents:2: elements are nested more than 50 levels deep")
    let tag = "<model a='>'\(String(repeating: " ", count: 65_536 - 14))/>"
    #expect(error(tag) == "none")
    #expect(error(" \(tag)") == "none")
    #expect(
      error("<model \(tag.dropFirst(6))\n") == "contents:1: a tag has more than 65536 bytes")
    let wide = "<model>\(String(repeating: "<entity name='A'><x/></entity>", count: 100_000))</model>"
    #expect(error(wide) == "contents:1: there are two entities 'A'")
    let chain = (0..<20_000).map { "<entity name='E\($0)' parentEntity='E\($0 + 1)'/>" }.joined()
    #expect(
      error("<model>\(chain)<entity name='E20000'/></model>") == "contents:1: the parents of 'E0' are more than 100")
    let links = (0..<20_000).map {
      "<relationship name='r\($0)' toMany='YES' destinationEntity='A' inverseName='r\($0)'/>"
    }
    let linked = "<model><entity name='A'>\(links.joined())</entity></model>"
    #expect(error(linked) == "none", "each is its own inverse, and omitted")
  }

  private func folder(_ files: [String: String]) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("M-\(UUID().uuidString).xcdatamodeld")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return root
  }

  private func reason(_ files: [String: String]) throws -> String {
    let root = try folder(files)
    defer { try? FileManager.default.removeItem(at: root) }
    do {
      let model = try PredicateModel(coreDataModel: root)
      return model.entities.map(\.name).joined(separator: ",")
    } catch {
      #expect(error.file.hasPrefix(root.path))
      return error.reason
    }
  }

  private func version(_ name: String) -> String {
    "<plist><dict><key>other</key><integer>1</integer><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>"
  }

  @Test("folders: the current version, and folders that contain no model")
  func folders() throws {
    let (a, b) = ("<model><entity name='A'/></model>", "<model><entity name='B'/></model>")
    let both = ["a.xcdatamodel/contents": a, "b.xcdatamodel/contents": b]
    #expect(try reason(["a.xcdatamodel/contents": a]) == "A")
    #expect(try reason(both) == "no version is current; there are a.xcdatamodel, b.xcdatamodel")
    #expect(try reason(both.merging([".xccurrentversion": version("b.xcdatamodel")]) { $1 }) == "B")
    #expect(
      try reason(both.merging([".xccurrentversion": version("../b.xcdatamodel")]) { $1 })
        == "unknown version '../b.xcdatamodel'; the versions are a.xcdatamodel, b.xcdatamodel")
    #expect(
      try reason(both.merging([".xccurrentversion": "<plist/>"]) { $1 })
        == "it names no version: '_XCCurrentVersionName' is missing")
    #expect(
      try reason(both.merging([".xccurrentversion": "x"]) { $1 })
        == "this is not well-formed XML: there is text outside the outermost element")
    #expect(try reason(["a.xcdatamodel/layout": ""]) == "the file does not exist")
    #expect(
      try reason(["elements": "", "layout": ""]) == "this model has an old format; save it with Xcode 4 or later")
    #expect(
      try reason(["a.txt": ""])
        == "this folder contains no model: neither a file 'contents' nor a folder '.xcdatamodel'")
    #expect(throws: CoreDataModelError("/nowhere/M.xcdatamodeld", "the file does not exist")) {
      try PredicateModel(coreDataModel: URL(fileURLWithPath: "/nowhere/M.xcdatamodeld"))
    }
  }

  @Test("the package's own name is the version if none is named")
  func ownName() throws {
    let root = try folder(["x.xcdatamodel/contents": "<model><entity name='X'/></model>"])
    defer { try? FileManager.default.removeItem(at: root) }
    let own = root.deletingPathExtension().lastPathComponent + ".xcdatamodel"
    let file = root.appendingPathComponent(own).appendingPathComponent("contents")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "<model><entity name='Own'/></model>".write(to: file, atomically: true, encoding: .utf8)
    #expect(try PredicateModel(coreDataModel: root).entities.map(\.name) == ["Own"])
  }
}
