import Foundation

/// The text workloads: W2 to W8 and W11.
enum TextWorkloads {
  static let all = [
    suffix, lengthAndSuffix, contains, equalFolded, containsFolded, like, matches, membership,
  ]

  private static let suffix = Workload.words(
    "W2", #"text ENDSWITH "ing""#,
    idiomatic: { words in words.filter { $0.text.hasSuffix("ing") } },
    careful: { words in words.filter { withBytes($0.text, ByteTests.endsWithIng) } })

  private static let lengthAndSuffix = Workload.words(
    "W3", #"length == 20 AND text ENDSWITH "ing""#,
    idiomatic: { words in words.filter { $0.length == 20 && $0.text.hasSuffix("ing") } },
    careful: { words in words.filter { $0.length == 20 && withBytes($0.text, ByteTests.endsWithIng) } })

  private static let contains = Workload.words(
    "W4", #"text CONTAINS "q" AND NOT text CONTAINS "u""#,
    idiomatic: { words in words.filter { $0.text.contains("q") && !$0.text.contains("u") } },
    careful: { words in words.filter { withBytes($0.text, ByteTests.hasQWithoutU) } })

  private static let equalFolded = Workload.words(
    "W5", #"text ==[c] "QIVIUT""#,
    idiomatic: { words in words.filter { $0.text.caseInsensitiveCompare("QIVIUT") == .orderedSame } },
    careful: { words in words.filter { withBytes($0.text, ByteTests.isQiviut) } })

  private static let containsFolded = Workload.words(
    "W6", #"text CONTAINS[cd] "été""#,
    idiomatic: { words in
      words.filter { $0.text.range(of: "été", options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    },
    careful: { words in words.filter { withBytes($0.text, ByteTests.hasEte) } },
    carefulBeyondASCII: { words in words.filter { ByteTests.hasEte($0.text) } })

  private static let like = Workload.words(
    "W7", #"text LIKE "b*ball""#,
    idiomatic: { words in words.filter { $0.text.hasPrefix("b") && $0.text.dropFirst().hasSuffix("ball") } },
    careful: { words in words.filter { withBytes($0.text, ByteTests.isLikeBall) } })

  private static let matches = Workload.words(
    "W8", #"text MATCHES ".*(ing|ed)s?""#,
    // The literal is inside the closure, so the regex is created again for each word.
    idiomatic: { words in words.filter { $0.text.wholeMatch(of: /.*(ing|ed)s?/) != nil } },
    careful: { words in words.filter { withBytes($0.text, ByteTests.endsInIngOrEd) } },
    variants: [
      (
        "regex made once, outside the closure",
        { words in
          let regex = /.*(ing|ed)s?/
          return words.filter { $0.text.wholeMatch(of: regex) != nil }
        }
      )
    ])

  private static let membership = Workload.membership(
    "W11", title: #"text IN {"aa", … 50 words}"#,
    format: { sought in "text IN {" + sought.map { "\"\($0)\"" }.joined(separator: ", ") + "}" },
    idiomatic: { words, sought in
      let set = Set(sought)
      return words.filter { set.contains($0.text) }
    },
    careful: { words, sought in
      let set = Set(sought)
      return ByteTests.shapes(of: sought).withUnsafeBufferPointer { shapes in
        words.filter { word in withBytes(word.text) { shapes[ByteTests.shape($0)] } && set.contains(word.text) }
      }
    })
}
