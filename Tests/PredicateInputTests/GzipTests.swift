import Foundation
import PredicateInput
import Testing

private let isZlibThere = (try? GzipReader(ByteSource([], name: ""), after: [])) != nil

/// Input that is compressed by gzip.
@Suite(.enabled(if: isZlibThere, "zlib is installed"))
struct GzipTests {
  /// `a,b\n1,2\n` and `3,4\n`, each compressed by gzip.
  private let first = bytes("H4sIAAAAAAACA0vUSeIy1DHiAgB7B5cKCAAAAA==")
  private let second = bytes("H4sIAAAAAAACAzPWMeECAD4tcqkEAAAA")

  private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  /// Reads bytes that may be compressed. Each piece has at most `size` bytes.
  private func text(_ bytes: [UInt8], pieces size: Int = 1 << 16) throws -> String {
    let source = ByteSource(bytes, name: "x.gz").decompressed()
    var text: [UInt8] = []
    while try source.read(size, into: &text) {}
    #expect(try !source.read(size, into: &text), "the end stays the end")
    return String(decoding: text, as: UTF8.self)
  }

  private func error(_ bytes: [UInt8]) -> String? {
    do {
      _ = try text(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("several members are one text, in pieces of any size")
  func members() throws {
    for size in [1, 3, 1 << 16] {
      #expect(try text(first, pieces: size) == "a,b\n1,2\n")
      #expect(try text(first + second, pieces: size) == "a,b\n1,2\n3,4\n")
    }
    #expect(try text(first + [0, 0, 0]) == "a,b\n1,2\n", "zeros after a member are padding")
    #expect(try text(first + [0] + second) == "a,b\n1,2\n3,4\n")
    var stream = RowStream(ByteSource(first + second, name: "x.csv.gz").decompressed(), kind: .csv, pieceSize: 1)
    #expect(
      try stream.all().values == [
        .record(["a": .string("1"), "b": .string("2")]), .record(["a": .string("3"), "b": .string("4")]),
      ])
  }

  @Test("other bytes are unchanged")
  func plain() throws {
    for text in ["\u{1F}x", "a,b\n"] { #expect(try self.text(Array(text.utf8)) == text) }
    for text in ["", "\u{1F}"] {
      var bytes: [UInt8] = []
      while try ByteSource(Array(text.utf8), name: "x.csv").decompressed().read(1, into: &bytes), bytes.count < 1 {}
      #expect(bytes == Array(text.utf8))
      #expect(error(Array(text.utf8)) == "x.gz: the gzip data is incomplete: it ends at byte \(text.utf8.count)")
    }
  }

  @Test("incomplete and damaged data are errors with a position")
  func damaged() {
    for count in 2..<first.count {
      #expect(error(Array(first[..<count])) == "x.gz: the gzip data is incomplete: it ends at byte \(count)")
    }
    #expect(
      error(first + second.dropLast()) == "x.gz: the gzip data is incomplete: it ends at byte \(first.count + 23)")
    var wrong = first
    wrong[20] ^= 0xFF
    #expect(error(wrong)?.hasPrefix("x.gz: the gzip data is corrupt at byte 2") == true)
    #expect(error(first + Array("more".utf8)) == "x.gz: the gzip data is corrupt at byte 30: incorrect header check")
    #expect(error([0x1F, 0x8B, 0x07] + first.dropFirst(3))?.contains("unknown compression method") == true)
  }

  @Test("without zlib, the error names the remedy")
  func missing() {
    #expect(throws: InputError.self) {
      try GzipReader(ByteSource([], name: "x.gz"), after: [], libraries: ["libnone.so"])
    }
    do { _ = try GzipReader(ByteSource([], name: "x.gz"), after: [], libraries: ["libnone.so"]) } catch {
      #expect(
        "\(error)" == """
          x.gz: this is compressed by gzip, which needs zlib: none of libnone.so can be opened; install zlib, or decompress \
          the input with gzip -dc
          """)
    }
  }
}
