// node compare.mjs PREDCHECK FILE…: compares the answers of `check` of the installed npm package with those of
// `predcheck check`, for each format string of files of cases.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { lines, predicates } from "./installed.mjs";

const [predcheck, ...files] = process.argv.slice(2);
const formats = new Set();
for (const { format } of files.flatMap(lines)) {
  if (typeof format !== "string") continue;
  // A file of formats has one on each line, without half a surrogate pair.
  const isLine = /\S/.test(format) && !/[\n\r\u2028\u2029\0]|^# |\p{Surrogate}/u.test(format);
  if (isLine) formats.add(format);
}
const list = [...formats];
writeFileSync("formats.txt", list.map((format) => `${format}\n`).join(""));
const options = { encoding: "utf8", maxBuffer: 1 << 28 };
const { stdout } = spawnSync(predcheck, ["check", "--json", "--file", "formats.txt"], options);
const expected = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));

const found = ({ code, severity, message, start, end, notes, fixIts }) => ({
  code, severity, message, start, end, notes: notes ?? [],
  fixIts: (fixIts ?? []).map((fix) => [fix.title, fix.replacement, fix.start, fix.end, fix.safe ?? fix.isSafe]),
});
const answerOf = ({ valid, canonical, diagnostics }) =>
  JSON.stringify({ valid, canonical: canonical ?? null, diagnostics: diagnostics.map(found) });
let failures = 0, skipped = 0;
list.forEach((format, index) => {
  // Only the command compiles regular expressions.
  if (expected[index].diagnostics.some(({ code }) => code.includes("pattern"))) return skipped++;
  const [is, should] = [answerOf(predicates.check({ format })), answerOf(expected[index])];
  if (is === should) return;
  failures++;
  console.log(`${JSON.stringify(format)}\n  npm       ${is}\n  predcheck ${should}`);
});
const same = list.length - failures - skipped;
console.log(`${same} of ${list.length} format strings have the same answer; ${skipped} have a pattern`);
if (failures > 0 || list.length < 1000 || expected.length !== list.length || skipped > 100) process.exit(1);
