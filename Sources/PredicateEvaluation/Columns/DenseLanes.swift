/// Returns the lanes of a full block that pass, without a branch: it writes 64 answers to 64 bytes, which compiles to few
/// instructions, and then packs eight bytes at a time into eight bits.
///
/// Safety: A part is below 8, so an offset is below 64, the number of bytes.
@inline(__always)
func denseLanes(_ test: (Int) -> Bool) -> UInt64 {
  unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
    // 64 bytes have an address.
    let answers = unsafe buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    for lane in 0..<64 { unsafe answers[lane] = test(lane) ? 1 : 0 }
    var result: UInt64 = 0
    for part in 0..<8 { unsafe result |= packed(word(answers + part &* 8)) &<< UInt64(truncatingIfNeeded: part &* 8) }
    return result
  }
}

/// Returns eight bytes of 0 or 1 as eight bits, the first byte lowest.
///
/// Safety: Each byte is 0 or 1. The product's high bits are lost; its top byte has the eight answers.
@inline(__always)
private func packed(_ bytes: UInt64) -> UInt64 { (bytes &* 0x0102_0408_1020_4080) &>> 56 }

/// Returns the lanes of `mask` that pass. If many lanes are live, it tests all 64 and drops the other answers, so `test`
/// must be safe for any lane.
@inline(__always)
func columnLanes(_ mask: UInt64, ifMoreThan sparseLimit: Int, _ test: (Int) -> Bool) -> UInt64 {
  if mask == ~0 || mask.nonzeroBitCount > sparseLimit { return denseLanes(test) & mask }
  var result: UInt64 = 0
  forEachLane(mask) { if test($0) { result |= bit($0) } }
  return result
}
