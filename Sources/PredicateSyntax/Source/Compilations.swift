import Synchronization

/// The results of compiling a tree, one for each type. Results stay until the tree is freed, so that readers need no lock.
struct Compilations: ~Copyable, Sendable {
  /// The maximum number of types whose results are kept.
  static let maximumCount = 8

  private let first = CompilationLink()

  /// Returns the result for a type, or `nil` if there is none. It lives as long as this value.
  func result(for type: Compilation.Key) -> Unmanaged<AnyObject>? {
    var next = unsafe first.compilation
    while let compilation = unsafe next {
      if let result = unsafe compilation._withUnsafeGuaranteedRef({ unsafe $0.type == type ? $0.result : nil }) {
        return unsafe result
      }
      unsafe next = compilation._withUnsafeGuaranteedRef { unsafe $0.next.compilation }
    }
    return nil
  }

  /// Keeps a result for a type, unless there already is one or the maximum number is reached.
  func keep(_ result: Compilation.Result, for type: Compilation.Key) {
    let new = Compilation(type, result)
    var last = first.link(to: new)
    var count = 1
    while last !== new, last.type != type, count < Self.maximumCount {
      last = last.next.link(to: new)
      count += 1
    }
  }
}

/// A list node with the result of compiling a tree for one type.
///
/// Safety: `owned` keeps the result alive.
@safe package final class Compilation: Sendable {
  typealias Result = any AnyObject & Sendable

  /// A type, whether other threads may share its objects, which makes fewer of their keys readable, and whether errors are nil.
  package struct Key: Sendable, Equatable {
    let type: ObjectIdentifier
    package let isShared: Bool
    package let yieldsNil: Bool

    package init(_ type: ObjectIdentifier, isShared: Bool, yieldsNil: Bool = false) {
      self.type = type
      self.isShared = isShared
      self.yieldsNil = yieldsNil
    }
  }

  let type: Key
  private let owned: Result
  /// The result, which `owned` keeps alive.
  ///
  /// Safety: The reference is constant, and `owned` keeps the object alive.
  nonisolated(unsafe) let result: Unmanaged<AnyObject>
  let next = CompilationLink()

  init(_ type: Key, _ result: Result) {
    self.type = type
    owned = result
    unsafe self.result = .passUnretained(result)
  }
}

/// An owning link to a compilation that is set at most once.
///
/// Safety: The slot is filled once, by exchanging nil for a retained object, and released with its owner.
@safe struct CompilationLink: ~Copyable, Sendable {
  private let pointer = unsafe Atomic<Unmanaged<Compilation>?>(nil)

  deinit { unsafe compilation?.release() }

  @inline(__always)
  var compilation: Unmanaged<Compilation>? { unsafe pointer.load(ordering: .acquiring) }

  /// Sets the link unless it is already set, and returns its compilation.
  func link(to new: Compilation) -> Compilation {
    let retained = unsafe Unmanaged.passRetained(new)
    let (isFilled, before) = unsafe pointer.compareExchange(
      expected: nil, desired: retained, ordering: .acquiringAndReleasing)
    if isFilled { return new }
    unsafe retained.release()
    return unsafe before?.takeUnretainedValue() ?? new
  }
}

extension FormatPredicate {
  /// Returns the kept result of compiling the predicate for a type, or `nil` if there is none. It lives as long as the predicate. A
  /// subtree extracted from a parsed tree keeps no results.
  package func compiled(for type: Compilation.Key) -> Unmanaged<AnyObject>? {
    unsafe origin?.compilations.result(for: type)
  }

  /// Keeps the result of compiling the predicate for a type, for the lifetime of the predicate and its copies. Only the results
  /// for the first eight types are kept.
  package func keep(_ compiled: any AnyObject & Sendable, for type: Compilation.Key) {
    origin?.compilations.keep(compiled, for: type)
  }
}
