/// A file that may do what `TrapScanner` finds, and why that is sound.
struct TrapException {
  /// The path under Sources.
  var file: String
  var dangers: [TrapScanner.Danger]
  /// What proves the bounds and holds the memory, or why the arithmetic cannot go wrong.
  var why: String

  init(_ file: String, _ dangers: TrapScanner.Danger..., why: String) {
    (self.file, self.dangers, self.why) = (file, dangers, why)
  }

  // What holds for many files of a kind.

  /// A run takes place within one call on an array, `withUnsafeBufferPointer` of which holds it.
  private static let array =
    "the address is that of the caller's array, held by withUnsafeBufferPointer for the call; lanes stay below its count"
  private static let offset =
    "offsets were found by FieldDiscovery within the size of the type, and compared with what Mirror shows of a value"
  private static let lanes = "64 places, and a lane is the number of a bit of a mask of 64"
  private static let column =
    "a column's memory has a block and a margin behind its last row (ColumnMemory, TextColumn.margin), and the program holds it"
  private static let kernel =
    "reads no byte at or behind `count`: KernelTests hand over room for exactly so many, and Tests/sanitize watches"
  private static let store =
    "needles lie in the NeedleStore that the program holds, each with eight bytes of 0 behind it"
  private static let byteTest = "a byte less another one, compared with a width: wrapping is what makes it one test"

