import PredicateSyntax

extension PredicateFetchRequest {
  /// Returns the request if a profile permits all of it: the predicate and the having condition, the sort keys, properties and
  /// group keys, and the numbers. The limits of the profile apply to each use of the result.
  ///
  ///     let profile = PredicateProfile.untrusted.permitting(keys: ["title", "year"])
  ///     let request = try JSONDecoder().decode(PredicateFetchRequest.self, from: data).validated(by: profile)
  ///     let found = try books.fetchAll(request)
  ///
  /// A sort key, property or group key is permitted like a key path of a predicate. An aggregate such as `average:(year)` needs the
  /// function in the profile. The lists of a request may have as many elements as the profile permits in a list, and the limit, the
  /// offset and the batch size may be at most the permitted number of rows.
  ///
  /// - Parameters:
  ///   - profile: What the request may use. If the profile permits keys by type, use `validated(by:for:)`.
  ///   - entity: The entity that the result has. A request may name no other entity, unless the profile has keys of its type.
  /// - Throws: `FormatError` for the first part of the request that is not permitted, with its text as the source.
  public func validated(
    by profile: PredicateProfile, of entity: String? = nil
  ) throws(FormatError) -> PredicateFetchRequest {
    let check = RequestCheck(self, profile, { $0.profileFindings(profile) }, { $0.profileFindings(profile) })
    if let refusal = check.refusal(entity: entity) { throw refusal.error }
    return following(profile, entity)
  }

  /// Returns the request if a profile permits all of it for objects of a type.
  package func validated(
    by profile: PredicateProfile, of entity: String? = nil, root: ValueType, keys: any KeySource,
    functions: PredicateFunctions
  ) throws(FormatError) -> PredicateFetchRequest {
    let check = RequestCheck(
      self, profile,
      { $0.findings(in: profile, root: root, keys: keys, functions: functions, operatorsRangeOverAll: true) },
      { $0.findings(in: profile, root: root, keys: keys, functions: functions) })
    if let refusal = check.refusal(entity: entity) { throw refusal.error }
    return following(profile, entity)
  }

  /// Returns the request with the limits and the rules of a profile.
  func following(_ profile: PredicateProfile, _ entity: String?) -> PredicateFetchRequest {
    limited(to: profile.predicateLimits).with { request in
      request.entity = entity ?? request.entity
      request.predicate = request.predicate?.following(profile.useRules)
      request.having = request.having?.following(profile.useRules)
      request.groupRules = KeyRules(profile.useRules, for: request.groupKeys)
      for index in request.sortKeys.indices {
        request.sortKeys[index].rules = KeyRules(profile.useRules, for: [request.sortKeys[index].keyPath])
      }
      for index in request.properties.indices {
        request.properties[index].expression = request.properties[index].expression.following(profile.useRules)
      }
    }
  }
}

/// The check of a request by a profile, part by part.
struct RequestCheck {
  /// A part of a request that is not permitted.
  struct Refusal {
    /// The field of a file, as in `sort`, and the index in its list.
    var field: String
    var index: Int?
    /// The error without the name of the part.
    var errorOfPart: FormatError

    /// The error, whose notes name the part.
    var error: FormatError {
      errorOfPart.noting("this is '\(index.map { "\(field)[\($0)]" } ?? field)' of the request")
    }
  }

  private let request: PredicateFetchRequest
  private let profile: PredicateProfile
  private let findings:
    (predicate: (FormatPredicate) -> [FormatDiagnostic], expression: (FormatExpression) -> [FormatDiagnostic])

  init(
    _ request: PredicateFetchRequest, _ profile: PredicateProfile,
    _ predicate: @escaping (FormatPredicate) -> [FormatDiagnostic],
    _ expression: @escaping (FormatExpression) -> [FormatDiagnostic]
  ) {
    self.request = request
    self.profile = profile
    findings = (predicate, expression)
  }

  /// Returns the first part that is not permitted, or `nil` if all are.
  func refusal(entity: String?) -> Refusal? {
    refusal(ofEntity: entity) ?? refusal(of: request.predicate, "predicate") ?? refusalOfSortKeys
      ?? refusalOfPlace ?? refusalOfNumbers ?? refusalOfProperties ?? refusalOfGroupKeys ?? refusalOfHaving
  }

  private func refusal(ofEntity permitted: String?) -> Refusal? {
    guard let entity = request.entity, entity != permitted else { return nil }
    let isRestricted = permitted != nil || profile.permitted[.keys] != nil || profile.types != nil
    guard isRestricted, profile.types?[entity] == nil else { return nil }
    let names = permitted.map { [$0] } ?? profile.types.map { $0.keys.inByteOrder } ?? []
    return refusal("entity", text: entity, refused("the entity '\(entity)'", names))
  }

