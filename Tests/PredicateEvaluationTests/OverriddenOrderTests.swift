import PredicateFormat
import Testing

// Classes whose variables and properties with a setter are equally many, but not the same.

@propertyWrapper private struct Fixed { var wrappedValue: Int { 7 } }
private struct Ticket: ~Copyable { var number = 1 }

private class Wrapped {
  @Fixed var fixed
  var legs = 4
  var text: String {
    get { "" }
    set {}
  }
}

private final class WrappedChild: Wrapped {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

private class Unique {
  var ticket = Ticket()
  var legs = 4
  var text: String {
    get { "" }
    set {}
  }
}

private final class UniqueChild: Unique {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

/// Each variable has a getter and a setter, also the one whose type cannot be copied.
private class Paired {
  var ticket = Ticket()
  var legs = 4
  var arms = 2
}

private final class PairedChild: Paired {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

/// `_first` is not the storage of a wrapper, but could be.
private class Underscored {
  private var _first = 1
  var first: Int { _first }
  var second = 2
  var third = 3
}

private final class UnderscoredChild: Underscored {
  override var second: Int {
    get { 5 }
    set {}
  }
}

private class Wrappers {
  @Fixed var one
  var legs = 4
  @Fixed var two
  subscript(_: Int) -> Int {
    get { 1 }
    set {}
  }
  var arms: Int {
    get { 2 }
    set {}
  }
}

private final class WrappersChild: Wrappers {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

@Suite struct OverriddenOrderTests {
  private func message(_ rows: [some AnyObject], _ format: String) -> String? {
    do {
      let predicate = try FormatPredicate(format)
      return "\(try rows.count(matching: predicate)) \(try (rows as [Any]).count(matching: predicate))"
    } catch {
      return error.diagnostics.first?.message
    }
  }

  @Test("a wrapper without a setter does not hide which property is overridden")
  func wrappers() {
    let reason = "overrides a property of Wrapped, and this may be the one; name it in predicateKeys"
    let message = "the key 'legs' of WrappedChild cannot be read: WrappedChild \(reason)"
    #expect(self.message([WrappedChild() as Wrapped], "legs == 4") == message)
    #expect(self.message([WrappedChild() as Wrapped], "legs == 2") == message)
    #expect(self.message([WrappedChild()], "legs == 2") == message)
    #expect(self.message([Wrapped()], "legs == 4") == "1 1")
    #expect(throws: FormatError.self) { try [WrappedChild() as Wrapped].sorted(by: .ascending("legs")) }
    #expect(throws: FormatError.self) { try FormatExpression("@sum.legs").value(with: [WrappersChild() as Wrappers]) }
    #expect(self.message([Wrappers()], "legs == 4") == "1 1")
  }

  @Test("a property that cannot be copied has its place in the order")
  func unique() {
    let reason = "overrides a property of Unique, and this may be the one; name it in predicateKeys"
    #expect(
      message([UniqueChild() as Unique], "legs == 4")
        == "the key 'legs' of UniqueChild cannot be read: UniqueChild \(reason)")
    #expect(message([Unique()], "legs == 4") == "1 1")
    #expect(
      message([PairedChild() as Paired], "legs == 4")
        == "the key 'legs' of PairedChild cannot be read: PairedChild overrides it; name it in predicateKeys")
    #expect(message([PairedChild() as Paired], "arms == 2") == "1 1")
  }

  @Test("a variable that has the name of a wrapper's storage does not hide the others")
  func underscores() {
    let rows = [UnderscoredChild() as Underscored]
    #expect(
      message(rows, "second == 2")
        == "the key 'second' of UnderscoredChild cannot be read: UnderscoredChild overrides it; name it in predicateKeys"
    )
    #expect(message(rows, "third == 3") == "1 1")
    #expect(message(rows, "_first == 1") == "1 1")
  }
}
