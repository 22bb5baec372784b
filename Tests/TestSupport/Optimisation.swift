/// Whether the tests are optimised. Without it they take about twenty times as long: tests over much data then do less,
/// and `Tests/run` runs them in a release build too.
public let isOptimised: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()
