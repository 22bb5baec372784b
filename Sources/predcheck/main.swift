import PredicateSyntax
for f in CommandLine.arguments.dropFirst() {
  do { let p = try FormatPredicate.template(f); print(p.format, "   |  ", p.losslessFormat)
    let q = try FormatPredicate.template(p.losslessFormat); if q != p { print("NOT EQUAL", q.format) } } catch { print(error) }
}
