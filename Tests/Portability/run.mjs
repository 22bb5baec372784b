// node run.mjs MODULE FILE: prints the answers of the WebAssembly module for each line of a file of format strings.
import { readFileSync } from "node:fs";

const [path, file] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path));
const { memory, allocate, release, parse, translate } = instance.exports;

function call(function_, text, ...more) {
  const bytes = new TextEncoder().encode(text);
  const input = allocate(bytes.length);
  new Uint8Array(memory.buffer, input, bytes.length).set(bytes);
  const answer = function_(input, bytes.length, ...more);
  const [isError, count] = new Uint32Array(memory.buffer, answer, 2);
  const output = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 8, count));
  release(input);
  release(answer);
  return { isError: isError === 1, output };
}

for (const format of readFileSync(file, "utf8").split("\n").filter((line) => line !== "")) {
  const parsed = call(parse, format);
  console.log(`== ${format}\n${parsed.output}`);
  if (parsed.isError) continue;
  ["sqlite", "postgresql", "mariadb", "mysql", "duckdb", "clickhouse", "spark"].forEach((name, index) => {
    console.log(`${name}: ${call(translate, format, index).output}`);
  });
}
