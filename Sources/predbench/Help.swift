extension Options {
  static let help = """
    predbench: measures the sixteen workloads on a list of words, compared with hand-written closures and other engines

    usage: swift run -c release predbench [options]
           swift run -c release predbench rows [--rows ROWS] [--data DATA] [options]
           swift run -c release predbench growth [--millions N] [options]
           swift run -c release predbench threads [options]
           swift run -c release predbench untyped [options]
           swift run -c release predbench observed [options]
           swift run -c release predbench one [options]
           swift run -c release predbench instructions [--filter NAME]
           swift run -c release predbench parse [--rounds N | --repeat N]
           swift run -c release predbench sql [--rounds N]
           swift run -c release predbench fetch [--rounds N] [--filter TEXT]
           swift run -c release predbench stream [--rows N]

    Without a command it measures every contestant in alternation, and compares their answers; exit 1 if ours or
    a closure finds other objects. #Predicate and SQLite take part, GNUstep if gcc and gnustep-config are
    installed, DuckDB if python3 has it. Missing contestants are named.

    rows measures ours and the careful closure with every kind of rows and data, or with those that are named.

    growth measures every workload on parts of the words and on millions (1 to 10), lists of IN of 10 to a
    million, a correlated SUBQUERY of a thousand to a hundred thousand objects over as many, and as many joins
    and assignments; exit 1 if the cost of one of them grows disproportionately.

    threads measures one thread and two threads, in wall-clock time. untyped compares dictionaries with
    GNUstep's. observed compares objects of an @Observable class with closures.

    one evaluates a predicate with one word at a time, compared with closures, #Predicate and GNUstep.

    instructions counts, with valgrind, the instructions of ours, of the careful closure, and of ours one word
    at a time. Times vary with the load of a machine; these counts are exact. once is the command that runs
    under valgrind: it evaluates everything without measuring.

    parse measures the parsing of format strings; --repeat N only parses the thousand short ones N times, for
    tools that count instructions.

    sql measures the translation of a predicate to SQLite's SQL, compared with SQLite's own preparation of that
    statement.

    fetch measures fetch requests on the words: sorted, the first of them, groups and distinct rows, compared
    with hand-written loops.

    stream reads nearly all rows of a table of N rows (10000000) batch by batch, and reports its memory; exit 1
    if that is more than 50 MB.

    options:
      --words FILE     the list, one word per line (Corpus/WordList/words.txt)
      --data DATA      plain, shuffled (objects in another order than in memory), accents (a tenth of the words),
                       accented (all), cyrillic, nil (text and length optional, half of them nil)
      --rows ROWS      class, struct, dictionary ([String: FormatValue]), any ([String: Any]), columns
      --categories N   categories by the first N letters (1): 3 makes thousands
      --filter NAME    only the workload of this name (W4), or those whose format contains the text
      --rounds N       how many times each contestant is measured (15)
      --alone          ours and closures only
      --save FILE      also writes the figures as JSON
    """
}
