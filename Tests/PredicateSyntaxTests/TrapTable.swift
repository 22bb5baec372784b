/// A file that may contain what `TrapScanner` finds, and the reason why that is safe.
struct TrapException {
  /// The path under Sources.
  var file: String
  var dangers: [TrapScanner.Danger]
  /// The proof of the bounds and of the lifetime of the memory, or the reason why the arithmetic cannot go wrong.
  var why: String

  init(_ file: String, _ dangers: TrapScanner.Danger..., why: String) {
    (self.file, self.dangers, self.why) = (file, dangers, why)
  }

  // Reasons for many files of a kind.

  /// A run takes place within one call on an array, for which `withUnsafeBufferPointer` keeps the address valid.
  private static let array =
    "the address is that of the caller's array, kept valid by withUnsafeBufferPointer; lanes are below its count"
  private static let offset =
    "FieldDiscovery found the offsets within the type's size, and compared them with the Mirror of a value"
  private static let lanes = "64 elements, and a lane is the number of a bit in a mask of 64"
  private static let column =
    "a column's memory has a block and a margin after its last row (KernelMemory, TextColumn.margin); the program owns it"
  private static let kernel =
    "reads no byte at or after `count`: KernelTests pass exactly that many, and Tests/sanitize checks accesses"
  private static let store =
    "needles are in the KernelMemory that the program owns, each followed by eight bytes of 0"
  private static let byteTest = "a byte minus another one, compared with a width: wrapping makes this a single test"

