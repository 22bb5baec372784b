/** A JSON value. A Date and a number that is not finite may be in it too. */
export type Value = null | boolean | number | string | Date | readonly Value[] | { readonly [key: string]: Value };

/** A position in a format string: offsets of its UTF-8 bytes. */
export interface Range {
  start: number;
  end: number;
}

export interface Label extends Range {
  text: string;
}

export interface FixIt extends Range {
  title: string;
  replacement: string;
  /** Whether the fix keeps the meaning. */
  isSafe: boolean;
}

export interface Diagnostic extends Range {
  /** The code, such as `unknown-operator`. */
  code: string;
  severity: "error" | "warning";
  message: string;
  labels: Label[];
  notes: string[];
  fixIts: FixIt[];
}

/** The answer for a format string that has errors. */
export interface Invalid {
  valid: false;
  diagnostics: Diagnostic[];
  /** The errors as text, with the part of the format string that each is about. */
  message: string;
}

export type ProfileName =
  | "untrusted" | "coredata" | "cloudkit" | "ddm" | "pwpolicy" | "log" | "munki" | "autopkg" | "jamf"
  | "spotlight" | "realm" | "photos";

export type Dialect = "sqlite" | "postgresql" | "mariadb" | "mysql" | "duckdb" | "clickhouse" | "spark";

/** A data model, in the form of the file that `predcheck sql --model` reads. */
export interface Model {
  version: 1;
  entities: readonly object[];
}

export interface FormatRequest {
  format: string;
  /** The values of the conversions, such as `%@`, in order. */
  arguments?: readonly Value[];
  /** The values of the variables, by their names without `$`. */
  variables?: { readonly [name: string]: Value };
}

export interface CheckRequest extends FormatRequest {
  profile?: ProfileName;
  /** The key paths that the profile permits. */
  keys?: readonly string[];
  model?: Model;
  /** The entity of the model. A model with one entity does not need it. */
  entity?: string;
}

export interface Checked {
  valid: true;
  /** The warnings. */
  diagnostics: Diagnostic[];
  canonical: string;
  conversions: string[];
  variables: string[];
}

/** A format string with errors. It has conversions and variables if it could be parsed. */
export interface CheckedInvalid extends Invalid {
  conversions?: string[];
  variables?: string[];
}

export interface EvaluateRequest extends FormatRequest {
  rows: readonly Value[];
}

/** The error of a row. */
export interface RowError extends Range {
  code: string;
  message: string;
}

export interface Evaluated {
  valid: true;
  diagnostics: Diagnostic[];
  /** Whether each row matches, or the error of the row. */
  rows: (boolean | RowError)[];
}

export interface PrintRequest {
  format: string;
  /** The number of columns above which the layout has several lines. The default is 80. */
  width?: number;
}

export interface Printed {
  valid: true;
  diagnostics: Diagnostic[];
  canonical: string;
  layout: string;
}

export interface SQLRequest extends FormatRequest {
  model: Model;
  /** The entity of the objects. A model with one entity does not need it. */
  entity?: string;
  dialect: Dialect;
}

export interface Parameter {
  /** The type, such as `int64` or `text list`. */
  type: string;
  value: Value;
  /** The value as JSON text, with all digits of a number. */
  text: string;
}

export interface Note extends Range {
  kind: string;
  message: string;
}

export interface Statement {
  valid: true;
  diagnostics: Diagnostic[];
  text: string;
  parameters: Parameter[];
  notes: Note[];
  /** The statements that set the session. */
  session: string[];
  /** The functions that the statement needs of `PredicateSQLite`. */
  functions: string[];
}

export interface Version {
  version: string;
  dialects: Dialect[];
  profiles: ProfileName[];
  /** The maximum number of UTF-8 bytes of a request. */
  greatestRequest: number;
}

/** A request with a wrong field. */
export class RequestError extends TypeError {
  /** The field, such as `model.entities[0].name`. Empty for the whole request. */
  readonly path: string;
}

/** Checks a format string. A request may also be its JSON text. */
export function check(request: CheckRequest | string): Checked | CheckedInvalid;

/** Evaluates a format string for rows. */
export function evaluate(request: EvaluateRequest | string): Evaluated | Invalid;

/** Prints a format string in its canonical form, and over several lines if it is wide. */
export function format(request: PrintRequest | string): Printed | Invalid;

/** Translates a format string to SQL. */
export function sql(request: SQLRequest | string): Statement | Invalid;

/** Returns the version of the package, the names that requests may use, and the maximum size of a request. */
export function version(): Version;
