import PredicateSyntax

/// The codes of the findings that `body` throws; none where it throws nothing, or another error.
public func codes(_ body: () throws -> Void) -> [DiagnosticCode] {
  do {
    try body()
    return []
  } catch let error as FormatError {
    return error.diagnostics.map(\.code)
  } catch {
    return []
  }
}
