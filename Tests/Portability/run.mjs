// node run.mjs MODULE FILE: prints the answers of the WebAssembly module for each line of a file of format strings.
import { readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [path, file] = process.argv.slice(2);
const { call, exports } = await load(path);
const { parse, translate } = exports;

for (const format of readFileSync(file, "utf8").split("\n").filter((line) => line !== "")) {
  const parsed = call(parse, format);
  console.log(`== ${format}\n${parsed.output}`);
  if (parsed.isError) continue;
  ["sqlite", "postgresql", "mariadb", "mysql", "duckdb", "clickhouse", "spark"].forEach((name, index) => {
    console.log(`${name}: ${call(translate, format, index).output}`);
  });
}
