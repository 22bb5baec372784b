// The npm package that is installed in the current folder, which is not the folder of this file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(pathToFileURL(`${process.cwd()}/program.mjs`));
export const folder = resolve("predicate-format/predicate-format.wasm").replace(/\/[^/]*$/, "");
export const predicates = await import(`${folder}/index.js`);

/** Returns the values in the lines of a file. */
export function lines(file) {
  return readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}