  static let all = [
    // Data in memory.
    TrapException(
      "PredicateSyntax/Lock.swift", .memory, .sharing,
      why:
        "only in builds for the thread sanitizer; its mutex lives as long as it does, and its value is accessed with it"
    ),
    TrapException(
      "PredicateSyntax/Source/Compilations.swift", .memory, .sharing,
      why: "a slot is filled once, by exchanging nil for a retained object, and released with its owner"),
    TrapException(
      "PredicateSyntax/Values/FormatValue.swift", .memory, .sharing,
      why: "hashes a string's own bytes during the call; only the address of an object is used"),
    TrapException(
      "PredicateSemantics/Folding/Folding.swift", .memory, .wrapping,
      why: "uses a buffer's own indices, and checks the remaining count before it reads a scalar of several bytes"),
    TrapException(
      "PredicateSemantics/Folding/FoldingData.swift", .memory, .sharing, .wrapping,
      why:
        "tables filled once under a static let, never freed or changed; the scalar is below 0x110000, and blocks hold 128"
    ),
    TrapException(
      "PredicateSemantics/Folding/SimpleFolding.swift", .memory, .sharing, .wrapping,
      why:
        "writes words of eight bytes to memory for count * 3 / 2 + 16; the table of 0x800 two-byte scalars is constant"
    ),
    TrapException(
      "PredicateSemantics/Text/LikePattern.swift", .memory, .wrapping,
      why: "each position is compared with the buffer's count before it is read, and grows by one"),
    TrapException(
      "PredicateSemantics/Text/PatternStrings.swift", .memory, why: "reads a buffer by its own indices during the call"),
    TrapException(
      "PredicateSemantics/Text/TextTest.swift", .memory, why: "reads buffers by their own indices during the call"),
    TrapException(
      "PredicateSQL/Dialects/DatabaseDialect.swift", .memory,
      why: "the tables of this library have no errors; a test makes each of the dialects"),
    TrapException(
      "PredicateSQL/Statements/ParserDepth.swift", .memory, why: "slices of the buffer's own indices"),

    // The engine: access to the caller's objects.
    TrapException(
      "PredicateEvaluation/ChosenElements.swift", .memory, .wrapping,
      why: "memory for as many as bits are set; \(array)"),
    TrapException(
      "PredicateEvaluation/CompiledExpression.swift", .memory, .sharing, why: "immutable closures; \(array)"),
    TrapException("PredicateEvaluation/CompiledPredicate.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Filtering.swift", .memory,
      why: "the address of an argument during the call, and a program that the predicate owns"),
    TrapException(
      "PredicateEvaluation/SendableElements.swift", .memory, why: "the address of an argument during the call"),
    TrapException(
      "PredicateEvaluation/FoundationArguments.swift", .memory, why: "the sixteen bytes of a UUID, as two times eight"),
    TrapException("PredicateEvaluation/Engine/AccessPath.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/OffsetCheck.swift", .memory, why: "\(array); \(offset)"),
    TrapException("PredicateEvaluation/Engine/Block.swift", .memory, .wrapping, why: array),
    TrapException(
      "PredicateEvaluation/Engine/Budget.swift", .memory, .sharing, .wrapping,
      why:
        "the current task outlives its evaluation; the rest is constant or atomic; steps are far below 64 bits"
    ),
    TrapException(
      "PredicateEvaluation/Engine/Compiler.swift", .wrapping,
      why: "64 lanes times the nodes of a tree, far below 64 bits"),
    TrapException(
      "PredicateEvaluation/Engine/ValueComparison.swift", .memory, why: "bytes of an array during the call"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Collections.swift", .memory, .wrapping,
      why: "\(lanes); withElements keeps elements valid for the call, and counts are those of arrays"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Joins.swift", .memory, why: "memory for whole blocks of hashes; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Leaves.swift", .memory, .wrapping,
      why: "memory for 64 numbers a side; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/FieldTests.swift", .memory, .wrapping,
      why: "the address contains a value of its SwiftType, which selects the leaf; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Numbers.swift", .memory,
      why: "the address contains a value of its SwiftType, which selects the node; \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Structures.swift", .memory,
      why: "both addresses contain a value of the type whose == is called, by their SwiftType"),
    TrapException(
      "PredicateEvaluation/Engine/Compiler+Values.swift", .memory,
      why:
        "an object's address, kept valid by withExtendedLifetime; \(lanes)"
    ),
    TrapException("PredicateEvaluation/Engine/FieldLeaf.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException("PredicateEvaluation/Engine/LaneAddresses.swift", .memory, .wrapping, why: "\(offset); \(lanes)"),
    TrapException(
      "PredicateEvaluation/Engine/IntegerTotal.swift", .memory, .wrapping,
      why: "\(lanes); overflow is counted in carries"),
    TrapException(
      "PredicateEvaluation/Engine/Parts.swift", .sharing,
      why: "each call of the closure accesses only its own part"),
    TrapException(
      "PredicateEvaluation/Engine/Pattern.swift", .memory, .sharing,
      why: "NSRegularExpression is immutable and documented as safe to share; bytes of a string during the call"),
    TrapException(
      "PredicateEvaluation/Engine/Program.swift", .memory, .sharing, .wrapping,
      why: "immutable except for the contents of a Run; \(array)"
    ),
    TrapException(
      "PredicateEvaluation/Engine/Run.swift", .memory, .sharing, .wrapping,
      why: "one slot per scope, freed by deinit; a run belongs to one thread, and nothing is called during its changes"),
    TrapException(
      "PredicateEvaluation/Engine/SpareRun.swift", .memory,
      why: "the address of a retained run; whoever takes it replaces it, and it is released with the program"),
    TrapException(
      "PredicateEvaluation/Engine/UntypedLeaf.swift", .memory, .wrapping,
      why: "the address of a local value during the call; bytes of 64 texts in memory"),
    TrapException(
      "PredicateEvaluation/Engine/UntypedPath.swift", .memory,
      why: "a value is read as a type only if its own type is identical"),

    // The engine: columns.
    TrapException("PredicateEvaluation/Columns/CodedColumn.swift", .memory, why: column),
    TrapException("PredicateEvaluation/Columns/Column.swift", .memory, .sharing, why: "immutable once made; \(column)"),
    TrapException("PredicateEvaluation/Columns/ColumnEndSet.swift", .memory, .wrapping, why: "\(column); \(store)"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnExtraction.swift", .memory,
      why: "the address contains a value of its SwiftType, which selects the family; rows are those of the array"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnMembership.swift", .memory, .wrapping,
      why: "a hash with as many bits as the table's size; \(column)"),
    TrapException(
      "PredicateEvaluation/Columns/RowBits.swift", .memory, .wrapping, why: "one word more than rows; \(column)"
    ),
    TrapException("PredicateEvaluation/Columns/ColumnNeedle.swift", .memory, .wrapping, why: "\(column); \(store)"),
    TrapException(
      "PredicateEvaluation/Columns/ColumnSearch.swift", .memory, .wrapping,
      why: "a needle has at most 256 bytes and a step 64, less than the margin; \(column)"),
    TrapException("PredicateEvaluation/Columns/ColumnStore.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Columns/DenseLanes.swift", .memory, .wrapping, why: "64 bytes, and lanes from 0 to 63"),
    TrapException(
      "PredicateEvaluation/Columns/IntegerColumn.swift", .memory, .wrapping,
      why: "values have the column's type; a distance beyond the table is clamped to its last entry; \(column)"),
    TrapException("PredicateEvaluation/Columns/PredicateColumns.swift", .memory, why: array),
    TrapException(
      "PredicateEvaluation/Columns/TextBuilder.swift", .memory, .wrapping,
      why: "grows before it copies a text that does not fit, up to four gigabytes; freed by deinit"),
    TrapException("PredicateEvaluation/Columns/TextColumn.swift", .memory, .wrapping, why: column),

    // The engine: ranks.
    TrapException(
      "PredicateEvaluation/Kernels/RankKernels.swift", .memory, .wrapping,
      why: "checks the remaining count before it reads bytes; \(offset)"),
    TrapException("PredicateEvaluation/Engine/RankNode.swift", .memory, why: "\(offset); \(lanes)"),

    // Fetching.
    TrapException(
      "PredicateFetching/PartOrder.swift", .memory,
      why: "the address of the caller's array; an unused one if there are no objects"),
    TrapException(
      "PredicateFetching/FetchParts.swift", .memory, why: "the array's own buffer, within the closure"),
    TrapException(
      "PredicateFetching/CompiledFetch.swift", .memory,
      why: "memory for as many elements as there are positions; \(array)"),
    TrapException(
      "PredicateFetching/FetchProgram.swift", .memory, .sharing,
      why: "immutable except for the contents of a Run; \(array)"),
    TrapException(
      "PredicateFetching/GroupTotals.swift", .memory, why: "\(lanes); groups are those that begin() created"
    ),
    TrapException("PredicateFetching/Grouping.swift", .memory, why: array),
    TrapException("PredicateFetching/KeyTree.swift", .memory, why: lanes),
    TrapException(
      "PredicateFetching/Ordering.swift", .memory,
      why: "slices of one array's buffer during the call, each with its own indices"),
    TrapException(
      "PredicateFetching/Sorting.swift", .memory,
      why: "slices of one array's buffer during the call; \(lanes)"),

    // The engine: kernels.
    TrapException(
      "PredicateEvaluation/Kernels/ByteKernel.swift", .memory, why: "the declaration of a kernel's parameters"),
    TrapException("PredicateEvaluation/Kernels/EndKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/FoldedKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/FoldingFallback.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/FoldedSubstringKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/KernelMemory.swift", .memory, .sharing,
      why: "filled by the one thread that compiles, then only read, and freed by deinit"),
    TrapException("PredicateEvaluation/Kernels/OrderKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/PlainKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/SetKernels.swift", .memory, .wrapping,
      why: "slots are masked by the table's power of two; \(kernel); \(store)"),
    TrapException("PredicateEvaluation/Kernels/SubstringKernels.swift", .memory, .wrapping, why: "\(kernel); \(store)"),
    TrapException(
      "PredicateEvaluation/Kernels/Words.swift", .memory, .wrapping,
      why: "loads for which callers have checked the count; bits of a word"),

    // The engine: reflection.
    TrapException(
      "PredicateEvaluation/Reflection/BoxedStructure.swift", .memory,
      why: "the address of its own copy, or of an object that the value owns, during the call"),
    TrapException("PredicateEvaluation/Reflection/FieldTable.swift", .memory, why: offset),
    TrapException(
      "PredicateEvaluation/Reflection/GenericStorage.swift", .memory,
      why: "memory is read as the type of the given metadata, through that type's own interface"),
    TrapException(
      "PredicateEvaluation/Reflection/LibraryValues.swift", .memory,
      why: "the reader is chosen by the type of the value at the address"),
    TrapException(
      "PredicateEvaluation/Reflection/PredicateKeyed.swift", .memory, .wrapping,
      why:
        "memory for 64 values of the closure's own type; live ones are initialized and destroyed; roots are of the class; "
        + "a main-actor closure is called only if ProgramShape or SwiftType.read found that the caller is on that actor"
    ),
    TrapException(
      "PredicateEvaluation/Reflection/RuntimeReflection.swift", .memory,
      why:
        "the runtime's entry points as the standard library's Mirror calls them, with any type; indices below its count"
    ),
    TrapException(
      "PredicateEvaluation/RowFindings.swift", .memory, why: "the address of a row during the call"),
    TrapException(
      "PredicateEvaluation/Reflection/StoredInteger.swift", .memory,
      why: "the integer at the address has this type"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType.swift", .sharing,
      why: "immutable except the table of fields, which has a lock"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Boxing.swift", .memory,
      why: "the integer at the address has this type"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Storage.swift", .memory,
      why: "the integer at the address has this type"),
    TrapException(
      "PredicateEvaluation/Reflection/SwiftType+Verification.swift", .memory,
      why: "an object in the caller's array, and as many bytes as its type's size"),

    // SQLite: the documentation of each call.
    TrapException(
      "PredicateSQLite/Connection/PreparedHandle.swift", .memory,
      why: "text and blobs are copied before the next call; an empty one has no address"),
    TrapException(
      "PredicateSQLite/Connection/SQLiteDatabaseConnection.swift", .memory, why: "a handle, passed on unchanged"),
    TrapException(
      "PredicateSQLite/Connection/Session.swift", .memory, why: "a handle, passed on unchanged"),
    TrapException(
      "PredicateSQLite/Connection/StatementWatch.swift", .memory, .sharing,
      why:
        "SQLite returns the address that it was given, on the connection's thread; the session closes the connection first"
    ),
    TrapException(
      "PredicateSQLite/Functions/FunctionCall.swift", .memory,
      why: "operands are valid during the call; what SQLite keeps is retained until its destructor is called"),
    TrapException(
      "PredicateSQLite/Functions/SQLFunction.swift", .memory, why: "a number instead of a pointer, never dereferenced"),
    TrapException(
      "PredicateSQLite/Library/CallbackSlots.swift", .memory, .sharing,
      why:
        "four slots, each written once with a lock before its callback is used; function addresses are only compared"
    ),
    TrapException(
      "PredicateSQLite/Library/SQLiteInterface.swift", .memory, .sharing,
      why: "a symbol of the library as the function that SQLite documents for its name; constant"),
    TrapException(
      "PredicateSQLite/Library/SQLiteLibrary.swift", .memory, why: "handles and symbols, passed on unchanged"),
    TrapException(
      "PredicateSQLite/Store/SQLiteReader.swift", .memory,
      why: "a handle, which the lock prevents from being closed meanwhile"),
    TrapException(
      "predcheck/Explain/CancelledTask.swift", .memory,
      why: "the current task is cancelled during the call, and not stored"),
    TrapException(
      "PredicateInput/GzipReader.swift", .memory,
      why:
        "zlib's functions as zlib.h declares them; its state does not move, and has the bytes of arrays only during a call"
    ),
    TrapException("predcheck/Console.swift", .memory, why: "the bytes of an array during a call of the system"),
    TrapException(
      "CommandSupport/RawArguments.swift", .memory,
      why: "the arguments below argc, which are valid for the life of the process"),

    // Arithmetic alone.
    TrapException("PredicateSyntax/Lexer/UInt8+Words.swift", .wrapping, why: byteTest),
    TrapException(
      "PredicateSyntax/Values/DecimalNumber.swift", .wrapping,
      why: "an exponent that wraps exceeds the limit that is checked next"),
    TrapException(
      "PredicateSemantics/Folding/FoldingBuffer.swift", .wrapping, why: "a scalar minus another, compared with a width"),
    TrapException("PredicateInput/JSONNumber.swift", .wrapping, why: "at most 18 digits, which fit into 64 bits"),
    TrapException(
      "PredicateInput/RowParser.swift", .wrapping,
      why: "a hash, whose first bits are below the table's power of two"),
    TrapException(
      "PredicateSQL/Lowering/Lowering+Constants.swift", .memory, .wrapping,
      why: "halves a distance of unsigned integers; bytes of a string"),
    TrapException(
      "PredicateSQL/Lowering/Lowering+Values.swift", .wrapping,
      why: "ten to the power of a scale, which a model limits to 18"),
    TrapException("PredicateSQL/Statements/Translation.swift", .wrapping, why: byteTest),
    TrapException(
      "PredicateEvaluation/Engine/JoinTable.swift", .wrapping, why: "a hash, masked by the table's power of two"),
    TrapException(
      "PredicateFetching/Grouper.swift", .wrapping, why: "removes the lowest bit of a mask that is not 0"),

    // Tools of the repository, which read only its own files.
    TrapException(
      "predbench/BenchFoundation/CheckedClosures.swift", .memory,
      why: "a hand-written closure that predbench compares with"),
    TrapException("predbench/Parsing.swift", .memory, why: "measures on the package's own data"),
    TrapException(
      "predcheck/Diff/RowMaker.swift", .wrapping, why: "random numbers, and values near the least and greatest integers"
    ),
    TrapException(
      "wordlist/Output.swift", .memory, why: "passes a slice's own bytes to the system for the call"),
    TrapException("predbench/Rows/WordReader.swift", .memory, why: "measures on the package's own data"),
    TrapException(
      "predbench/Rows/Word.swift", .memory, .sharing, .wrapping,
      why: "words that do not change after they are read; random numbers"),
    TrapException(
      "predbench/Workloads/ByteTests.swift", .memory, why: "a hand-written closure that predbench compares with"),
    TrapException(
      "predbench/Workloads/TextWorkloads.swift", .memory, why: "a hand-written closure that predbench compares with"),
  ]
}
