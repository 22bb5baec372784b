import Foundation

/// The functions of the system's libyaml, which is opened at run time.
///
/// The layout of its structures is that of its header `yaml.h`, version 0.1 and 0.2, on systems with 64-bit addresses.
///
/// Safety: Each symbol is the function that the header declares for its name. All are constant.
@safe package final class YAMLLibrary: @unchecked Sendable {
  typealias Address = UnsafeMutableRawPointer

  private let initialize: @convention(c) (Address?) -> Int32
  private let delete: @convention(c) (Address?) -> Void
  private let setInput: @convention(c) (Address?, UnsafeRawPointer?, Int) -> Void
  private let parse: @convention(c) (Address?, Address?) -> Int32
  private let deleteEvent: @convention(c) (Address?) -> Void

  /// The file names of the shared library.
  static let names: [String] = {
    #if canImport(Darwin)
    ["libyaml.dylib", "libyaml-0.2.dylib", "/opt/homebrew/lib/libyaml.dylib", "/usr/local/lib/libyaml.dylib"]
    #else
    ["libyaml-0.so.2", "libyaml.so"]
    #endif
  }()

  /// The library, or the error if it is not installed. It is opened once and never closed.
  package static let shared: Result<YAMLLibrary, UnreadableFile> = {
    #if !os(Windows) && (arch(x86_64) || arch(arm64))
    for name in names {
      guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      if let functions = unsafe YAMLLibrary({ unsafe dlsym(library, $0) }) { return .success(functions) }
    }
    #endif
    return .failure(
      UnreadableFile(
        reason: "YAML is read by the library libyaml, which is not installed: none of "
          + "\(names.joined(separator: ", ")) can be opened"))
  }()

  /// Whether YAML can be read on this system.
  package static var isInstalled: Bool { (try? shared.get()) != nil }

  private init?(_ lookup: (String) -> UnsafeMutableRawPointer?) {
    guard let initialize = unsafe lookup("yaml_parser_initialize"), let delete = unsafe lookup("yaml_parser_delete"),
      let setInput = unsafe lookup("yaml_parser_set_input_string"), let parse = unsafe lookup("yaml_parser_parse"),
      let deleteEvent = unsafe lookup("yaml_event_delete")
    else { return nil }
    unsafe self.initialize = unsafe unsafeBitCast(initialize, to: (@convention(c) (Address?) -> Int32).self)
    unsafe self.delete = unsafe unsafeBitCast(delete, to: (@convention(c) (Address?) -> Void).self)
    unsafe self.setInput = unsafe unsafeBitCast(
      setInput, to: (@convention(c) (Address?, UnsafeRawPointer?, Int) -> Void).self)
    unsafe self.parse = unsafe unsafeBitCast(parse, to: (@convention(c) (Address?, Address?) -> Int32).self)
    unsafe self.deleteEvent = unsafe unsafeBitCast(deleteEvent, to: (@convention(c) (Address?) -> Void).self)
  }

  /// A part of a YAML file.
  package struct Event {
    package enum Kind {
      case scalar([UInt8], ScalarStyle)
      case startOfList, startOfRecord, endOfContainer
      /// The repetition of the value that has the anchor.
      case alias
    }

    package let kind: Kind
    /// The name that an alias repeats the value by, or that this alias names.
    package let anchor: String?
    /// The type that the file states for the value, such as `tag:yaml.org,2002:str`.
    package let tag: String?
    /// The bytes of the file.
    package let file: Range<Int>
  }

  /// How a file writes a text.
  package enum ScalarStyle: Int32 {
    case plain = 1, singleQuoted, doubleQuoted, literal, folded
  }

  /// The fields of `yaml_event_t`: its type, its data, and its two marks of three numbers each.
  private enum EventLayout {
    static let size = 104
    static let anchor = 8, tag = 16, value = 24, length = 32, style = 48
    static let startOffset = 56, endOffset = 80
  }

  /// `yaml_parser_t` has 480 bytes in version 0.2.
  private static let parserSize = 1_024
  /// The fields of `yaml_parser_t`: the kind of the error and its text, and the line where it was found.
  private enum ParserLayout {
    static let problem = 8, problemOffset = 16, problemMark = 32
  }

  /// Passes the events of a file to a closure.
  ///
  /// - Throws: The reason why the file is not YAML, with its place.
  package func read(
    _ bytes: [UInt8], _ take: (Event) throws(UnreadableFile) -> Void
  ) throws(UnreadableFile) {
    let parser = Address.allocate(byteCount: Self.parserSize, alignment: 16)
    let event = Address.allocate(byteCount: EventLayout.size, alignment: 16)
    defer {
      unsafe parser.deallocate()
      unsafe event.deallocate()
    }
    guard unsafe initialize(parser) == 1 else { throw UnreadableFile(reason: "libyaml has no memory") }
    defer { unsafe delete(parser) }
    let characters = CharacterOffsets(bytes)
    let failure: UnreadableFile? = unsafe bytes.withUnsafeBytes { input in
      unsafe setInput(parser, input.baseAddress, input.count)
      while true {
        guard unsafe parse(parser, event) == 1 else { return unsafe Self.failure(of: parser, characters) }
        defer { unsafe deleteEvent(event) }
        // The numbers of `yaml_event_type_t`.
        let kind: Event.Kind
        switch unsafe event.load(as: Int32.self) {
        case 2: return nil
        case 5: kind = .alias
        case 6: kind = unsafe Self.scalar(event)
        case 7: kind = .startOfList
        case 9: kind = .startOfRecord
        case 8, 10: kind = .endOfContainer
        default: continue
        }
        do throws(UnreadableFile) { try take(unsafe Self.event(kind, event, characters)) } catch { return error }
      }
    }
    if let failure { throw failure }
  }

  private static func event(_ kind: Event.Kind, _ event: Address, _ characters: CharacterOffsets) -> Event {
    let lower = characters[unsafe event.load(fromByteOffset: EventLayout.startOffset, as: Int.self)]
    let upper = characters[unsafe event.load(fromByteOffset: EventLayout.endOffset, as: Int.self)]
    var (anchor, tag): (String?, String?)
    if case .endOfContainer = kind {} else { anchor = unsafe text(event, EventLayout.anchor) }
    if case .scalar = kind { tag = unsafe text(event, EventLayout.tag) }
    return Event(kind: kind, anchor: anchor, tag: tag, file: lower..<max(lower, upper))
  }

  private static func text(_ event: Address, _ offset: Int) -> String? {
    unsafe event.load(fromByteOffset: offset, as: UnsafePointer<CChar>?.self).map { unsafe String(cString: $0) }
  }

  private static func scalar(_ event: Address) -> Event.Kind {
    let length = unsafe event.load(fromByteOffset: EventLayout.length, as: Int.self)
    let start = unsafe event.load(fromByteOffset: EventLayout.value, as: UnsafeRawPointer?.self)
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
    let style = ScalarStyle(rawValue: unsafe event.load(fromByteOffset: EventLayout.style, as: Int32.self)) ?? .plain
    return .scalar(bytes, style)
  }

  private static func failure(of parser: Address, _ characters: CharacterOffsets) -> UnreadableFile {
    let text = unsafe parser.load(fromByteOffset: ParserLayout.problem, as: UnsafePointer<CChar>?.self)
    let reason = unsafe text.map { unsafe String(cString: $0) } ?? "no reason is known"
    let mark = unsafe parser.load(fromByteOffset: ParserLayout.problemMark, as: Int.self)
    let offset = unsafe parser.load(fromByteOffset: ParserLayout.problemOffset, as: Int.self)
    return UnreadableFile(reason: "this is not YAML: \(reason)", offset: mark > 0 ? characters[mark] : offset)
  }
}

/// The offsets of the characters of a file in bytes. The marks of libyaml count characters.
private struct CharacterOffsets {
  /// The offsets, or nil if each character is a byte.
  private let offsets: [Int]?
  private let end: Int

  init(_ bytes: [UInt8]) {
    end = bytes.count
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    // libyaml does not count a byte-order mark.
    let indices = bytes.indices.dropFirst(byteOrderMarkLength(bytes))
    offsets = isASCII ? nil : indices.filter { bytes[$0] & 0xC0 != 0x80 }
  }

  subscript(_ character: Int) -> Int {
    guard let offsets else { return min(character, end) }
    return character < offsets.count ? offsets[character] : end
  }
}
