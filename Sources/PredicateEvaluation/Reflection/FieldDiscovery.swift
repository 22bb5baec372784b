import Observation
import PredicateSyntax

extension SwiftType {
  /// The advice at the end of a reason.
  static let remedy = "name it in predicateKeys"

  /// Finds the keys of the type: readable stored properties and registered keys. Registered keys take precedence.
  func discoverFields() -> FieldTable {
    var table = FieldTable()
    #if NoRuntimeSymbols
    if hasFields { table.incomplete = Self.readsNoStorage }
    #else
    addStoredFields(to: &table)
    #endif
    if let keyed = type as? any PredicateKeyed.Type { addRegisteredKeys(of: keyed, to: &table) }
    // Grammar/Guides/Isolation.md: a class with a key of the main actor is isolated to it, and so are its variables.
    if table.isolation == .mainActor {
      for field in table.readable where field.isVariable { table.set(field.name, .unreadable(reason: Self.isolated)) }
    }
    return table
  }

  private func addRegisteredKeys(of keyed: any PredicateKeyed.Type, to table: inout FieldTable) {
    let (keys, error) = registeredKeys(of: keyed, isObserved: type is any Observable.Type)
    table.flaw = Self.flaw(ofKeys: keys.map(\.name)).map { "the predicateKeys of \(name) \($0)" }
    for key in keys {
      guard let getter = key.getter else {
        if case .found(let field)? = table.entries[key.name] { table.set(key.name, .found(field.registered())) }
        continue
      }
      let field = Field(name: key.name, owner: self, type: getter.type, access: .getter(getter))
      table.set(key.name, field.type.unwrapped.unreadableReason.map { .unreadable(reason: $0) } ?? .found(field))
    }
    if let error { table.incomplete = error }
  }

  /// Returns what is wrong with names in `predicateKeys`, or `nil` if nothing is. Such a list is an error, because otherwise a key
  /// would be ignored silently.
  private static func flaw(ofKeys names: [String]) -> String? {
    var known: Set<String> = []
    for name in names {
      let key = FormatExpression.Key(name)
      if name.isEmpty { return "contain an empty name" }
      if key.isOperator { return "contain '\(name)', which is a collection operator" }
      if key.namesSelf { return "contain '\(name)', which is the object itself" }
      if !known.insert(name).inserted { return "contain '\(name)' twice" }
    }
    return nil
  }

  /// The reason why a variable is not a key if its class has keys of the main actor.
  static let isolated = "it is a var of a class that is isolated to the main actor; \(remedy)"
}

#if !NoRuntimeSymbols
extension SwiftType {
  private func addStoredFields(to table: inout FieldTable) {
    switch kind {
    case .object where Self.isActor(type): refuseAll(&table, "properties of an actor can be read only on the actor")
    case .object: addObjectFields(to: &table)
    case .structure: addValueFields(to: &table)
    case .bool, .integer, .float, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .formatValue, .any,
      .optional, .array, .set, .dictionary, .read, .unreadable:
      break
    }
  }

  /// Adds all stored properties as unreadable.
  private func refuseAll(_ table: inout FieldTable, _ reason: String) {
    for field in Self.storedFields(of: type) { table.set(field.name.plainIdentifier, .unreadable(reason: reason)) }
  }

  private func addValueFields(to table: inout FieldTable) {
    if Self.runtimeKind(of: type) == .enumeration || Self.isLibraryType(type) { return }
    let fields = Self.storedFields(of: type)
    add(fields, in: 0..<size, to: &table)
    if fields.isEmpty, size > 0 { table.incomplete = Self.missingMetadata(name) }
  }

  /// Adds the fields of the class and its superclasses. Each class has its own range of offsets.
  private func addObjectFields(to table: inout FieldTable) {
    guard let type = type as? AnyClass else { return }
    let fields = Self.storedFields(of: type)
    // The root class begins after the object header, which contains the type and the reference counts.
    var start = Self.headerSize
    var seen = 0
    let chain = Self.ancestry(of: type)
    let overridden = OverriddenProperties(in: chain)
    for index in chain.indices {
      let level: AnyClass = chain[index]
      let count = Self.fieldCount(of: level)
      let end = Self.instanceSize(of: level)
      guard count >= seen, count <= fields.count else {
        table.incomplete = Self.missingMetadata(SwiftType.name(of: level))
        return
      }
      if end > start, !Self.isLibraryType(level) {
        if count == seen { table.incomplete = Self.missingMetadata(SwiftType.name(of: level)) }
        add(Array(fields[seen..<count]), in: start..<end, to: &table)
        refuse(overridden, index, Array(fields[seen..<count]), SwiftType.name(of: level), &table)
      }
      // The header of a superclass of another runtime may be smaller. The next fields begin where the superclass ends.
      (seen, start) = (count, end)
    }
  }

