import TestSupport
import Testing

@Suite("Seeds of random tests")
struct TestSeedTests {
  @Test("TEST_SEED is a number, the word random, or not set; anything else is refused")
  func reading() {
    #expect(SeedChoice(reading: nil) == .fixed)
    #expect(SeedChoice(reading: "") == .fixed)
    #expect(SeedChoice(reading: "4711") == .given(4711))
    #expect(SeedChoice(reading: "18446744073709551615") == .given(.max))
    #expect(SeedChoice(reading: "random") == .fresh)
    for text in ["Random", "-1", "1.5", "0x10", "18446744073709551616", "4711 "] {
      #expect(SeedChoice(reading: text) == nil, "\(text)")
    }
  }

  @Test("a fixed seed depends only on the name of the test, a given one is shared, a fresh one is chosen per run")
  func seeds() {
    #expect(SeedChoice.fixed.seed(of: "KernelTests.texts") == 2_872_144_059)
    #expect(SeedChoice.fixed.seed(of: "KernelTests.sets") == 1_829_325_220)
    #expect(SeedChoice.given(7).seed(of: "KernelTests.texts") == 7)
    #expect(SeedChoice.given(7).seed(of: "KernelTests.sets") == 7)
    let fresh = SeedChoice.fresh.seed(of: "KernelTests.texts")
    #expect(SeedChoice.fresh.seed(of: "KernelTests.sets") == fresh)
    #expect(fresh <= UInt64(UInt32.max))
  }
}
