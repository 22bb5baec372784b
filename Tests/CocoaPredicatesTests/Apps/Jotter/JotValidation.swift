import Foundation
import CocoaPredicates

extension NSPredicate {
  /// Matches anything that looks like an email address.
  static var jotEmail: NSPredicate {
    return NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}")
  }

  /// Matches a string that is exactly `value`, or exactly one of the spellings which differ in case.
  static func jotCaseInsensitive(_ value: String) -> NSPredicate {
    return NSPredicate(format: "SELF ==[c] %@", value)
  }

  static func jotLength(_ range: ClosedRange<Int>) -> NSPredicate {
    return NSPredicate(format: "SELF MATCHES %@", "^.{\(range.lowerBound),\(range.upperBound)}$")
  }

  static func jotNoWhitespace() -> NSPredicate {
    return NSPredicate(format: "NOT (SELF MATCHES %@)", ".*\\s.*")
  }
}

enum JotValidationError: String {
  case address = "not an address"
  case length = "wrong length"
  case whitespace = "contains spaces"
  case reserved = "reserved"
  case weak = "too weak"
  case characters = "bad characters"
}

struct JotRule {
  let predicate: NSPredicate
  let error: JotValidationError
}

struct JotValidator {
  let rules: [JotRule]

  func validate(_ value: String) -> JotValidationError? {
    return rules.first { !$0.predicate.evaluate(with: value) }?.error
  }

  static func email() -> JotValidator {
    return JotValidator(rules: [
      JotRule(predicate: .jotNoWhitespace(), error: .whitespace),
      JotRule(predicate: .jotEmail, error: .address),
    ])
  }

  static func password(for email: String) -> JotValidator {
    let digit = NSPredicate(format: "SELF MATCHES '.*[0-9].*'")
    let letter = NSPredicate(format: "SELF MATCHES[c] '.*[a-z].*'")
    return JotValidator(rules: [
      JotRule(predicate: .jotLength(8...20), error: .length),
      JotRule(
        predicate: NSCompoundPredicate(notPredicateWithSubpredicate: .jotCaseInsensitive(email)), error: .reserved),
      JotRule(predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [digit, letter]), error: .weak),
    ])
  }

  static func tagName(existing: [String]) -> JotValidator {
    return JotValidator(rules: [
      JotRule(predicate: .jotLength(1...12), error: .length),
      JotRule(predicate: NSPredicate(format: "NOT (SELF IN %@)", existing), error: .reserved),
      JotRule(predicate: NSPredicate(format: "NOT (SELF BEGINSWITH '#' OR SELF CONTAINS ',')"), error: .characters),
    ])
  }
}

extension String {
  var jotIsEmail: Bool {
    return NSPredicate.jotEmail.evaluate(with: self)
  }
}

enum JotValidationAnswers {
  static func answers() -> [String] {
    var lines: [String] = []
    let addresses = [
      "pat@mail.example", "pat@mail", "p.a+t@sub.mail.org", "@mail.example", "pat mail@x.org", "PAT@MAIL.EXAMPLE",
      "pat@mail.e", "",
    ]
    lines.append("emails: " + addresses.filter { $0.jotIsEmail }.joined(separator: ", "))
    let email = JotValidator.email()
    for address in ["kim@mail.example", "kim@", "kim @mail.example"] {
      lines.append("\(address): \(email.validate(address)?.rawValue ?? "ok")")
    }
    let password = JotValidator.password(for: "pat@mail.example")
    for value in ["short1", "PAT@mail.example", "onlyletters", "1234567890", "LETTERS123", "a123456789012345678901234"]
    {
      lines.append("\(value): \(password.validate(value)?.rawValue ?? "ok")")
    }
    let tag = JotValidator.tagName(existing: JotFixture.tags().map { $0.name })
    for name in ["", "garden", "work", "#plans", "one,two", "Work", "averyverylongname"] {
      lines.append("'\(name)': \(tag.validate(name)?.rawValue ?? "ok")")
    }
    let valid = (addresses as NSArray).filtered(
      using: NSCompoundPredicate(andPredicateWithSubpredicates: [
        .jotEmail, NSPredicate(format: "SELF ENDSWITH[c] %@", ".example"),
      ]))
    lines.append("company: \(valid.count)")
    lines.append("case: \(NSPredicate.jotCaseInsensitive("Work").evaluate(with: "wORK"))")
    lines.append("same rule: \(NSPredicate.jotEmail == NSPredicate.jotEmail)")
    lines.append(
      "tests: \(NSPredicate(format: "SELF > %d", 3).evaluate(with: 5)) \(NSPredicate(format: "SELF.name = 'x'").evaluate(with: ["name": "x"]))"
    )
    return lines
  }
}