  /// The size of the header of an object.
  static let headerSize = 2 * MemoryLayout<Int>.size

  /// Makes the variables of a class unreadable that subclasses override.
  private func refuse(
    _ overridden: OverriddenProperties, _ level: Int, _ fields: [StoredField], _ name: String, _ table: inout FieldTable
  ) {
    let variables = fields.filter(\.isVariable)
    for (field, reason) in zip(variables, overridden.reasons(ofVariables: variables.map(\.name), level, name)) {
      guard let reason else { continue }
      table.overridden[field.offset] = reason
      if case .found? = table.entries[field.name] { table.set(field.name, .unreadable(reason: reason)) }
    }
  }

  private static func missingMetadata(_ name: String) -> String {
    "\(name) was compiled without reflection metadata, so its properties cannot be found; \(Self.remedy)"
  }

  /// Adds the fields of one declaration, which must all be within `bounds`.
  private func add(
    _ fields: [StoredField], in bounds: Range<Int>, to table: inout FieldTable
  ) {
    let isObserved = fields.contains { $0.name == "_$observationRegistrar" }
    let isOfSwiftData = fields.contains { $0.name == "_$backingData" }
    if case .object = kind, fields.contains(where: { $0.isVariable }) { table.hasVariables = true }
    let misplaced = Self.misplaced(fields, in: bounds)
    for (index, field) in fields.enumerated() {
      let storage = field.name.plainIdentifier
      guard !storage.isEmpty else {
        table.incomplete = "\(name) was compiled without the names of its properties; \(Self.remedy)"
        continue
      }
      if storage.hasPrefix("_$") { continue }
      if storage.hasPrefix("$__lazy_storage_$_") {
        let key = String(storage.dropFirst(18)).plainIdentifier
        table.set(key, .unreadable(reason: "it is lazy, so reading it would change the object; \(Self.remedy)"))
        continue
      }
      let key = storage.hasPrefix(".") ? String(storage.dropFirst()) : storage
      if storage.hasPrefix("_"), storage.count > 1 {
        let plain = String(storage.dropFirst()).plainIdentifier
        if isOfSwiftData {
          table.set(plain, .unreadable(reason: "SwiftData stores its value outside the object; \(Self.remedy)"))
          continue
        }
        if isObserved {
          let reason = "it is observed, and reading its storage would go unnoticed; \(Self.remedy)"
          table.set(plain, .unreadable(reason: reason))
          continue
        }
        table.hinted[plain] = "it is not stored itself, but computed from or wrapped by '\(storage)'; \(Self.remedy)"
      }
      table.set(key, entry(field, key: key, isMisplaced: misplaced.contains(index)))
    }
  }

  private func entry(
    _ field: StoredField, key: String, isMisplaced: Bool
  ) -> FieldLookup {
    guard field.isStrong else { return .unreadable(reason: "it is weak or unowned; \(Self.remedy)") }
    guard !isMisplaced else { return .unreadable(reason: "its location could not be verified; \(Self.remedy)") }
    let valueType = SwiftType.of(field.type)
    // An optional of an unreadable type is readable, because a predicate can test it for nil.
    if let reason = valueType.unreadableReason { return .unreadable(reason: reason) }
    let isObject = if case .object = kind { true } else { false }
    return .found(
      Field(
        name: key, owner: self, type: valueType, access: .offset(field.offset), storage: field.name,
        isVariable: isObject && field.isVariable))
  }

  /// Returns the indices of fields with impossible offsets: out of bounds, misaligned, or overlapping another field.
  private static func misplaced(_ fields: [StoredField], in bounds: Range<Int>) -> Set<Int> {
    var misplaced: Set<Int> = []
    var last: (end: Int, index: Int) = (bounds.lowerBound, -1)
    for (index, field) in fields.enumerated().sorted(by: { $0.element.offset < $1.element.offset }) {
      let layout = Self.layout(of: field.type)
      guard layout.size > 0 else { continue }
      let (end, isHuge) = field.offset.addingReportingOverflow(layout.size)
      if isHuge || field.offset < bounds.lowerBound || end > bounds.upperBound || field.offset % layout.alignment != 0 {
        misplaced.insert(index)
      } else {
        if field.offset < last.end {
          misplaced.insert(index)
          if last.index >= 0 { misplaced.insert(last.index) }
        }
        if end > last.end { last = (end, index) }
      }
    }
    return misplaced
  }
}
#endif
