import Foundation

/// GNUstep's `NSPredicate` with the same format strings, in an Objective-C program that is compiled here.
struct GNUstepRival: Rivals.Rival {
  private struct Question: Encodable {
    let list: WordFile
    let format: String
    let over: String
    let times: Int
  }

  let child: Child
  let list: WordFile

  /// Returns the program, compiled in a folder. `rows` is "objects" or "dictionaries".
  static func program(rows: String, in folder: URL) throws -> Child {
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
    return Child([program, rows])
  }

  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    let (format, over) = (workload.format(data), workload.isOverCategories ? "categories" : "words")
    let reply = { times in
      try child.reply(to: Question(list: list, format: format, over: over, times: times))
    }
    return [
      Contestant(role: .gnustep, name: "GNUstep", elsewhere: { try reply($0).nanoseconds }) {
        .count(try reply(1).count)
      }
    ]
  }
}
