import PredicateFormat
import Testing

/// A SUBQUERY over a key path that ends in a single value or object, for Swift types and for dictionaries.
@Suite("SUBQUERY over single values of elements")
struct SingleElementTests {
  struct Owner: Sendable {
    var name: String
    var level: Int
    var tags: [String] = []
    var boss: Boss?
  }

  final class Boss: Sendable {
    let level: Int
    let label: String?
    init(_ level: Int, _ label: String? = nil) { (self.level, self.label) = (level, label) }
  }

  struct Task: Sendable {
    var title: String
    var note: String?
    var owner: Owner?
    var lead: Owner
    var boss: Boss
    var extra: (any Sendable)?
    var values: [String: Int] = [:]
  }

  struct Row: Sendable {
    var limit: Int
    var tasks: [Task]
    var optionalTasks: [Task]?
  }

  private static let bosses = [Boss(1), Boss(2, "two"), Boss(3, "three")]
  private static let owners = [
    Owner(name: "ann", level: 1, tags: ["p", "q"], boss: bosses[1]), Owner(name: "bo", level: 2, boss: nil),
    Owner(name: "cy", level: 3, tags: ["q"], boss: bosses[2]),
  ]
  private static let tasks = [
    Task(title: "one", note: nil, owner: owners[0], lead: owners[1], boss: bosses[0], extra: 3),
    Task(title: "three", note: "n", owner: nil, lead: owners[2], boss: bosses[1], extra: "text", values: ["a": 1]),
    Task(title: "five", note: "long", owner: owners[2], lead: owners[0], boss: bosses[2], extra: nil),
    Task(title: "six", note: nil, owner: owners[1], lead: owners[2], boss: bosses[2], extra: [3, 4]),
  ]
  private static let rows = [
    Row(limit: 1, tasks: tasks, optionalTasks: tasks), Row(limit: 3, tasks: [], optionalTasks: []),
    Row(limit: 2, tasks: [tasks[1]], optionalTasks: [tasks[1], tasks[1]]),
    Row(limit: 3, tasks: Array(repeating: tasks[2], count: 70) + tasks, optionalTasks: [tasks[0]]),
  ]

  private static func dictionary(_ owner: Owner) -> [String: Any] {
    ["name": owner.name, "level": owner.level, "tags": owner.tags, "boss": owner.boss.map(dictionary) as Any]
  }

  private static func dictionary(_ boss: Boss) -> [String: Any] { ["level": boss.level, "label": boss.label as Any] }

  private static func dictionary(_ task: Task) -> [String: Any] {
    [
      "title": task.title, "note": task.note as Any, "owner": task.owner.map(dictionary) as Any,
      "lead": dictionary(task.lead), "boss": dictionary(task.boss), "extra": task.extra as Any, "values": task.values,
    ]
  }

  private static func dictionary(_ row: Row) -> [String: Any] {
    [
      "limit": row.limit, "tasks": row.tasks.map(dictionary),
      "optionalTasks": row.optionalTasks.map { $0.map(dictionary) } as Any,
    ]
  }

  private static let counts = [
    "SUBQUERY(tasks.owner, $x, TRUEPREDICATE).@count", "SUBQUERY(tasks.owner, $x, $x == nil).@count",
    "SUBQUERY(tasks.owner, $x, $x != nil).@count", "SUBQUERY(tasks.owner, $x, $x.name == nil).@count",
    "SUBQUERY(tasks.owner, $x, $x.name BEGINSWITH 'a').@count", "SUBQUERY(tasks.owner, $x, $x.level > limit).@count",
    "SUBQUERY(tasks.owner, $x, $x.level == limit).@count", "SUBQUERY(tasks.lead, $x, $x.level == limit).@count",
    "SUBQUERY(tasks.boss, $x, $x.level >= limit AND $x.label != nil).@count",
    "SUBQUERY(tasks.owner.boss, $x, $x == nil).@count", "SUBQUERY(tasks.owner.boss, $x, $x.level > 2).@count",
    "SUBQUERY(tasks.lead.boss.label, $x, $x == nil).@count", "SUBQUERY(tasks.owner.name, $x, $x == nil).@count",
    "SUBQUERY(tasks.owner.name, $x, $x IN {'bo', 'cy'}).@count",
    "SUBQUERY(tasks.owner.level, $x, $x BETWEEN {2, 3}).@count",
    "SUBQUERY(tasks.owner.level, $x, $x != nil AND $x + 1 > limit).@count",
    "SUBQUERY(tasks.title, $x, $x.length > 3).@count",
    "SUBQUERY(tasks.title, $x, $x ENDSWITH[c] 'E').@count", "SUBQUERY(tasks.title.length, $x, $x == 3).@count",
    "SUBQUERY(tasks.owner.name.length, $x, $x == nil).@count", "SUBQUERY(tasks.note, $x, $x == nil).@count",
    "SUBQUERY(tasks.note, $x, $x LIKE 'l*').@count", "SUBQUERY(tasks.extra, $x, $x == 3).@count",
    "SUBQUERY(tasks.extra, $x, $x == nil).@count", "SUBQUERY(tasks.values, $x, $x.a == 1).@count",
    "SUBQUERY(tasks.owner, $x, SUBQUERY($x.tags, $t, $t == 'q').@count > 0).@count",
    "SUBQUERY(tasks.owner, $x, ANY $x.tags == 'q').@count", "SUBQUERY(tasks.owner, $x, $x.level > 1).boss.@max.level",
    "SUBQUERY(tasks.owner, $x, TRUEPREDICATE).@sum.level", "SUBQUERY(tasks.lead, $x, $x.level > 1).@max.level",
    "SUBQUERY(SUBQUERY(tasks.lead, $x, $x.level != 2).boss, $y, $y.level > 2).@count",
    "SUBQUERY(tasks.owner, $x, SUBQUERY(tasks.lead, $y, $y.level == $x.level).@count > 1).@count",
    "SUBQUERY(optionalTasks.owner, $x, $x.level > 0).@count", "SUBQUERY(optionalTasks.lead, $x, $x.level > 0).@count",
  ]

  @Test("the same elements in structs, optional structs and dictionaries", arguments: counts)
  func elements(_ count: String) throws {
    let dictionaries = Self.rows.map(Self.dictionary)
    var found = Set<[Int]>()
    for number in [0, 1, 2, 3, 4, 71, 72, 73, 74] {
      let predicate = try FormatPredicate("\(count) == \(number)")
      let expected = try dictionaries.indices.filter { try predicate.evaluate(with: dictionaries[$0]) }
      #expect(try CompiledPredicate<Row>(predicate).indices(of: Self.rows) == expected, "\(predicate)")
      #expect(try CompiledPredicate<Row?>(predicate).indices(of: Self.rows) == expected, "\(predicate)")
      #expect(try PredicateColumns(Self.rows).indices(matching: predicate) == expected, "\(predicate)")
      found.insert(expected)
    }
    #expect(found.count > 1, "the numbers distinguish no rows")
  }
}
