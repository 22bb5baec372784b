import PredicateSyntax

/// Returns the codes of the findings that `body` throws, or an empty array if it throws nothing or another error.
public func codes(_ body: () throws -> Void) -> [FormatDiagnostic.Code] {
  do {
    try body()
    return []
  } catch let error as FormatError {
    return error.diagnostics.map(\.code)
  } catch {
    return []
  }
}
