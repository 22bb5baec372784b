import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport

// The classes and rows of the proof of decimals: columns of many scales, with values at the limits of their ranges.

/// An account: money with two digits after the point, rates with six and eight, and columns as wide as engines support.
package final class Account: StoredObject {
  var id: Int64 = 0
  var balance: Decimal?
  var credit = Decimal()
  var rate: Decimal?
  var factor = Decimal()
  var wide: Decimal?
  var fine: Decimal?
  var whole: Decimal?
  var cents: Decimal?
  var level: Int16 = 0
  var days: Int32?
  var serial: Int64 = 0
  var ratio: Double?
  var parent: Account?
  var branches: [Account] = []
  var entries: [Entry] = []

  package var entityName: String { "Account" }
  package var primaryKey: FormatValue { .integer(id) }
}

/// An entry in an account.
package final class Entry: StoredObject {
  var id: Int64 = 0
  var amount: Decimal?
  var tax = Decimal()
  var fee: Decimal?
  var share: Decimal?
  var quantity: Int16?
  var weight: Double?
  var account: Account?

  package var entityName: String { "Entry" }
  package var primaryKey: FormatValue { .integer(id) }
}

/// A column of decimals.
struct LedgerColumn {
  var name: String
  /// The number of all its digits and of those after the point, if the engine has decimals.
  var precision: Int
  var scale: Int
  /// The number of digits of its values if they are integers that count units, and the number of those after the point. Most
  /// are few enough that products and sums fit into 64 bits; 19 reaches the limits of 64 bits.
  var unitDigits: Int
  var unitScale: Int
  var isNullable = true
  var isIndexed = false
  /// Whether it counts units in an integer on every engine.
  var isOfUnits = false

  static let account = [
    LedgerColumn(name: "balance", precision: 18, scale: 2, unitDigits: 18, unitScale: 2, isIndexed: true),
    LedgerColumn(
      name: "credit", precision: 12, scale: 2, unitDigits: 8, unitScale: 2, isNullable: false, isIndexed: true),
    LedgerColumn(name: "rate", precision: 10, scale: 8, unitDigits: 9, unitScale: 8),
    LedgerColumn(name: "factor", precision: 9, scale: 6, unitDigits: 6, unitScale: 6, isNullable: false),
    LedgerColumn(name: "wide", precision: 38, scale: 10, unitDigits: 19, unitScale: 10),
    LedgerColumn(name: "fine", precision: 38, scale: 30, unitDigits: 19, unitScale: 18),
    LedgerColumn(name: "whole", precision: 38, scale: 0, unitDigits: 19, unitScale: 0),
    LedgerColumn(name: "cents", precision: 12, scale: 2, unitDigits: 12, unitScale: 2, isOfUnits: true),
  ]
  static let entry = [
    LedgerColumn(name: "amount", precision: 12, scale: 2, unitDigits: 9, unitScale: 2, isIndexed: true),
    LedgerColumn(name: "tax", precision: 7, scale: 6, unitDigits: 6, unitScale: 6, isNullable: false),
    LedgerColumn(name: "fee", precision: 18, scale: 4, unitDigits: 14, unitScale: 4),
    LedgerColumn(name: "share", precision: 20, scale: 12, unitDigits: 16, unitScale: 12),
  ]
}

/// The rows of the proof of decimals, made from a seed. On SQLite, integers of 64 bits represent them.
struct LedgerRows {
  private(set) var accounts: [Account] = []
  private(set) var entries: [Entry] = []
  private var random: SeededRandom
  private let areUnits: Bool

  init(seed: UInt64, for dialect: DatabaseDialect) {
    random = SeededRandom(state: seed)
    areUnits = !dialect.table.storage.contains(.nativeDecimal)
    for id in 1...56 { accounts.append(account(id)) }
    for id in 1...84 { entries.append(entry(id)) }
    for account in accounts {
      // A parent has a lower number, so that chains end.
      account.parent = random.chance(25) ? nil : random.pick(Array(accounts.prefix(Int(account.id))))
      account.parent?.branches.append(account)
    }
    let accounts = accounts
    for entry in entries {
      entry.account = maybe(10) { $0.pick(accounts) }
      entry.account?.entries.append(entry)
    }
  }

