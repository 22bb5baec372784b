// Each line with a comment has an error, so that TypeScript reports a comment that is not needed.
import { check, evaluate, format, sql, version } from "predicate-format";

// @ts-expect-error: the field is misspelled
check({ formt: "a == 1" });
// @ts-expect-error: a format string is text
check({ format: 1 });
// @ts-expect-error: there is no such profile
check({ format: "a == 1", profile: "untrustd" });
// @ts-expect-error: rows are missing
evaluate({ format: "a == 1" });
// @ts-expect-error: a function is no value
evaluate({ format: "a == 1", rows: [() => 1] });
// @ts-expect-error: there is no such dialect
sql({ format: "a == 1", model: { version: 1, entities: [] }, dialect: "postgres" });
// @ts-expect-error: an answer may be invalid
format({ format: "a == 1" }).canonical.length;
// @ts-expect-error: the version has no request
version({});
