// node requests.mjs REQUESTS: compares the answers of the installed npm package with those that a file of requests
// expects, and tests that a module that stops is started again.
import { readFileSync } from "node:fs";
import { folder, lines, predicates } from "./installed.mjs";

const { Module } = await import(`${folder}/module.js`);

/** Returns whether an answer has the expected fields. It may have others. */
function contains(answer, expected) {
  if (Array.isArray(expected)) {
    if (!Array.isArray(answer) || answer.length !== expected.length) return false;
    return expected.every((one, index) => contains(answer[index], one));
  }
  if (typeof expected !== "object" || expected === null) return answer === expected;
  if (typeof answer !== "object" || answer === null) return false;
  return Object.keys(expected).every((key) => contains(answer[key], expected[key]));
}

let failures = 0;
function check(name, is, found) {
  if (is) return;
  failures++;
  console.log(`${name}: ${JSON.stringify(found)}`);
}
function thrown(body) {
  try { return body(); } catch (error) { return error; }
}

let count = 0;
for (const { call, request, text, bytes, answer: expected } of lines(process.argv[2])) {
  // Bytes that are not UTF-8 cannot be written in JavaScript.
  if (bytes !== undefined || (call === "version" && expected.error)) continue;
  const answer = thrown(() => predicates[call](text ?? request));
  let found = answer;
  if (answer instanceof predicates.RequestError) {
    const { path, message } = answer;
    found = { error: { path, message: path === "" ? message : message.slice(`${path}: `.length) } };
  }
  check(`${call} ${text ?? JSON.stringify(request)}`, contains(found, expected), found);
  count++;
}
check("requests", count > 40, count);

// The types list the names that the module knows.
const types = readFileSync(`${folder}/index.d.ts`, "utf8");
for (const [type, names] of [["ProfileName", predicates.version().profiles], ["Dialect", predicates.version().dialects]]) {
  const listed = types.match(new RegExp(`export type ${type} =([^;]*);`))[1].match(/\w+/g);
  check(type, JSON.stringify(listed) === JSON.stringify(names), { listed, names });
}

// Values that JSON does not have.
const date = new Date("2014-01-01T00:00:00Z");
const rows = [{ d: new Date(date - 1), n: NaN, i: -Infinity }];
check("dates", predicates.evaluate({ format: "d < %@", arguments: [date], rows }).rows[0] === true);
check("numbers", predicates.evaluate({ format: "i < -1e300 AND n == nil", rows }).rows[0] === true);
for (const value of [new Map(), new Set(), 1n, new Date(NaN)]) {
  const error = thrown(() => predicates.evaluate({ format: "a == 1", rows: [{ a: value }] }));
  check("a value that JSON does not have", error instanceof TypeError, error);
}
check("no request", thrown(() => predicates.check()) instanceof predicates.RequestError);

// A module whose instances remember something. `allocate` returns 4, and `stop` is `unreachable`. `echo` adds the number
// of bytes to the integer at 0, and returns 0, so its answer is the request, and longer if the instance was called before.
const stopping = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 16, 3, 96, 1, 127, 1, 127, 96, 1, 127, 0, 96, 2, 127, 127, 1, 127, 3, 5, 4, 0, 1,
  2, 2, 5, 3, 1, 0, 1, 7, 45, 5, 6, 109, 101, 109, 111, 114, 121, 2, 0, 8, 97, 108, 108, 111, 99, 97, 116, 101, 0,
  0, 7, 114, 101, 108, 101, 97, 115, 101, 0, 1, 4, 115, 116, 111, 112, 0, 2, 4, 101, 99, 104, 111, 0, 3, 10, 31, 4,
  4, 0, 65, 4, 11, 2, 0, 11, 3, 0, 0, 11, 17, 0, 65, 0, 65, 0, 40, 2, 0, 32, 1, 106, 54, 2, 0, 65, 0, 11,
]);
const module = await Module.load(await WebAssembly.compile(stopping));
check("a call", module.call("echo", "ab") === "ab");
check("a second call of the instance", module.call("echo", "cd") === "cd\0\0");
const error = thrown(() => module.call("stop", "ab"));
const start = "the WebAssembly module stopped in 'stop': ";
check("a call that stops", error instanceof Error && error.message.startsWith(start), String(error));
check("a call after it, of another instance", module.call("echo", "ab") === "ab");

if (failures > 0) process.exit(1);
console.log(`${count} answers`);
