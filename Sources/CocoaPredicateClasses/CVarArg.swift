#if !canImport(ObjectiveC)
import Foundation

// On Apple platforms, these values can be written `id as CVarArg`, because they bridge to objects. `NSPredicate` takes arguments of any
// type, so here the conversion only keeps the value. `String(format:)` prints the description of such an argument.

/// Safety: The reference keeps the text alive for the function that reads the word. It is never released.
private func encoding(of value: Any) -> [Int] {
  unsafe [Int(bitPattern: Unmanaged.passRetained(NSString(string: "\(value)")).toOpaque())]
}

extension Date: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension UUID: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension URL: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension Data: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension Decimal: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension Array: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension Set: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension Dictionary: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

// Foundation's own conformance comes after Swift 6.4.
#if compiler(<6.5)
extension NSObject: @retroactive CVarArg {
  /// The word of a text that is the description.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}
#endif
#endif