  static let all = [
    // What lies in memory.
    TrapException(
      "PredicateSyntax/Lock.swift", .sharing,
      why: "in builds for the thread sanitizer alone; its value is touched within its lock"),
    TrapException(
      "PredicateSyntax/Source/Compilations.swift", .memory, .sharing,
      why: "a place is filled once, by who exchanges nil for a retained object, and released with what holds the place"),
    TrapException(
      "PredicateSyntax/Values/FormatValue.swift", .memory, .sharing,
      why: "hashes a string's own bytes during the call; of an object only the address is ever used"),
    TrapException(
      "PredicateModel/Folding/Folding.swift", .memory, .wrapping,
      why: "goes through a buffer by its indices, and asks for the rest before it reads a scalar of several bytes"),
    TrapException(
      "PredicateModel/Folding/FoldingData.swift", .memory, .sharing, .wrapping,
      why:
        "tables filled once under a static let, never freed or changed; the scalar is below 0x110000, and blocks hold 128"
    ),
    TrapException(
      "PredicateModel/Folding/SimpleFolding.swift", .memory, .sharing, .wrapping,
      why:
        "writes words of eight into room for count * 3 / 2 + 16 bytes; the table of 0x800 scalars of two bytes never changes"
    ),
    TrapException(
      "PredicateModel/Text/LikePattern.swift", .memory, .wrapping,
      why: "each place is compared with the buffer's count before it is read, and grows by one"),
    TrapException(
      "PredicateModel/Text/PatternStrings.swift", .memory, why: "reads a buffer by its own indices during the call"),
    TrapException(
      "PredicateModel/Text/TextTest.swift", .memory, why: "reads buffers by their own indices during the call"),
    TrapException(
      "PredicateSQL/Dialects/DialectTable.swift", .memory, why: "counts the bytes of a string during the call"),
    TrapException(
      "PredicateSQL/Statements/ParserDepth.swift", .memory, .wrapping,
      why: "slices of the buffer's own indices; \(byteTest)"),

    // The engine: what is read of the caller's objects.
    TrapException(
      "PredicateEvaluation/ChosenElements.swift", .memory, .wrapping, why: "room for as many as bits are set; \(array)"),
    TrapException(
      "PredicateEvaluation/CompiledExpression.swift", .memory, .sharing, why: "immutable closures; \(array)"),
    TrapException("PredicateEvaluation/CompiledPredicate.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Filtering.swift", .memory,
      why: "the address of an argument during the call, and a program that the predicate holds"),
    TrapException(
      "PredicateEvaluation/SendableElements.swift", .memory, why: "the address of an argument during the call"),
    TrapException(
      "PredicateEvaluation/FoundationArguments.swift", .memory, why: "the sixteen bytes of a UUID, two times eight"),
    TrapException("PredicateEvaluation/Engine/AccessPath.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/OffsetCheck.swift", .memory, why: "\(array); \(offset)"),
    TrapException("PredicateEvaluation/Engine/Block.swift", .memory, .wrapping, why: array),
    TrapException(
      "PredicateEvaluation/Engine/Budget.swift", .memory, .sharing, .wrapping,
      why:
        "the current task outlives the evaluation that it waits for; the rest is constant or atomic; steps are far from 64 bits"
    ),
    TrapException(
      "PredicateEvaluation/Engine/Compiler.swift", .wrapping,
      why: "64 lanes times the nodes of a tree, far from 64 bits"),
    TrapException(
      "PredicateEvaluation/Engine/ValueComparison.swift", .memory, why: "bytes of an array during the call"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Collections.swift", .memory, .wrapping,
      why: "\(lanes); elements are held by withElements for the call, and counts are those of arrays"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Joins.swift", .memory, why: "room for whole blocks of hashes; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Leaves.swift", .memory, .wrapping,
      why: "room for 64 numbers a side; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/FieldTests.swift", .memory, .wrapping,
      why: "a place holds what its SwiftType says, by which the leaf is chosen; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Numbers.swift", .memory, .wrapping,
      why: "a place holds what its SwiftType says, by which the node is chosen; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Values.swift", .memory,
      why:
        "an object's address, for which withExtendedLifetime keeps the object; \(lanes)"
    ),
    TrapException("PredicateEvaluation/Engine/FieldLeaf.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/IntegerTotal.swift", .memory, .wrapping,
      why: "\(lanes); overflow is counted in carries"),
    TrapException(
      "PredicateEvaluation/Engine/Parts.swift", .sharing,
      why: "each call of the closure touches what belongs to its part"),
    TrapException(
      "PredicateEvaluation/Engine/Pattern.swift", .memory, .sharing,
      why: "NSRegularExpression is immutable and documented as safe to share; bytes of a string during the call"),
    TrapException(
      "PredicateEvaluation/Engine/Program.swift", .memory, .sharing, .wrapping,
      why: "immutable but for what a Run holds; \(array)"
    ),
    TrapException(
      "PredicateEvaluation/Engine/Run.swift", .memory, .sharing, .wrapping,
      why: "one place a scope, freed by deinit; a run belongs to one thread, and nothing is called while it is changed"),
    TrapException(
      "PredicateEvaluation/Engine/SpareRun.swift", .memory, .sharing,
      why:
        "only who has set the atomic flag touches the reference, until the flag is cleared; it goes with the program"),
    TrapException(
      "PredicateEvaluation/Engine/StructureComparison.swift", .memory,
      why: "both places hold a value of the type whose == is called, by their SwiftType"),
    TrapException(
      "PredicateEvaluation/Engine/UntypedLeaf.swift", .memory, .wrapping,
      why: "the address of a local value during the call; bytes of 64 texts in memory"),
    TrapException(
      "PredicateEvaluation/Engine/UntypedPath.swift", .memory,
      why: "a value is read as a type only where its own type is that one, by identity"),

    // The engine: columns.
    TrapException("PredicateEvaluation/Columns/CodedColumn.swift", .memory, why: column),
    TrapException("PredicateEvaluation/Columns/Column.swift", .memory, .sharing, why: "immutable once made; \(column)"),
    TrapException("PredicateEvaluation/Columns/ColumnEndSet.swift", .memory, .wrapping, why: "\(column); \(store)"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnExtraction.swift", .memory,
      why: "a place holds what its SwiftType says, by which the family is chosen; rows are those of the array"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnMembership.swift", .memory, .wrapping,
      why: "a hash of so many bits as the table has; \(column)"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnMemory.swift", .memory, .sharing, .wrapping,
      why: "written by the one thread that makes a column before anyone sees it, freed by deinit; a word more than rows"
    ),
    TrapException("PredicateEvaluation/Columns/ColumnNeedle.swift", .memory, .wrapping, why: "\(column); \(store)"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnSearch.swift", .memory, .wrapping,
      why: "a needle has at most 256 bytes and a step 64 places, less than the margin; \(column)"),
    TrapException("PredicateEvaluation/Columns/ColumnStore.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Columns/DenseLanes.swift", .memory, .wrapping, why: "64 bytes, and lanes from 0 to 63"),
    TrapException(
      "PredicateEvaluation/Columns/IntegerColumn.swift", .memory, .wrapping,
      why: "a distance beyond the table's width is taken to its last place; \(column)"),
    TrapException("PredicateEvaluation/Columns/PredicateColumns.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Columns/TextBuilder.swift", .memory, .wrapping,
      why: "grows before a text that does not fit is copied, and ends at four gigabytes; freed by deinit"),
    TrapException("PredicateEvaluation/Columns/TextColumn.swift", .memory, .wrapping, why: column),

    // The engine: fetching.
    TrapException(
      "PredicateEvaluation/Fetching/PartOrder.swift", .memory,
      why: "the address of the array that the caller hands over; one of nothing for no objects"),
    TrapException(
      "PredicateEvaluation/Fetching/FetchParts.swift", .memory, why: "the array's own buffer, within the closure"),
    TrapException(
      "PredicateEvaluation/Fetching/CompiledFetch.swift", .memory,
      why: "room for as many as there are positions; \(array)"),
    TrapException(
      "PredicateEvaluation/Fetching/FetchProgram.swift", .memory, .sharing,
      why: "immutable but for what a Run holds; \(array)"),
    TrapException(
      "PredicateEvaluation/Fetching/GroupTotals.swift", .memory, why: "\(lanes); groups are those that begin() has made"
    ),
    TrapException("PredicateEvaluation/Fetching/Grouping.swift", .memory, why: array),
    TrapException("PredicateEvaluation/Fetching/KeyTree.swift", .memory, why: lanes),
    TrapException(
      "PredicateEvaluation/Fetching/Ordering.swift", .memory,
      why: "slices of one array's buffer during the call, each by indices of its own"),
    TrapException(
      "PredicateEvaluation/Fetching/RankKernels.swift", .memory, .wrapping,
      why: "asks how many bytes are left before it reads them; \(offset)"),
    TrapException("PredicateEvaluation/Fetching/RankNode.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException(
      "PredicateEvaluation/Fetching/Sorting.swift", .memory,
      why: "slices of one array's buffer during the call; \(lanes)"),

    // The engine: kernels.
    TrapException(
      "PredicateEvaluation/Kernels/ByteKernel.swift", .memory, why: "the declaration of what a kernel takes"),
    TrapException("PredicateEvaluation/Kernels/EndKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/FoldedKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/FoldedSide.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/FoldedSubstringKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/NeedleStore.swift", .memory, .sharing,
      why: "filled by the one thread that compiles, read from then on, and freed by deinit"),
    TrapException("PredicateEvaluation/Kernels/OrderKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/PlainKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/SetKernels.swift", .memory, .wrapping,
      why: "slots are masked by their power of two; \(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/SubstringKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/Words.swift", .memory, .wrapping,
      why: "loads that their callers have asked the count for; bits of a word"),

    // The engine: reflection.
    TrapException(
      "PredicateEvaluation/Reflection/BoxedStructure.swift", .memory,
      why: "the address of a copy that it holds, or of an object that the value holds, during the call"),
    TrapException("PredicateEvaluation/Reflection/FieldTable.swift", .memory, why: offset),
    TrapException(
      "PredicateEvaluation/Reflection/GenericStorage.swift", .memory,
      why: "a place is read as the type that the metadata at hand is of, through that type's own interface"),
    TrapException(
      "PredicateEvaluation/Reflection/IntegerKind.swift", .memory,
      why: "the kind is made of the type that stands at the place"),
    TrapException(
      "PredicateEvaluation/Reflection/LibraryValues.swift", .memory,
      why: "a row is found by the type that stands at the place"),
    TrapException(
      "PredicateEvaluation/Reflection/PredicateKeyed.swift", .memory, .wrapping,
      why:
        "room for 64 values of the closure's own type, of which the live ones are made and destroyed; roots are of the class; "
        + "a closure of the main actor is called where RunPlace or SwiftType.read has seen that the caller is on it"
    ),
    TrapException(
      "PredicateEvaluation/Reflection/RuntimeReflection.swift", .memory,
      why:
        "the runtime's entry points as the standard library's Mirror calls them, with any type; indices below its own count"
    ),
    TrapException(
      "PredicateEvaluation/RowFindings.swift", .memory, why: "the address of a row during the call"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType.swift", .sharing,
      why: "immutable but for the table of fields, which has a lock"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Boxing.swift", .memory,
      why: "the kind is made of the type that stands at the place"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Storage.swift", .memory,
      why: "the kind is made of the type that stands at the place"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Verification.swift", .memory,
      why: "the object that the caller's array holds, and as many bytes as its type's size says"),

    // SQLite: what its documentation says of each call.
    TrapException(
      "PredicateSQLite/Connection/PreparedHandle.swift", .memory,
      why: "text and blobs are copied before the next call, no address with no bytes"),
    TrapException("PredicateSQLite/Connection/SQLiteConnection.swift", .memory, why: "a handle, passed on as it is"),
    TrapException(
      "PredicateSQLite/Connection/SQLiteInterrupt.swift", .memory,
      why: "a handle, which the lock keeps from being closed meanwhile"),
    TrapException(
      "PredicateSQLite/Connection/Session.swift", .memory, .sharing,
      why:
        "a handle, passed on as it is; a watch is read under SQLite's call, on the thread that its connection runs on"),
    TrapException(
      "PredicateSQLite/Connection/StatementWatch.swift", .memory,
      why: "SQLite hands back the address that it was given; the session holds the watch until its connection is closed"
    ),
    TrapException(
      "PredicateSQLite/Functions/FunctionCall.swift", .memory,
      why: "operands are good during the call; what SQLite keeps is retained until its destructor is called"),
    TrapException(
      "PredicateSQLite/Functions/SQLFunction.swift", .memory, why: "a number in place of a pointer, never followed"),
    TrapException(
      "PredicateSQLite/Library/CallbackSlots.swift", .memory, .sharing,
      why:
        "four places, each written once under a lock before its callback is handed out; addresses of functions, compared"
    ),
    TrapException(
      "PredicateSQLite/Library/SQLiteInterface.swift", .memory, .sharing,
      why: "a symbol of the library as the function that SQLite documents under its name; nothing changes it"),
    TrapException(
      "PredicateSQLite/Library/SQLiteLibrary.swift", .memory, why: "handles and symbols, passed on as they are"),
    TrapException(
      "predcheck/Explain/CancelledTask.swift", .memory,
      why: "the current task is cancelled during the call, and not kept"),
    TrapException(
      "predcheck/Console.swift", .memory,
      why: "the arguments below argc, which the process has for all its life; bytes of an array"),

    // Arithmetic alone.
    TrapException("PredicateSyntax/Lexer/Lexer.swift", .wrapping, why: byteTest),
    TrapException(
      "PredicateSyntax/Values/DecimalNumber.swift", .wrapping,
      why: "an exponent that wraps is beyond the limit that is asked next"),
    TrapException(
      "PredicateModel/Folding/FoldingBuffer.swift", .wrapping, why: "a scalar less another, compared with a width"),
    TrapException(
      "PredicateModel/Profiles/ProfileChecker.swift", .wrapping, why: "of .max it is .min, which no count reaches"),
    TrapException("PredicateCases/JSONNumber.swift", .wrapping, why: "of up to 18 digits, which 64 bits hold"),
    TrapException(
      "PredicateCases/RowParser.swift", .wrapping,
      why: "a hash, whose first bits are below the power of two of its places"),
    TrapException(
      "PredicateSQL/Lowering/Lowering+Constants.swift", .memory, .wrapping,
      why: "halves a distance of integers without a sign; bytes of a string"),
    TrapException(
      "PredicateSQL/Lowering/Lowering+Values.swift", .wrapping,
      why: "ten to the power of a scale, which a model bounds at 18"),
    TrapException("PredicateSQL/Statements/Translation.swift", .wrapping, why: byteTest),
    TrapException("PredicateEvaluation/Columns/ColumnTest.swift", .wrapping, why: "a row and a lane of the array"),
    TrapException(
      "PredicateEvaluation/Engine/JoinTable.swift", .wrapping, why: "a hash, masked by the power of two of its places"),
    TrapException(
      "PredicateEvaluation/Fetching/Grouper.swift", .wrapping, why: "takes the lowest bit off a mask that is not 0"),

    // Tools of the house: they read its own files and answer nobody.
    TrapException(
      "BenchFoundation/CheckedClosures.swift", .memory, why: "a closure by hand that predbench compares with"),
    TrapException("predbench/Parsing.swift", .memory, why: "measures on the package's own data"),
    TrapException(
      "wordlist/Output.swift", .memory, why: "hands a slice's own bytes to the system for the call"),
    TrapException("predbench/Rows/RowReader.swift", .memory, why: "measures on the package's own data"),
    TrapException(
      "predbench/Rows/Word.swift", .memory, .sharing, .wrapping,
      why: "words that nothing changes once they are read; random numbers"),
    TrapException(
      "predbench/Workloads/ByteTests.swift", .memory, why: "a closure by hand that predbench compares with"),
    TrapException(
      "predbench/Workloads/TextWorkloads.swift", .memory, why: "a closure by hand that predbench compares with"),
  ]
}
