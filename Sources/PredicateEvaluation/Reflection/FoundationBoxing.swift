import Foundation
import PredicateSyntax

extension SwiftType {
  /// Boxes an instance of a Foundation class that represents a value. Any other object becomes a reference.
  static func boxFoundation(_ object: AnyObject, _ room: inout BoxingRoom) -> FormatValue {
    switch object {
    case is NSNull: return .null
    case let number as NSNumber: return FormatValue(number)
    case let string as NSString: return .string(string as String)
    case let date as NSDate: return .date(date.timeIntervalSinceReferenceDate)
    case let data as NSData: return FormatValue(data as Data)
    case let uuid as NSUUID: return FormatValue(uuid as UUID)
    case let url as NSURL: return FormatValue(url as URL)
    case let dictionary as NSDictionary:
      if let reason = room.enterCollection(of: dictionary.count) { return .unreadable(reason) }
      defer { room.leaveCollection() }
      var record: [String: FormatValue] = [:]
      for (key, value) in dictionary {
        guard let name = (key as? String) ?? (key as? NSString).map({ $0 as String }) else {
          return .unreadable(nonStringKeys)
        }
        record[name] = box(any: value, &room)
      }
      return .record(record)
    case let array as NSArray: return boxElements(of: array, array.count, &room, FormatValue.list)
    case let set as NSOrderedSet: return boxElements(of: set, set.count, &room, FormatValue.list)
    case let set as NSSet: return boxElements(of: set, set.count, &room, FormatValue.set)
    default: return .object(FormatObject(object))
    }
  }

  private static func boxElements(
    of elements: some Sequence, _ count: Int, _ room: inout BoxingRoom, _ collection: ([FormatValue]) -> FormatValue
  ) -> FormatValue {
    if let reason = room.enterCollection(of: count) { return .unreadable(reason) }
    defer { room.leaveCollection() }
    return collection(elements.map { box(any: $0, &room) })
  }
}
