// node cases.mjs MODULE FILE…: runs the cases of files by the interpreter of the WebAssembly module, and prints those that fail.
import { readFileSync } from "node:fs";
import { Module } from "../../Sources/webassembly/package/module.js";

const [path, ...files] = process.argv.slice(2);
const module = await Module.load(await WebAssembly.compile(readFileSync(path)));
const counts = { passed: 0, failed: 0 };
const skipped = new Map();
for (const file of files) {
  for (const line of readFileSync(file, "utf8").split("\n").filter((line) => line.startsWith("{"))) {
    const answer = module.call("run_case", line);
    const [outcome, reason] = answer.split(/: (.*)/s);
    if (outcome === "skipped") {
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      continue;
    }
    counts[outcome] += 1;
    if (outcome === "failed") console.log(`FAILED: ${file}: ${JSON.parse(line).id}: ${reason}`);
  }
}
for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`);
if (counts.passed === 0) counts.failed += 1;
console.log(`${counts.failed === 0 ? "ok" : "FAILED"}: the interpreter passes ${counts.passed} cases in WebAssembly`);
process.exit(counts.failed === 0 ? 0 : 1);
