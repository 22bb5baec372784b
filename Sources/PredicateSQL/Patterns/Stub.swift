import PredicateSyntax
enum PatternFlavour: Sendable { case postgresql, mariadb, duckdb, spark }
enum PatternTranslation { case exact(String), refused(String) }
func foldedPattern(_ c: String, _ o: StringOptions, _ f: PatternFlavour) -> PatternTranslation { .refused("stub") }
func portablePattern(_ c: String, _ o: StringOptions, _ f: PatternFlavour) -> PatternTranslation { .refused("stub") }
