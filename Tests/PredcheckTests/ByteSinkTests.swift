import Foundation
import PredcheckCommands
import PredcheckSupport
import Testing

/// Tests of the output that is written to a descriptor.
struct ByteSinkTests {
  @Test("bytes are written to the descriptor in order, large pieces at once")
  func writing() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("sink-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let sink = ByteSink(descriptor: handle.fileDescriptor)
    sink.write("a")
    #expect(try Data(contentsOf: file).isEmpty, "a small piece is buffered")
    sink.writeLine(ArraySlice(repeating: 0x62, count: 1 << 16))
    #expect(try Data(contentsOf: file).count == 2 + 1 << 16)
    sink.write("c")
    sink.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("ab") && text.hasSuffix("b\nc") && text.utf8.count == 3 + 1 << 16)
    #expect(sink.failure == nil && sink.bytes.isEmpty)
    try handle.close()
  }

  @Test("a write that fails is reported, once, and ends the output")
  func failure() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("sink-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("x".utf8).write(to: file)
    // A read-only descriptor accepts no bytes.
    let handle = try FileHandle(forReadingFrom: file)
    let sink = ByteSink(descriptor: handle.fileDescriptor)
    sink.write("a")
    sink.flush()
    #expect(sink.failure == "Bad file descriptor")
    sink.write("b")
    sink.flush()
    #expect(sink.failure == "Bad file descriptor" && sink.bytes.isEmpty)
    #expect(try Data(contentsOf: file) == Data("x".utf8))
    try handle.close()
  }
}