  private mutating func account(_ id: Int) -> Account {
    let account = Account()
    let columns = LedgerColumn.account
    account.id = Int64(id)
    account.balance = maybe(columns[0])
    account.credit = value(columns[1])
    account.rate = maybe(columns[2])
    account.factor = value(columns[3])
    account.wide = maybe(columns[4])
    account.fine = maybe(columns[5])
    account.whole = maybe(columns[6])
    account.cents = maybe(columns[7])
    account.level = Int16(random.pick([0, 1, 2, 3, 5, -1, 100]))
    account.days = maybe(25) { Int32(truncatingIfNeeded: $0.pick([0, 1, 30, 365, -1, 2_147_483_647, -2_147_483_648])) }
    account.serial = random.chance(60) ? Int64(random.number(-3...9)) : random.pick(ProofValues.integers)
    account.ratio = maybe(25) { $0.chance(70) ? Double($0.number(-4...8)) / 4 : $0.pick(ProofValues.doubles) }
    return account
  }

  private mutating func entry(_ id: Int) -> Entry {
    let entry = Entry()
    let columns = LedgerColumn.entry
    entry.id = Int64(id)
    entry.amount = maybe(columns[0])
    entry.tax = value(columns[1])
    entry.fee = maybe(columns[2])
    entry.share = maybe(columns[3])
    entry.quantity = maybe(25) { Int16($0.number(-1...6)) }
    entry.weight = maybe(25) { $0.pick([0.1, 0.2, 0.30000000000000004, 1.1, 2.5, -0.5, 0, 1e15]) }
    return entry
  }

  private mutating func maybe<Value>(_ percentNil: Int, _ value: (inout SeededRandom) -> Value) -> Value? {
    random.chance(percentNil) ? nil : value(&random)
  }

  private mutating func maybe(_ column: LedgerColumn) -> Decimal? { random.chance(20) ? nil : value(column) }

  /// Returns a value of a column: one that other columns contain too, a value at a limit, or random digits.
  private mutating func value(_ column: LedgerColumn) -> Decimal {
    let (digits, scale) = areUnits ? (column.unitDigits, column.unitScale) : (column.precision, column.scale)
    let number: FormatDecimal?
    switch random.number(0...9) {
    case 0...4:
      let common = ProofValues.money.compactMap { FormatDecimal($0) }.filter {
        -$0.exponent <= scale && $0.digitCount + $0.exponent <= digits - scale
      }
      number = random.pick(common)
    case 5...7: number = FormatDecimal("\(random.pick(Self.edges(digits)))e-\(scale)")
    default:
      var text = random.chance(40) ? "-" : ""
      for _ in 0..<random.number(1...min(digits, areUnits ? 18 : 38)) { text += "\(random.number(0...9))" }
      number = FormatDecimal("\(text)e-\(scale)")
    }
    return number.flatMap { Decimal($0) } ?? Decimal()
  }

  /// Returns units: one, the maximum of the given digits, one less, and the minimum; for 19 digits, the limits of 64 bits.
  private static func edges(_ digits: Int) -> [String] {
    if digits == 19 {
      return ["1", "-1", "9223372036854775807", "9223372036854775806", "-9223372036854775808", "-9223372036854775807"]
    }
    let nines = String(repeating: "9", count: digits)
    return ["1", "-1", nines, "-\(nines)", "\(nines.dropLast())8", "1" + String(repeating: "0", count: digits - 1)]
  }
}

extension ProofValues {
  /// The digits of decimals that columns of most scales can store.
  static let money = [
    "0", "1", "-1", "0.1", "0.2", "0.3", "0.25", "-0.25", "0.01", "-0.05", "2.5", "-2.5", "3", "10", "12.34", "99.99",
    "100", "0.000001", "0.333333", "0.99999999",
  ]
}
