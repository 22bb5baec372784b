// node --stack-size=500 mutate.mjs SEED COUNT FILE…: calls the installed npm package with random requests, made of the
// format strings of files of cases, and with high and long ones. Each call must return an answer or throw a RequestError.
// (wasmtime gives a module 512 KB of stack.)
import { readFileSync } from "node:fs";
import { lines, predicates } from "./installed.mjs";

const [seed, count, ...files] = process.argv.slice(2);
let state = Number(seed) >>> 0;
/** Returns a random integer from 0 and below a number. */
function below(number) {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
  return ((state ^ (state >>> 13)) >>> 0) % number;
}
const one = (list) => list[below(list.length)];

const formats = files.flatMap(lines).map((line) => line.format).filter((format) => typeof format === "string");
const model = JSON.parse(readFileSync(new URL("../../Corpus/SQL/Models/wordlist.json", import.meta.url), "utf8"));
const date = { $date: "2014-01-01T00:00:00Z" };
const values = [null, true, 0, -1, 1.5, 1e308, "", "a", "Été", [], [1, [2]], {}, { a: 1 }, date, { $date: 1 }];
const { dialects, profiles } = predicates.version();

/** Returns a text with a few random changes. */
function changed(text) {
  const letters = [...text];
  for (let index = below(4); index > 0; index--) {
    const place = below(letters.length + 1);
    letters.splice(place, below(3), ...[..."()[]{}%@$,.<>=!&|\"'\\:#1aé\0\u{1F600}"].slice(below(28)).slice(0, below(3)));
    if (below(4) === 0) letters.splice(below(letters.length + 1), 0, ...one(formats));
  }
  return letters.join("");
}
const few = (length, element) => Array.from({ length: below(length) }, element);
function request() {
  const fields = {
    format: changed(one(formats)), arguments: few(3, () => one(values)), width: 1 + below(120), model,
    variables: { X: one(values), LEAST: one(values) }, entity: one(["Word", "WordCategory", "Wrd"]),
    rows: few(5, () => one([one(values), { a: one(values), b: one(values), name: one(values) }])),
    dialect: one(dialects), profile: one(profiles),
    keys: few(3, () => changed(one(["a", "a.b", "SELF", "@count"]))),
  };
  const names = {
    check: ["arguments", "variables", "profile", "keys", "model", "entity"], evaluate: ["arguments", "variables", "rows"],
    format: ["width"], sql: ["arguments", "variables", "model", "entity", "dialect"],
  };
  const name = one(Object.keys(names));
  const request = { format: fields.format };
  for (const field of names[name]) {
    if (["rows", "model", "dialect"].includes(field) || below(3) === 0) request[field] = fields[field];
  }
  const text = JSON.stringify(request);
  // A few requests are changed as text.
  return [name, below(8) === 0 ? changed(text) : text];
}

/** High and long formats and values. */
function* extremes() {
  const high = [
    (n) => `${"(".repeat(n)}a > 1${")".repeat(n)}`, (n) => `${"NOT ".repeat(n)}a > 1`, (n) => `a${" + a".repeat(n)} > 1`,
    (n) => `a > ${"-".repeat(n)}1`, (n) => `a IN ${"{".repeat(n)}1${"}".repeat(n)}`, (n) => `a${"[0]".repeat(n)} > 1`,
    (n) => `${"SUBQUERY(a, $x, ".repeat(n)}TRUEPREDICATE${").@count > 0".repeat(n)}`, (n) => `a${".b".repeat(n)} > 1`,
    (n) => `${"TERNARY(a > 1, 1, ".repeat(n)}2${")".repeat(n)} > 1`,
    (n) => `${"(a > 1 AND ".repeat(n)}b < 2${")".repeat(n)}`,
    (n) => `${"abs(".repeat(n)}a${")".repeat(n)} > 1`, (n) => `a IN {1${", 1".repeat(n)}}`, (n) => `a == 1${" OR a == 1".repeat(n)}`,
    (n) => `a == '${"x".repeat(n)}'`, (n) => `a LIKE '${"*".repeat(n)}'`, (n) => "%@ ".repeat(n), (n) => `a == 1e${"9".repeat(n)}`,
  ];
  for (const count of [20, 40, 60, 90, 97, 98, 99, 100, 101, 300, 20_000]) {
    for (const make of high) {
      const format = make(count);
      yield ["check", JSON.stringify({ format })];
      yield ["format", JSON.stringify({ format, width: 20 })];
      yield ["evaluate", JSON.stringify({ format, rows: [{ a: 1, b: 1 }, { a: [1] }] })];
      const ofWord = format.replaceAll(/\b[ab]\b/g, "length");
      yield ["sql", JSON.stringify({ format: ofWord, model, entity: "Word", dialect: "sqlite" })];
    }
    for (const list of ["[]", '{"a": }']) {
      const value = list.slice(0, -1).repeat(count) + (list === "[]" ? "" : "1") + list.slice(-1).repeat(count);
      yield ["evaluate", `{"format": "a == 1 OR a.@count > max:(a)", "rows": [${value}]}`];
      yield ["evaluate", `{"format": "a == %@ OR %@ IN a", "arguments": [${value}, ${value}], "rows": [{"a": ${value}}]}`];
      yield ["check", `{"format": "a == 1", "model": ${value}}`];
    }
  }
  const wrong = ["", "[".repeat(100_000), " ".repeat(5_000_000), "\0", "\u{FEFF}{}", '"', "{".repeat(300)];
  for (const text of wrong) yield ["check", text];
  const rows = "[" + '{"a": 1}, '.repeat(200_000) + "1]";
  yield ["evaluate", `{"format": "10 / a > max:(a)", "rows": ${rows}}`];
}

const counts = { valid: 0, invalid: 0, refused: 0, stopped: 0 };
function call(name, text) {
  try {
    const answer = predicates[name](text);
    const isAnswer = answer.valid === true || (answer.valid === false && answer.message !== "");
    if (!isAnswer || !Array.isArray(answer.diagnostics)) throw new Error("no answer");
    counts[answer.valid ? "valid" : "invalid"]++;
  } catch (error) {
    if (error instanceof predicates.RequestError) return counts.refused++;
    counts.stopped++;
    console.log(`${name} ${text.slice(0, 500)}\n  ${error.message}`);
  }
}
for (const [name, text] of extremes()) call(name, text);
for (let index = 0; index < Number(count); index++) call(...request());
const { valid, invalid, refused, stopped } = counts;
console.log(`seed ${seed}: ${valid} valid, ${invalid} with errors, ${refused} refused requests, ${stopped} stopped`);
if (stopped > 0 || Math.min(valid, invalid, refused) < count / 20) process.exit(1);
