#if !hasFeature(Embedded)
/// What a decoder requires of the trees that it decodes. A profile is such rules.
package protocol TreeRules: Sendable {
  /// The limits for parsing.
  var parsingLimits: PredicateLimits { get }
  /// Returns a tree that follows the rules, or throws what they do not permit.
  func checked<Tree: FormatTree>(_ tree: Tree) throws(FormatError) -> Tree
}

/// The rules of a decoder, which are in its `userInfo`.
package enum DecoderRules {
  package static let key = CodingUserInfoKey(rawValue: "PredicateFormat.profile")

  /// Returns the rules of a decoder, or `nil` if it has none.
  package static func of(_ decoder: any Decoder) -> (any TreeRules)? {
    key.flatMap { decoder.userInfo[$0] as? any TreeRules }
  }
}

extension FormatTree {
  /// Returns the tree if it follows the rules.
  package func checked(by rules: (any TreeRules)?, at path: [FieldError.Step]) throws(FieldError) -> Self {
    guard let rules else { return self }
    do throws(FormatError) { return try rules.checked(self) } catch {
      throw FieldError(path, "the format string is not valid", error)
    }
  }
}
#endif
