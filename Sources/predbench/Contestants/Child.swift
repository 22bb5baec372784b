import Foundation

/// A contestant's own program: it is asked by lines of JSON, answers by lines of JSON, and measures itself.
final class Child {
  /// What the program answers to a question.
  struct Reply: Decodable {
    let nanoseconds: Double?
    let count: Int?
    let fault: String?
  }

  /// The program could not answer.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let arguments: [String]
  private var process: Process?
  private var input = FileHandle.nullDevice
  private var output = FileHandle.nullDevice
  private var unread = Data()

  /// Makes the child; it starts when it is first asked, and again where it came to an end.
  init(_ arguments: [String]) { self.arguments = arguments }

  deinit {
    try? input.close()
    process?.terminate()
  }

  /// Asks one question.
  func ask(_ question: some Encodable) throws -> (nanoseconds: Double, count: Int) {
    try start()
    try input.write(contentsOf: JSONEncoder().encode(question) + Data("\n".utf8))
    guard let line = readLine() else {
      process?.waitUntilExit()
      process = nil
      throw Fault(description: "the program ended")
    }
    let reply = try JSONDecoder().decode(Reply.self, from: line)
    guard let time = reply.nanoseconds, let count = reply.count else {
      throw Fault(description: reply.fault ?? "no answer")
    }
    return (time, count)
  }

  private func start() throws {
    if process != nil { return }
    // A program that is gone is told by the lines that it does not write.
    signal(SIGPIPE, SIG_IGN)
    let (asked, answered) = (Pipe(), Pipe())
    let process = try Self.process(arguments)
    process.standardInput = asked
    process.standardOutput = answered
    // It tells of exceptions that it has caught.
    process.standardError = FileHandle.nullDevice
    try process.run()
    (input, output) = (asked.fileHandleForWriting, answered.fileHandleForReading)
    unread = Data()
    self.process = process
  }

  private func readLine() -> Data? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread = Data(unread[(end + 1)...]) }
        return Data(unread[..<end])
      }
      let more = output.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  // MARK: Programs that run once

  /// A program by its name or path, to be looked for as a shell does.
  static func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    return process
  }

  /// What a program prints, on both of its outputs; nil where it cannot be run or fails.
  static func output(of arguments: [String]) -> String? {
    guard let process = try? process(arguments) else { return nil }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd() ?? Data() else {
      return nil
    }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