  private func refused(_ what: String, _ permitted: [String], _ code: FormatDiagnostic.Code = .keyNotPermitted)
    -> Message
  {
    .notPermitted(code, what, profile: profile.name, permitted: permitted, nearest: nil)
  }

  private func refusal(_ field: String, _ index: Int? = nil, text: String, _ message: Message) -> Refusal {
    refusal(field, index, [FormatDiagnostic(message, at: FormatRange(0, text.utf8.count))], WrittenText(text))
  }

  private func refusal(_ field: String, _ index: Int?, _ findings: [FormatDiagnostic], _ text: WrittenText) -> Refusal {
    Refusal(field: field, index: index, errorOfPart: FormatError(findings, source: text))
  }

  private func refusal(of predicate: FormatPredicate?, _ field: String) -> Refusal? {
    guard let predicate = predicate?.located else { return nil }
    let errors = findings.predicate(predicate).filter { $0.severity == .error }
    return errors.isEmpty ? nil : refusal(field, nil, errors, predicate.writtenText)
  }

  private func refusal(of expression: FormatExpression, _ field: String, _ index: Int) -> Refusal? {
    let expression = expression.located
    let errors = findings.expression(expression).filter { $0.severity == .error }
    return errors.isEmpty ? nil : refusal(field, index, errors, expression.writtenText)
  }

  /// Returns the refusal of a list that is longer than a list may be, at its first element that is too many.
  private func refusal(_ texts: [String], _ field: String) -> Refusal? {
    guard let limit = profile.limits[.elements].map({ max($0, 0) }), texts.count > limit else { return nil }
    let message = Message.limitExceeded(
      .tooManyElements, found: texts.count, of: "elements in '\(field)'", limit: limit, profile: profile.name)
    return refusal(field, limit, text: texts[limit], message)
  }

  private var refusalOfSortKeys: Refusal? {
    if let refusal = refusal(request.sortKeys.map { $0.keyPath }, "sort") { return refusal }
    for (index, key) in request.sortKeys.enumerated() {
      let option: String?
      switch key.comparison {
      case .default, .function: option = nil
      case .caseInsensitive: option = "c"
      case .localizedStandard: option = "l"
      }
      if let option, !profile.permits(option, .options) {
        let what = "the comparison of the sort key '\(key.keyPath)', which has the option '\(option)',"
        let message = refused(what, profile.names(of: .options) ?? [], .optionNotPermitted)
        return refusal("sort", index, text: key.keyPath, message)
      }
      // A property of this name is checked itself.
      if request.properties.contains(where: { $0.name == key.keyPath }) { continue }
      if let refusal = refusal(of: .keyPath(key.keyPath), "sort", index) { return refusal }
    }
    return nil
  }

  private var refusalOfPlace: Refusal? {
    for (index, value) in request.after.enumerated() {
      if let refusal = refusal(of: FormatExpression(.constant(value)), "after", index) { return refusal }
    }
    return nil
  }

  private var refusalOfNumbers: Refusal? {
    if let flaw = request.flawOfNumbers { return Refusal(field: flaw.field, index: nil, errorOfPart: flaw.error) }
    guard let limit = profile.limits[.rows] else { return nil }
    for (field, number) in request.numbers {
      guard let number, number > limit else { continue }
      let message = Message.limitExceeded(
        .tooManyRows, found: number, of: "rows", limit: limit, profile: profile.name)
      return refusal(field, text: "\(field) = \(number)", message)
    }
    return nil
  }

  private var refusalOfProperties: Refusal? {
    if let refusal = refusal(request.properties.map { $0.name }, "properties") { return refusal }
    for (index, property) in request.properties.enumerated() {
      if let limit = profile.limits[.textLength], property.name.utf8.count > limit {
        let message = Message.limitExceeded(
          .literalTooLong, found: property.name.utf8.count, of: "bytes in a name", limit: limit, profile: profile.name)
        return refusal("properties", index, text: property.name, message)
      }
      if let refusal = refusal(of: property.expression, "properties", index) { return refusal }
    }
    return nil
  }

  private var refusalOfGroupKeys: Refusal? {
    if let refusal = refusal(request.groupKeys, "groupBy") { return refusal }
    for (index, keyPath) in request.groupKeys.enumerated() {
      if let refusal = refusal(of: request.expression(ofGroupKey: keyPath), "groupBy", index) { return refusal }
    }
    return nil
  }

  /// The condition on groups is checked with the expressions of the properties in place of their names.
  private var refusalOfHaving: Refusal? {
    guard let having = request.having?.located else { return nil }
    var naming = PropertyNaming(request.properties)
    let condition = naming.rewrite(having)
    if naming.copiedNodes > PredicateLimits.copiedNodes {
      let finding = FormatDiagnostic(.tooManyNodes(limit: PredicateLimits.copiedNodes), at: having.range)
      return refusal("having", nil, [finding], having.writtenText)
    }
    return refusal(of: condition, "having")
  }
}
