import Foundation

/// A contestant in a separate program, which exchanges lines of JSON and measures its own time.
final class Child {
  /// The program's reply to a question.
  struct Reply: Decodable {
    let nanoseconds: Double?
    let count: Int?
    let error: String?
  }

  /// The error for a program that cannot answer.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let arguments: [String]
  private var process: Process?
  private var input = FileHandle.nullDevice
  private var output = FileHandle.nullDevice
  private var unread = Data()

  /// Creates the child. Its program starts with the first question, and starts again after it has ended.
  init(_ arguments: [String]) { self.arguments = arguments }

  deinit {
    try? input.close()
    process?.terminate()
  }

  /// Returns the time and the count of the reply to a question.
  func reply(to question: some Encodable) throws -> (nanoseconds: Double, count: Int) {
    try start()
    try input.write(contentsOf: JSONEncoder().encode(question) + Data("\n".utf8))
    guard let line = readLine() else {
      process?.waitUntilExit()
      process = nil
      throw Failure(description: "the program ended")
    }
    let reply = try JSONDecoder().decode(Reply.self, from: line)
    guard let time = reply.nanoseconds, let count = reply.count else {
      throw Failure(description: reply.error ?? "no answer")
    }
    return (time, count)
  }

  private func start() throws {
    if process != nil { return }
    // A program that has ended is detected by its missing reply.
    signal(SIGPIPE, SIG_IGN)
    let (questions, answers) = (Pipe(), Pipe())
    let process = try Self.process(arguments)
    process.standardInput = questions
    process.standardOutput = answers
    // Standard error reports exceptions that the program has already caught.
    process.standardError = FileHandle.nullDevice
    try process.run()
    (input, output) = (questions.fileHandleForWriting, answers.fileHandleForReading)
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

  /// Returns the process of a program, which is found by name or path as in a shell.
  static func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    return process
  }

  /// Returns both outputs of a program, or nil if it cannot be run or fails.
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
