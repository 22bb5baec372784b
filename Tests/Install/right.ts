// A program that uses all functions and types of the npm package. It must have no errors.
import {
  check, evaluate, format, sql, version, RequestError, type Checked, type CheckedInvalid, type Diagnostic, type Model, type RowError,
} from "predicate-format";

const model: Model = { version: 1, entities: [{ name: "Word", attributes: [{ name: "length", type: "integer16" }] }] };
const checked: Checked | CheckedInvalid = check({ format: "length > %@", arguments: [1], profile: "untrusted", keys: ["length"] });
export const canonical: string = checked.valid ? checked.canonical : checked.message;
const found: Diagnostic[] = check({ format: "a == $X", variables: { X: new Date() }, model, entity: "Word" }).diagnostics;
export const fixes: string[] = found.flatMap((one) => one.fixIts.map((fix) => fix.replacement));

const evaluated = evaluate({ format: "a > 1", rows: [{ a: 1 }, [1, null], "text"] });
export const matches: boolean[] = evaluated.valid ? evaluated.rows.map((row) => row === true) : [];
const errors = evaluated.valid ? evaluated.rows.filter((row): row is RowError => typeof row === "object") : [];
export const reasons: string[] = errors.map((error) => error.message);

const printed = format({ format: "a > 1", width: 40 });
export const layout: string = printed.valid ? printed.layout : printed.message;
const statement = sql({ format: "length > 1", model, dialect: "sqlite" });
export const text: string = statement.valid ? statement.text : statement.message;
export const values: string[] = statement.valid ? statement.parameters.map((one) => one.text) : [];
export const names: string[] = [version().version, ...version().dialects, ...version().profiles];
export const isText: boolean = check('{"format": "a == 1"}').valid;
export function path(error: unknown): string { return error instanceof RequestError ? error.path : ""; }
