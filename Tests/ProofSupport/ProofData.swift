import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport

/// The objects of the proof, made from a seed. They are the same for all engines, except infinities, which MariaDB cannot store.
package final class ProofData {
  package let seed: UInt64
  /// The rows that the predicates select from, including the managers.
  package private(set) var people: [Person] = []
  package private(set) var managers: [Manager] = []
  package private(set) var departments: [Department] = []
  package private(set) var offices: [Office] = []
  package private(set) var tasks: [ProofTask] = []
  package private(set) var tags: [Tag] = []
  /// The rows of the proof of decimals.
  package private(set) var accounts: [Account] = []
  package private(set) var entries: [Entry] = []
  /// Keys of missing objects, and of rows of another entity, by the object and the key of the relationship. Both read as nil.
  var danglingKeys: [ObjectIdentifier: [String: FormatValue]] = [:]
  /// Rows of the persons' table that are not persons.
  let outsiders = 1_001...1_006

  private var random: SeededRandom
  private let holdsInfinity: Bool
  /// Whether columns of decimals count units in integers.
  let areUnits: Bool
  /// Whether the engine knows time zones.
  let hasTimeZones: Bool

  /// Creates the objects.
  ///
  /// - Parameter ofDecimals: Whether to create only accounts and entries.
  package init(seed: UInt64, for dialect: DatabaseDialect, ofDecimals: Bool = false) {
    self.seed = seed
    random = SeededRandom(state: seed)
    holdsInfinity = dialect.table.holdsInfinity
    areUnits = !dialect.table.storage.contains(.nativeDecimal)
    hasTimeZones = dialect.table.operations[.localDate] != nil
    if ofDecimals {
      let rows = LedgerRows(seed: seed, for: dialect)
      (accounts, entries) = (rows.accounts, rows.entries)
      return
    }
    makeObjects()
    relate()
  }

  // The relationships are cycles, which must be broken.
  deinit {
    for person in people { (person.boss, person.reports, person.mentor, person.tasks) = (nil, [], nil, []) }
    for person in people { (person.tags, person.department) = ([], nil) }
    for manager in managers { manager.departments = [] }
    for department in departments { (department.head, department.above, department.members) = (nil, nil, []) }
    for office in offices { office.residents = [] }
    for task in tasks { (task.owner, task.reviewer, task.tags) = (nil, nil, []) }
    for tag in tags { (tag.people, tag.tasks) = ([], []) }
    for account in accounts { (account.parent, account.branches, account.entries) = (nil, [], []) }
    for entry in entries { entry.account = nil }
  }

  /// Returns the objects of an entity.
  package func objects(of entity: String) -> [any StoredObject] {
    switch entity {
    case "Person": people
    case "Manager": managers
    case "Department": departments
    case "Office": offices
    case "Task": tasks
    case "Account": accounts
    case "Entry": entries
    default: tags
    }
  }

  // MARK: Objects

  private func makeObjects() {
    for code in ["", "a", "A", "a ", "\u{E9}", "e\u{301}", "it's", "\u{1F600}"] {
      let office = Office()
      office.office = code
      office.city = maybe(20) { text() }
      office.desks = Int32(random.pick(ProofValues.smallIntegers))
      office.rent = maybe(30) { double() }
      offices.append(office)
    }
    for id in 1...7 { departments.append(department(id)) }
    for index in 0..<9 {
      let tag = Tag()
      // MariaDB's type holds all UUIDs whose byte 8 is at least 0x81.
      tag.tag = UUID(
        index < ProofValues.uuids.count
          ? ProofValues.uuids[index] : FormatUUID(high: random.next(), low: random.next() | 3 << 62))
      tag.label = text()
      tag.weight = maybe(30) { Int32(truncatingIfNeeded: random.pick(ProofValues.smallIntegers)) }
      tags.append(tag)
    }
    for id in 1...72 { people.append(person(id)) }
    managers = people.compactMap { $0 as? Manager }
    for id in 1...110 { tasks.append(task(id)) }
  }

  private func person(_ id: Int) -> Person {
    let home = random.pick(offices)
    let person = id % 4 == 0 ? manager(home) : Person(home: home)
    person.id = Int64(id)
    person.name = text()
    person.nick = maybe(30) { text() }
    person.note = maybe(40) { text() }
    person.code = text()
    person.flag = random.chance(50)
    person.active = maybe(30) { random.chance(50) }
    person.level = Int16(random.pick([0, 1, 2, 3, 5, -1]))
    person.rank = maybe(30) { Int16(random.pick(ProofValues.smallIntegers)) }
    person.age = maybe(25) { Int32(random.pick([0, 1, 2, 5, 7, 18, 30, 41, -1, 2_147_483_647, -2_147_483_648])) }
    person.points = maybe(25) { random.pick(ProofValues.integers) }
    person.total = random.chance(50) ? Int64(random.number(-3...9)) : random.pick(ProofValues.integers)
    person.score = maybe(25) { double(orSpecial: true) }
    person.ratio = double()
    person.weight = maybe(30) { random.chance(8) ? .nan : random.pick(ProofValues.floats) }
    person.price = maybe(30) { decimal() }
    person.cost = decimal()
    person.born = maybe(25) { moment(ProofValues.milliseconds) }
    person.joined = moment([])
    person.seen = maybe(30) { moment(ProofValues.milliseconds + ProofValues.finerMoments) }
    person.logged = maybe(30) { MomentText.asText(moment(ProofValues.milliseconds)) }
    person.token = maybe(30) { UUID(random.pick(ProofValues.uuids)) }
    person.serial = UUID(random.pick(ProofValues.uuids))
    person.badge = maybe(30) { UUID(random.pick(ProofValues.uuids)) }
    person.photo = maybe(30) { Data(random.pick(ProofValues.data)) }
    return person
  }

  private func manager(_ home: Office) -> Manager {
    let manager = Manager(home: home)
    manager.budget = maybe(30) { decimal() }
    return manager
  }

  private func department(_ id: Int) -> Department {
    let department = Department()
    department.id = Int64(id)
    department.title = text()
    department.floor = maybe(30) { Int16(random.number(-1...4)) }
    department.founded = maybe(30) { moment(ProofValues.milliseconds) }
    department.isOpen = maybe(30) { random.chance(50) }
    department.funds = maybe(30) { decimal() }
    department.key = UUID(random.pick(ProofValues.uuids))
    return department
  }

  private func task(_ id: Int) -> ProofTask {
    let task = ProofTask()
    task.id = Int64(id)
    task.title = maybe(25) { text() }
    task.priority = maybe(25) { Int16(random.number(-1...6)) }
    task.hours = maybe(30) { double(orSpecial: true) }
    task.effort = random.chance(75) ? Int64(random.number(0...9)) : random.pick(ProofValues.integers)
    task.fee = maybe(30) { decimal() }
    task.due = maybe(30) { moment(ProofValues.milliseconds) }
    task.planned = maybe(30) { Date(timeIntervalSinceReferenceDate: (seconds([]) / 86_400).rounded(.down) * 86_400) }
    task.begun = maybe(30) { moment(ProofValues.milliseconds) }
    task.stamped = Date(timeIntervalSinceReferenceDate: seconds([]).rounded(.down))
    task.opened = maybe(30) { moment(ProofValues.milliseconds) }
    task.closed = maybe(30) { moment(ProofValues.milliseconds) }
    task.isDone = random.chance(50)
    return task
  }

  private func maybe<Value>(_ percentNil: Int, _ value: () -> Value) -> Value? {
    random.chance(percentNil) ? nil : value()
  }

  private func text() -> String {
    if random.chance(70) { return random.pick(ProofValues.texts) }
    return random.pick(ProofValues.texts) + random.pick(ProofValues.needles)
  }

  private func double(orSpecial isSpecial: Bool = false) -> Double {
    if isSpecial, random.chance(12) { return random.pick(holdsInfinity ? [.nan, .infinity, -.infinity] : [.nan]) }
    return random.chance(60) ? Double(random.number(-2...6)) / 2 : random.pick(ProofValues.doubles)
  }

  private func decimal() -> Decimal {
    let digits = random.chance(60) ? random.pick(["0.1", "1.1", "2.5", "0", "10"]) : random.pick(ProofValues.decimals)
    return FormatDecimal(digits).flatMap { Decimal($0) } ?? Decimal()
  }

  private func moment(_ others: [Double]) -> Date { Date(timeIntervalSinceReferenceDate: seconds(others)) }

  private func seconds(_ others: [Double]) -> Double { random.pick(ProofValues.moments + others) }

  // MARK: Relationships

  private func relate() {
    for person in people {
      // A boss has a lower number, so that most chains end.
      person.department = maybe(20) { random.pick(departments) }
      person.boss =
        random.chance(25) ? nil : random.chance(4) ? person : random.pick(Array(people.prefix(Int(person.id))))
      person.mentor = random.chance(30) ? nil : random.pick(managers)
      person.office = random.chance(30) ? nil : random.pick(offices)
      person.tags = tags.filter { _ in random.chance(20) }
      if random.chance(10) {
        person.office = nil
        danglingKeys[ObjectIdentifier(person), default: [:]]["office"] = .string(random.pick(["gone", "aa", " "]))
      }
      if random.chance(15) {
        person.mentor = nil
        // Nil, an outsider, or a person who is not a manager.
        danglingKeys[ObjectIdentifier(person), default: [:]]["mentor"] = .integer(random.pick([5_000, 1_002, 1, 2, 3]))
      }
    }
    for department in departments {
      department.above = department.id == 1 ? nil : maybe(30) { departments[Int(department.id) - 2] }
      department.head = maybe(30) { random.pick(managers) }
      if department.head == nil, random.chance(50) {
        danglingKeys[ObjectIdentifier(department), default: [:]]["head"] = .integer(random.pick([1, 1_003, 9_999]))
      }
    }
    for task in tasks {
      task.owner = maybe(15) { random.pick(people) }
      task.reviewer = maybe(40) { random.pick(people) }
      task.tags = tags.filter { _ in random.chance(15) }
      if task.reviewer == nil, random.chance(40) {
        danglingKeys[ObjectIdentifier(task), default: [:]]["reviewer"] = .integer(random.pick([1_001, 7_777]))
      }
    }
    relateBack()
  }

  private func relateBack() {
    for person in people {
      person.boss?.reports.append(person)
      person.department?.members.append(person)
      person.home.residents.append(person)
      for tag in person.tags { tag.people.append(person) }
    }
    for department in departments { department.head?.departments.append(department) }
    for task in tasks {
      task.owner?.tasks.append(task)
      for tag in task.tags { tag.tasks.append(task) }
    }
  }
}
