import Foundation
import PredicateFormat
import PredicateSQL

// The classes of the proof's objects. Their properties have the keys and types of `ProofModel`, so the in-memory engine reads
// them like the objects of any program.

/// A person, and the superclass of managers.
package class Person: StoredObject {
  var id: Int64 = 0
  var name = ""
  var nick: String?
  var note: String?
  var code = ""
  var flag = false
  var active: Bool?
  var level: Int16 = 0
  var rank: Int16?
  var age: Int32?
  var points: Int64?
  var total: Int64 = 0
  var score: Double?
  var ratio = 0.0
  var weight: Float?
  var price: Decimal?
  var cost = Decimal()
  var born: Date?
  var joined = Date(timeIntervalSinceReferenceDate: 0)
  var seen: Date?
  var logged: Date?
  var token: UUID?
  var serial = UUID(FormatUUID(high: 0, low: 0))
  var badge: UUID?
  var photo: Data?
  var department: Department?
  var office: Office?
  var home: Office
  var boss: Person?
  var reports: [Person] = []
  var mentor: Manager?
  var tasks: [ProofTask] = []
  var tags: [Tag] = []

  package var entityName: String { "Person" }
  package var primaryKey: FormatValue { .integer(id) }

  init(home: Office) { self.home = home }
}

/// A manager, who is a person and heads departments.
package final class Manager: Person {
  var budget: Decimal?
  var departments: [Department] = []

  package override var entityName: String { "Manager" }
}

package final class Department: StoredObject {
  var id: Int64 = 0
  var title = ""
  var floor: Int16?
  var founded: Date?
  var isOpen: Bool?
  var funds: Decimal?
  var key = UUID(FormatUUID(high: 0, low: 0))
  var head: Manager?
  var above: Department?
  var members: [Person] = []

  package var entityName: String { "Department" }
  package var primaryKey: FormatValue { .integer(id) }
}

package final class Office: StoredObject {
  var office = ""
  var city: String?
  var desks: Int32 = 0
  var rent: Double?
  var residents: [Person] = []

  package var entityName: String { "Office" }
  package var primaryKey: FormatValue { .string(office) }
}

/// A task. The name `Task` is taken by the standard library.
package final class ProofTask: StoredObject {
  var id: Int64 = 0
  var title: String?
  var priority: Int16?
  var hours: Double?
  var effort: Int64 = 0
  var fee: Decimal?
  var due: Date?
  var planned: Date?
  var begun: Date?
  var stamped = Date(timeIntervalSinceReferenceDate: 0)
  var opened: Date?
  var closed: Date?
  var isDone = false
  var owner: Person?
  var reviewer: Person?
  var tags: [Tag] = []

  package var entityName: String { "Task" }
  package var primaryKey: FormatValue { .integer(id) }
}

package final class Tag: StoredObject {
  var tag = UUID(FormatUUID(high: 0, low: 0))
  var label = ""
  var weight: Int32?
  var people: [Person] = []
  var tasks: [ProofTask] = []

  package var entityName: String { "Tag" }
  package var primaryKey: FormatValue { FormatValue(tag) }
}

/// Returns an object's properties by name as constants. `Mirror` reads them, independently of how predicates read keys.
package func properties(of object: AnyObject) -> [String: FormatValue] {
  var result: [String: FormatValue] = [:]
  var mirror: Mirror? = Mirror(reflecting: object)
  while let current = mirror {
    for child in current.children {
      guard let label = child.label, let argument = child.value as? any FormatArgument else { continue }
      if case .constant(let value) = argument.formatExpression.kind { result[label] = value }
    }
    mirror = current.superclassMirror
  }
  return result
}
