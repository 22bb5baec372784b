import Foundation

/// GNUstep's `NSPredicate` with the same format strings, in an Objective-C program that is compiled here.
struct GNUstepRival: Rivals.Rival {
  private struct Question: Encodable {
    let format: String
    let over: String
    let times: Int
  }

  private let child: Child

  /// Compiles the program.
  ///
  /// - Parameters:
  ///   - list: The file of the words.
  ///   - folder: The folder for the program.
  init(_ list: URL, letters: Int, rows: String = "objects", in folder: URL) throws {
    guard let flags = Child.output(of: ["gnustep-config", "--objc-flags"]),
      let libraries = Child.output(of: ["gnustep-config", "--base-libs"])
    else {
      throw Child.Failure(description: "gnustep-config is not installed (Debian: apt-get install gnustep-devel gobjc)")
    }
    let program = folder.appendingPathComponent("words-\(rows)").path
    let source = try Rivals.source("words_gnustep.m")
    let call =
      ["gcc"] + flags.split(whereSeparator: { $0.isWhitespace }).map(String.init) + [
        "-std=gnu99", "-O2", source, "-o", program,
      ]
      + libraries.split(whereSeparator: { $0.isWhitespace }).map(String.init)
    guard Child.output(of: call) != nil else {
      throw Child.Failure(description: "gcc cannot compile \(source) (Debian: apt-get install gnustep-devel gobjc)")
    }
    child = Child([program, list.path, String(letters), rows])
  }

  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    let (child, format) = (child, workload.format(data))
    let over = workload.isOverCategories ? "categories" : "words"
    return [
      Contestant(
        role: .gnustep, name: "GNUstep",
        elsewhere: { try child.reply(to: Question(format: format, over: over, times: $0)).nanoseconds }
      ) { .count(try child.reply(to: Question(format: format, over: over, times: 1)).count) }
    ]
  }
}
