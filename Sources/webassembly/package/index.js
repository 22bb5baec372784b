import { Module } from "./module.js";

/** A request with a wrong field. `path` names the field, such as `model.entities[0].name`. */
export class RequestError extends TypeError {
  constructor({ path, message }) {
    super(path === "" ? message : `${path}: ${message}`);
    this.name = "RequestError";
    this.path = path;
  }
}

/** Reads the module beside this file, from a file or from a server. */
async function compiledModule() {
  const address = new URL("./predicate-format.wasm", import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const module = await Module.load(await compiledModule());

/** Writes values that JSON does not have as the module reads them. */
function replaced(key, value) {
  const original = this[key];
  if (original instanceof Date) {
    if (Number.isNaN(original.getTime())) throw new TypeError(`'${key}' is an invalid Date`);
    return { $date: original.toISOString() };
  }
  if (typeof original === "number" && !Number.isFinite(original)) return { $numberDouble: String(original) };
  if (original instanceof Map || original instanceof Set) throw new TypeError(`'${key}' is a ${original.constructor.name}`);
  return value;
}

function call(name, request) {
  const text = typeof request === "string" ? request : JSON.stringify(request, replaced) ?? "null";
  const answer = JSON.parse(module.call(name, text));
  if (answer.error) throw new RequestError(answer.error);
  return answer;
}

/** Checks a format string. */
export function check(request) { return call("check", request); }

/** Evaluates a format string for rows. */
export function evaluate(request) { return call("evaluate", request); }

/** Prints a format string in its canonical form, and over several lines if it is wide. */
export function format(request) { return call("format", request); }

/** Translates a format string to SQL. */
export function sql(request) { return call("sql", request); }

/** Returns the version of the package, and the names that requests may use. */
export function version() { return call("version", {}); }
