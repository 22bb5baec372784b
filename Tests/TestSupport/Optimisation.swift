/// Whether the tests are optimized. Otherwise they take about twenty times as long, so tests with much data do less.
/// `Tests/run` runs them in a release build too.
public let isOptimised: Bool = {
  #if DEBUG
  false
  #else
  true
  #endif
}()
