import ReflectionAnswers
import Testing

@Suite struct ReflectionAnswerTests {
  @Test("the answers that Tests/Stages/reflection compares with the trait NoRuntimeSymbols")
  func answers() {
    let lines = compareAnswers(permitsErrors: false)
    #expect(lines.count > 90)
    #expect(lines.filter { !$0.hasPrefix("ok") } == [])
  }
}
