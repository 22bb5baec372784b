extension Options {
  static let help = """
    predbench: the sixteen workloads over a list of words, against closures by hand and other engines

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

    Without a word it measures every contestant in turn, and compares their answers; exit 1 where ours or a closure finds
    other objects. #Predicate and SQLite take part, GNUstep where gcc and gnustep-config are installed, DuckDB where
    python3 has it; who is missing is named.

    rows measures ours and the careful closure over rows of every kind and data of every kind, or those that are named.

    growth measures every workload over parts of the words and over millions (1 to 10), lists of IN of 10 to a million, a
    correlated SUBQUERY of a thousand to a hundred thousand objects over as many, and as many joins and assignments; exit 1
    where one grows out of proportion.

    threads measures one thread and two, by the clock on the wall. untyped measures dictionaries beside GNUstep's.
    observed measures objects of an @Observable class beside closures.

    one asks a predicate about one word at a time, beside closures, #Predicate and GNUstep.

    instructions counts, by valgrind, the instructions of ours, of the careful closure, and of ours one word at a time. Beside the noise of a machine they
    are exact. once is what runs under valgrind: it asks all without measuring.

    parse measures the reading of format strings; --repeat N only reads the thousand short ones N times, for tools that
    count instructions.

    sql measures what it takes to make SQLite's statement of a predicate, beside SQLite's own preparing of that statement.

    fetch measures fetch requests over the words: sorted, the first of them, groups and distinct rows, beside loops by hand.

    stream reads nearly all of a table of N rows (10000000) batch by batch, and tells the memory that it took; exit 1
    where that is more than 50 MB.

    options:
      --words FILE     the list, one word a line (Corpus/WordList/words.txt)
      --data DATA      plain, shuffled (objects in another order than in memory), accents (a tenth of the words),
                       accented (all), cyrillic, nil (text and length optional, half of them nil)
      --rows ROWS      class, struct, dictionary ([String: FormatValue]), any ([String: Any]), columns
      --categories N   categories by the first N letters (1): 3 makes thousands
      --filter NAME    only the workload of this name (W4), or those whose format holds the text
      --rounds N       how often each contestant is measured (15)
      --alone          ours and closures only
      --save FILE      writes the figures as JSON too
    """
}
