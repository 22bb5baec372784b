import Foundation
import PredicateSemantics
import PredicateSyntax

extension SwiftType {
  /// Boxes an instance of a Foundation class that represents a value. Any other object becomes a reference.
  static func boxFoundation(_ object: AnyObject, _ limits: inout BoxingLimits) -> FormatValue {
    switch object {
    case is NSNull: return .null
    case let number as NSNumber:
      let isFloat = unsafe number.objCType.pointee == CChar(UInt8(ascii: "f"))
      return isFloat && !limits.opensStructures ? .narrow(number.doubleValue, .single) : FormatValue(number)
    case let string as NSString: return .string(string as String)
    case let date as NSDate: return .date(date.timeIntervalSinceReferenceDate)
    case let data as NSData: return FormatValue(data as Data)
    case let uuid as NSUUID: return FormatValue(uuid as UUID)
    case let url as NSURL: return FormatValue(url as URL)
    case let dictionary as NSDictionary:
      if let reason = limits.enterCollection(of: dictionary.count) { return .unreadable(reason) }
      defer { limits.leaveCollection() }
      var record: [String: FormatValue] = [:]
      for (key, value) in dictionary {
        guard let name = (key as? String) ?? (key as? NSString).map({ $0 as String }) else {
          return .unreadable(nonStringKeys)
        }
        record[name] = box(any: value, &limits)
      }
      return .record(record)
    case let array as NSArray: return boxElements(of: array, array.count, &limits, FormatValue.list)
    case let set as NSOrderedSet: return boxElements(of: set, set.count, &limits, FormatValue.list)
    case let set as NSSet: return boxElements(of: set, set.count, &limits, FormatValue.set)
    default: return .object(FormatObject(object))
    }
  }

  private static func boxElements(
    of elements: some Sequence, _ count: Int, _ limits: inout BoxingLimits, _ collection: ([FormatValue]) -> FormatValue
  ) -> FormatValue {
    if let reason = limits.enterCollection(of: count) { return .unreadable(reason) }
    defer { limits.leaveCollection() }
    return collection(elements.map { box(any: $0, &limits) })
  }
}
