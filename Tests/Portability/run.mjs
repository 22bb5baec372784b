// node run.mjs MODULE FILE: prints the answers of the WebAssembly module for each line of a file of format strings.
import { readFileSync } from "node:fs";
import { Module } from "../../Sources/webassembly/package/module.js";

const [path, file] = process.argv.slice(2);
const module = await Module.load(await WebAssembly.compile(readFileSync(path)));
const call = (name, request) => JSON.parse(module.call(name, JSON.stringify(request)));
const model = JSON.parse(readFileSync("Corpus/SQL/Models/wordlist.json", "utf8"));

for (const format of readFileSync(file, "utf8").split("\n").filter((line) => line !== "")) {
  const checked = call("check", { format });
  console.log(`== ${format}\n${checked.canonical ?? checked.message}`);
  if (!checked.valid) continue;
  for (const dialect of call("version", {}).dialects) {
    const { text, parameters, message } = call("sql", { format, model, entity: "Word", dialect });
    const lines = parameters?.map(({ type, text }, index) => `-- ${index + 1}: ${type} ${text}`) ?? [];
    console.log(`${dialect}: ${[text ?? message, ...lines].join("\n")}`);
  }
}
