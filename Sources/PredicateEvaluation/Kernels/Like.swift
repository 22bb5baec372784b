import PredicateSemantics

/// A kernel of LIKE for all patterns that no other kernel can test. It runs the pattern as a program on the strings whose ends
/// match those of the pattern.
package struct Like<Case: TextCase>: ByteKernel {
  private let letters: Case
  private let program: LikeProgram
  private let ends: Affix<Case>

  /// Creates the kernel of a program in memory of a `KernelMemory`.
  init(_ program: UnsafeBufferPointer<UInt8>, _ letters: Case) {
    self.letters = letters
    self.program = unsafe LikeProgram(program)
    ends = unsafe Affix(.like, program, letters)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if Case.folds, unsafe !isASCII(bytes, count) { return unsafe letters.matchesByFolding(bytes, count) }
    return unsafe ends.test(bytes, count) && program.matches(bytes, count, caseBit: letters.caseBit)
  }
}

/// The program of a `LikePattern`, in memory of a `KernelMemory`.
///
/// Safety: The program owns the memory.
@safe struct LikeProgram {
  private let program: UnsafeBufferPointer<UInt8>

  init(_ program: UnsafeBufferPointer<UInt8>) { unsafe self.program = program }

  /// Returns whether the program matches a text. `caseBit` folds the case of ASCII.
  @inline(__always)
  func matches(_ bytes: UnsafePointer<UInt8>, _ length: Int, caseBit: UInt64) -> Bool {
    unsafe Self.matches(program, bytes, length, UInt8(truncatingIfNeeded: caseBit))
  }

  /// A function of another module may release objects, for all that the compiler knows. See `Folded` for the attribute.
  ///
  /// Safety: The matcher only reads.
  @inline(never) @_effects(readonly)
  private static func matches(
    _ program: UnsafeBufferPointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ caseBit: UInt8
  ) -> Bool {
    unsafe LikePattern.matches(
      program: program, text: UnsafeBufferPointer(start: bytes, count: length), caseBit: caseBit)
  }
}
