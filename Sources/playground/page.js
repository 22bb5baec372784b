"use strict";

const element = (id) => document.getElementById(id);
const [format, colors, model, entity, dialects, examples] =
  ["format", "colors", "model", "entity", "dialects", "examples"].map(element);
const wordList = element("word-list").textContent.trim();
const dialectNames = {
  sqlite: "SQLite", postgresql: "PostgreSQL", mariadb: "MariaDB", mysql: "MySQL", duckdb: "DuckDB", clickhouse: "ClickHouse",
  spark: "Spark",
};
const exampleFormats = [
  ["Long words", 'length > 12 AND text ENDSWITH[c] "ing"'],
  ["A misspelled operator", 'length > 12 AND text ENDWITH "ing"'],
  ["A misspelled key", 'lenght > 12 OR text BEGINSWITH "qua"'],
  ["Values of a program", "text BEGINSWITH %@ AND length BETWEEN %@", { arguments: ["qua", "[4, 8]"] }],
  ["A variable", "length > $LEAST", { variables: { LEAST: "20" } }],
  ["A related object", 'wordCategory.firstLetter IN {"q", "x", "z"} AND NOT text CONTAINS "u"'],
  [
    "Elements of a collection", 'SUBQUERY(words, $w, $w.length > 20 AND $w.text ENDSWITH "s").@count > 2',
    { entity: "WordCategory" },
  ],
  ["A regular expression", 'text MATCHES "[a-f]+(ing|ed)s?" OR text LIKE[c] "*ZZ*"'],
  ["Arithmetic", "(length + 3) / 2 > 10 AND length * length != 100"],
  ["AND and OR without parentheses", 'length == 2 OR length == 3 AND text BEGINSWITH "a"'],
];

// What the page shows: all of it is in the link.
let state = { format: exampleFormats[0][1], model: wordList, entity: "Word", dialect: "sqlite", arguments: [], variables: {} };
let answer = { diagnostics: [] };

/** Makes an element. A property that is not one of the object becomes an attribute. */
function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// The module

/** Returns a function that sends a request to the module and returns its answer. */
async function loadModule() {
  const text = atob(element("module").textContent);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await Module.load(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
  return (request) => JSON.parse(module.call("answer", JSON.stringify(request)));
}

let ask;

/** Asks about the state. The arguments are given only if there is one for each conversion. */
function askAboutState() {
  const given = state.arguments.every((value) => value !== "") ? state.arguments : [];
  const variables = Object.fromEntries(Object.entries(state.variables).filter(([, value]) => value !== ""));
  answer = ask({ format: state.format, model: state.model, entity: state.entity, arguments: given, variables });
}

/** Asks about the state and shows the answer. */
function update() {
  try {
    askAboutState();
    // The number of conversions is known only now.
    const count = answer.conversions?.length ?? state.arguments.length;
    if (state.arguments.length !== count) {
      state.arguments = Array.from({ length: count }, (_, index) => state.arguments[index] ?? "");
      askAboutState();
    }
  } catch (error) {
    answer = {
      diagnostics: [{
        code: "internal", severity: "error", message: `this page failed on the text (${error.message}): please report it`,
        start: 0, end: 0, labels: [], notes: [], fixIts: [],
      }],
    };
  }
  offsets = utf16Offsets(state.format);
  if (answer.entity) state.entity = answer.entity;
  showColors();
  showDiagnostics();
  showValues();
  showCanonical();
  showTree();
  showModel();
  showStatement();
  showProfiles();
  later(announce, 700);
  later(writeLink, 300);
}

const timers = new Map();
function later(action, milliseconds) {
  clearTimeout(timers.get(action));
  timers.set(action, setTimeout(action, milliseconds));
}
