import Synchronization

/// What a tree was compiled to, by the types that it was compiled for. What is kept stays as long as the tree, so that a reader
/// needs no lock.
struct Compilations: ~Copyable, Sendable {
  /// For how many types what was compiled is kept.
  static let most = 8

  private let first = CompilationLink()

  /// What is kept for a type, which lives as long as this.
  func result(for type: Compilation.Key) -> Unmanaged<AnyObject>? {
    var next = first.compilation
    while let compilation = next {
      if let result = compilation._withUnsafeGuaranteedRef({ $0.type == type ? $0.result : nil }) { return result }
      next = compilation._withUnsafeGuaranteedRef { $0.next.compilation }
    }
    return nil
  }

  /// Keeps a result for a type, unless there is one, or as many as may be.
  func keep(_ result: Compilation.Result, for type: Compilation.Key) {
    let new = Compilation(type, result)
    var last = first.link(to: new)
    var count = 1
    while last !== new, last.type != type, count < Self.most {
      last = last.next.link(to: new)
      count += 1
    }
  }
}

/// What a tree was compiled to for one type, and the next.
package final class Compilation: Sendable {
  typealias Result = any AnyObject & Sendable

  /// A type, and whether other threads may have its objects, so that fewer of their keys are read.
  package struct Key: Sendable, Equatable {
    let type: ObjectIdentifier
    package let isShared: Bool

    package init(_ type: Any.Type, isShared: Bool) {
      self.type = ObjectIdentifier(type)
      self.isShared = isShared
    }
  }

  let type: Key
  private let held: Result
  /// The result, which this holds.
  nonisolated(unsafe) let result: Unmanaged<AnyObject>
  let next = CompilationLink()

  init(_ type: Key, _ result: Result) {
    self.type = type
    held = result
    self.result = .passUnretained(result)
  }
}

/// A place for a compilation, which is filled once and holds it.
struct CompilationLink: ~Copyable, Sendable {
  private let place = Atomic<Unmanaged<Compilation>?>(nil)

  deinit { compilation?.release() }

  @inline(__always)
  var compilation: Unmanaged<Compilation>? { place.load(ordering: .acquiring) }

  /// Fills the place if it is empty, and gives what it holds.
  func link(to new: Compilation) -> Compilation {
    let retained = Unmanaged.passRetained(new)
    let (isFilled, before) = place.compareExchange(
      expected: nil, desired: retained, ordering: .acquiringAndReleasing)
    if isFilled { return new }
    retained.release()
    return before?.takeUnretainedValue() ?? new
  }
}

extension FormatPredicate {
  /// What was compiled of the predicate for a type and kept, which lives as long as the predicate; nil where nothing was. A part
  /// taken out of a parsed tree keeps nothing.
  package func compiled(for type: Compilation.Key) -> Unmanaged<AnyObject>? {
    origin?.compilations.result(for: type)
  }

  /// Keeps what was compiled of the predicate for a type, as long as the predicate and its copies live: for the first
  /// eight types.
  package func keep(_ compiled: any AnyObject & Sendable, for type: Compilation.Key) {
    origin?.compilations.keep(compiled, for: type)
  }
}
