import Foundation
import PredicateSyntax

extension SwiftType {
  /// Boxes a reference type of Foundation that stands for a value; any other object is a reference.
  static func boxFoundation(_ object: AnyObject, _ depth: BoxingDepth) -> FormatValue {
    switch object {
    case is NSNull: return .null
    case let number as NSNumber: return FormatValue(number)
    case let string as NSString: return .string(string as String)
    case let date as NSDate: return .date(date.timeIntervalSinceReferenceDate)
    case let data as NSData: return FormatValue(data as Data)
    case let uuid as NSUUID: return FormatValue(uuid as UUID)
    case let url as NSURL: return FormatValue(url as URL)
    case let dictionary as NSDictionary:
      guard let inner = depth.insideCollection() else { return .null }
      var record: [String: FormatValue] = [:]
      for (key, value) in dictionary {
        guard let name = (key as? String) ?? (key as? NSString).map({ $0 as String }) else { continue }
        record[name] = box(any: value, inner)
      }
      return .record(record)
    case let array as NSArray: return boxElements(of: array, depth).map { .list($0) } ?? .null
    case let set as NSOrderedSet: return boxElements(of: set, depth).map { .list($0) } ?? .null
    case let set as NSSet: return boxElements(of: set, depth).map { .set($0) } ?? .null
    default: return .object(FormatObject(object))
    }
  }

  private static func boxElements(
    of collection: some Sequence, _ depth: BoxingDepth
  ) -> [FormatValue]? {
    guard let inner = depth.insideCollection() else { return nil }
    return collection.map { box(any: $0, inner) }
  }
}
