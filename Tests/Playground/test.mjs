// node test.mjs PAGE PREDCHECK CHROMIUM [SCREENS]: drives the playground in Chromium, and compares what it shows with what
// predcheck prints. Prints a line for each check. With SCREENS, writes pictures of the page to that folder instead.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";

const [page, predcheck, chromium, screens] = process.argv.slice(2);
const address = pathToFileURL(resolve(page)).href;
const browser = new Browser(chromium);
const requests = [], errors = [];
browser.listen(({ method, params }) => {
  if (method === "Network.requestWillBeSent") requests.push(params.request.url);
  if (method === "Runtime.exceptionThrown") errors.push(params.exceptionDetails.exception?.description);
});

let failures = 0;
function check(name, is, found) {
  if (is) return console.log(`ok: ${name}`);
  failures++;
  console.log(`FAILED: ${name}${found === undefined ? "" : `: ${JSON.stringify(found).slice(0, 1000)}`}`);
}
function same(name, found, expected) {
  check(name, JSON.stringify(found) === JSON.stringify(expected), { found, expected });
}

/** Opens the page, with a state in its link. */
async function open(state = {}) {
  await browser.openPage();
  await browser.send("Page.navigate", { url: address + link(state) });
  await browser.until("document.documentElement?.dataset.firstAnswer");
}

function link(state) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) for (const one of [value].flat()) fields.append(name, one);
  return `#${fields}`;
}

/** Shows another state in the page, and returns what the page then shows. */
async function show(state) {
  return await browser.evaluate(`(async () => {
    const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = ${JSON.stringify(link(state))};
    await changed;
    return (${shown})();
  })()`);
}

/** What the page shows, read in the page. */
function shown() {
  const text = (parent, selector) => [...parent.querySelectorAll(selector)].map((found) => found.textContent);
  const findings = (parent) => [...parent.querySelectorAll("li[data-code]")].map((item) => ({
    code: item.dataset.code, severity: item.className.slice(3),
    message: item.querySelector(".message span").textContent, place: item.querySelector(".place")?.textContent ?? "",
    fixes: text(item, ".fixes button"),
  }));
  const statements = {};
  for (const tab of document.querySelectorAll("[role=tab]")) {
    tab.click();
    const panel = document.getElementById("sql");
    statements[tab.id.slice(4)] = {
      text: panel.dataset.text, errors: findings(panel), notes: text(panel, ".notes li"),
      parameters: [...panel.querySelectorAll("tbody tr")].map((row) => text(row, "td")),
    };
  }
  const profiles = [...document.querySelectorAll("#profiles > li[data-name]")].map((item) => [item.dataset.name, findings(item)]);
  return {
    diagnostics: findings(document.getElementById("diagnostics")), statements, profiles: Object.fromEntries(profiles),
    canonical: document.getElementById("canonical").dataset.line,
    modelError: document.getElementById("model-error").textContent,
  };
}

// What predcheck prints

function run(...options) { return spawnSync(predcheck, options, { encoding: "utf8" }); }

/** The findings of `predcheck check`, in the form of `shown`, and the canonical form. */
function checked(format, ...options) {
  const { diagnostics, canonical } = JSON.parse(run("check", "--json", ...options, "--", format).stdout);
  return { diagnostics: diagnostics.map((finding) => findingOf(finding, format)), canonical: canonical ?? "" };
}

function findingOf(finding, format) {
  const place = format.includes("\n") ? `line ${finding.line}, column ${finding.column}` : `column ${finding.column}`;
  return {
    code: finding.code, severity: finding.severity, message: finding.message, place: finding.end > 0 ? place : "",
    fixes: (finding.fixIts ?? []).map((fix) => `Fix: ${fix.title}`),
  };
}

/** The statement of `predcheck sql` with its parameters, or the codes of its errors. */
function translated(format, model, entity, dialect) {
  const options = ["--layout", "lines", "--model", model, "--entity", entity, "--dialect", dialect];
  const answer = run("sql", "--json", ...options, "--", format);
  // Warnings are on lines before the answer.
  const { sql, parameters, diagnostics } = JSON.parse(answer.stdout.trimEnd().split("\n").pop());
  if (sql === undefined) return { codes: codes(diagnostics) };
  return { text: sql, values: parameters.map((one) => JSON.stringify(one.value)) };
}

const codes = (findings) => findings.filter((one) => one.severity === "error").map((one) => one.code);

/** The cases of a file of the corpus, with their `repeat` expanded (Corpus/README.md). */
function cases(file) {
  return readFileSync(join("Corpus", file), "utf8").split("\n").filter((line) => line !== "").map((line) => {
    const { repeat = {} } = JSON.parse(line);
    return JSON.parse(line, (_, value) => {
      if (typeof value !== "string") return value;
      for (const [mark, [text, count]] of Object.entries(repeat)) value = value.replaceAll(mark, () => text.repeat(count));
      return value;
    });
  });
}
const every = (count, list) => list.filter((_, index) => index % Math.ceil(list.length / count) === 0);

// The checks

async function typing() {
  await open({ format: "" });
  const first = await browser.evaluate("Number(document.documentElement.dataset.firstAnswer)");
  check(`the first answer comes ${first} ms after the page begins to load`, first < 5000);
  await browser.evaluate("document.getElementById('format').focus()");
  await browser.type('length > 12 AND text ENDWITH "ing"');
  let { diagnostics, statements } = await browser.evaluate(`(${shown})()`);
  const places = diagnostics.map((one) => [one.code, one.place]);
  same("a misspelled operator that is typed is found", places, [["unknown-operator", "column 22"]]);
  same("it is underlined", await browser.evaluate("document.querySelector('#colors .error').textContent"), "ENDWITH");
  const logical = "document.querySelector('#colors .keyword.operator.logical').textContent";
  same("the text has the scopes of the TextMate grammar", await browser.evaluate(logical), "AND");
  same("it has no statement", statements.sqlite.text, "");
  await browser.click("document.querySelector('#diagnostics .fixes button')");
  const fixed = 'length > 12 AND text ENDSWITH "ing"';
  same("a click applies its fix", await browser.evaluate("document.getElementById('format').value"), fixed);
  ({ diagnostics, statements } = await browser.evaluate(`(${shown})()`));
  same("the fixed text has no errors", diagnostics, []);
  check("it has a statement for each database", Object.values(statements).every(({ text }) => text.startsWith("SELECT")));
  await browser.evaluate("document.execCommand('undo')");
  same("the fix can be undone", await browser.evaluate("document.getElementById('format').value"), fixed.replace("ENDS", "END"));
  await browser.press("Enter", 1);
  same("Alt + Enter applies it too", await browser.evaluate("document.getElementById('format').value"), fixed);
  await browser.until("document.getElementById('announcement').textContent === 'No errors'");
  check("a screen reader is told", true);
}

async function keyboard() {
  await open({ format: "NOT a == 1 OR length > 2", dialect: "sqlite" });
  await browser.evaluate("document.getElementById('tab-sqlite').focus()");
  await browser.press("ArrowRight");
  const tab = await browser.evaluate("document.querySelector('[aria-selected=true]').id");
  same("the arrow keys choose the database", tab, "tab-postgresql");
  await browser.evaluate("document.querySelector('#tree li').focus()");
  const at = "document.activeElement.querySelector('.label').textContent";
  const path = [];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "End", "Home"]) {
    await browser.press(key);
    path.push(await browser.evaluate(at));
  }
  same("the arrow keys move in the tree", path, ["NOT", "==", "a", "==", "==", "2", "OR"]);
  same("a node marks its text", await browser.evaluate("document.querySelectorAll('#colors .marked').length > 0"), true);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  const roles = ["textbox", "combobox", "button", "tab", "tree", "treeitem", "tablist", "tabpanel", "region"];
  const nameless = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value) && !node.name?.value);
  same("each control has a name", nameless.map((node) => node.role.value), []);
  const found = new Set(nodes.filter((node) => !node.ignored).map((node) => node.role?.value));
  same("the roles are there", roles.filter((role) => !found.has(role)), []);
}

async function links() {
  const state = {
    format: 'text == %@ AND length > $LEAST\n OR text LIKE "é🙂*"', entity: "Word", dialect: "duckdb", argument: '"a&b"',
    variable: "LEAST=3",
  };
  await open(state);
  const statement = await browser.evaluate("document.getElementById('sql').dataset.text");
  await browser.evaluate("document.getElementById('share').click()");
  await browser.until("document.getElementById('share').textContent !== 'Copy link'");
  const copied = await browser.evaluate("location.href");
  await browser.openPage();
  await browser.send("Page.navigate", { url: copied });
  await browser.until("document.documentElement?.dataset.firstAnswer");
  same("a link opens the same format", await browser.evaluate("document.getElementById('format').value"), state.format);
  check("a link keeps the database and the values",
    statement.startsWith("SELECT") && await browser.evaluate("document.getElementById('sql').dataset.text") === statement);
  for (const name of ["toString", "constructor", "__proto__"]) {
    await open({ format: `text == $${name}`, dialect: name });
    const shown = await browser.evaluate(`[document.querySelector("#value-fields input").value,
      document.querySelector("[aria-selected=true]").id, document.getElementById("sql").dataset.text.slice(0, 6)]`);
    same(`the variable and the dialect ${name} are names like others`, shown, ["", "tab-sqlite", "SELECT"]);
  }
  const { diagnostics } = await show({ format: "text == %@ OR text == %@", argument: "a" });
  same("a conversion without a value keeps its place", diagnostics, []);
  const { modelError } = await show({ format: "a == 1", model: '{"version": 1, "entities": [{"name": "A", "attribute": []}]}' });
  const expected = "entities[0].attribute: unknown field 'attribute'; did you mean attributes?";
  same("an error of the data model names its place", modelError, expected);
}

let differences = 0;

/** Prints a failure if the page shows something else than predcheck prints. */
function compare(what, format, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  differences++;
  check(`${what}, ${format}`, false, { found, expected });
}

async function statements() {
  await open();
  differences = 0;
  const valid = every(24, cases("SQL/statements.jsonl")).concat(every(8, cases("SQL/refused.jsonl")));
  let translations = 0, refusals = 0;
  const dialects = new Set();
  for (const { format, model, entity } of valid) {
    const path = join("Corpus/SQL", model);
    const page = await show({ format, entity, model: readFileSync(path, "utf8") });
    const expected = checked(format, "--model", path, "--entity", entity);
    compare("diagnostics", format, page.diagnostics, expected.diagnostics);
    // predcheck prints no canonical form if the format does not fit the model.
    if (expected.canonical) compare("canonical form", format, page.canonical, expected.canonical);
    for (const [dialect, found] of Object.entries(page.statements)) {
      dialects.add(dialect);
      const { text, values, codes: refused } = translated(format, path, entity, dialect);
      if (refused) {
        refusals++;
        compare(`refusal by ${dialect}`, format, codes(found.errors), refused);
      } else {
        translations++;
        compare(`SQL of ${dialect}`, format, found.text, text);
        const parameters = found.parameters.map((row) => JSON.stringify(JSON.parse(row[2])));
        compare(`parameters for ${dialect}`, format, parameters, values);
      }
    }
  }
  check(`${valid.length} formats have the diagnostics and canonical forms of predcheck, and in ${dialects.size} dialects its `
    + `${translations} statements with their parameters and its ${refusals} refusals`, differences === 0);
}

async function mistakes() {
  differences = 0;
  const wrong = ["slips", "words", "warnings", "lexical"].flatMap((file) => every(8, cases(`Errors/${file}.jsonl`)
    .filter((one) => one.format && !one.expression && !one.arguments && !one.format.includes("\0"))));
  for (const { format } of wrong) {
    const page = await show({ format, model: "" });
    const expected = checked(format);
    compare("diagnostics", format, page.diagnostics, expected.diagnostics);
    compare("canonical form", format, page.canonical, expected.canonical);
  }
  check(`${wrong.length} formats with mistakes have the diagnostics and fixes of predcheck`, differences === 0);
}

async function profiles() {
  differences = 0;
  // The page permits every key, so that it has no such refusal.
  const profiled = ["untrusted", "coredata", "cloudkit"].flatMap((name) => every(12, cases(`Profiles/${name}.jsonl`)
    .filter((one) => one.format && !one.expression && !one.arguments)));
  for (const { format, profile, keys } of profiled) {
    const page = await show({ format, model: "" });
    const { diagnostics } = checked(format, "--profile", profile, ...(keys ? ["--keys", keys.join(",")] : []));
    const general = page.diagnostics.map((finding) => JSON.stringify(finding));
    const own = diagnostics.filter((finding) =>
      finding.code !== "key-not-permitted" && !general.includes(JSON.stringify(finding)));
    compare(`refusals by ${profile}`, format, page.profiles[profile], own);
  }
  check(`${profiled.length} formats have the refusals of predcheck's profiles`, differences === 0);
}

async function hostile() {
  const deep = `${"(".repeat(3000)}a == 1${")".repeat(3000)}`;
  const { diagnostics } = await show({ format: deep });
  same("a text that is nested too deeply is an error", diagnostics.map((one) => one.severity), ["error"]);
  const text = '<img src=x onerror=alert(1)> == "</script>"';
  await show({ format: text });
  same("text never becomes elements", await browser.evaluate("document.querySelectorAll('img').length"), 0);
  same("the text is shown as it is", (await browser.evaluate("document.getElementById('colors').textContent")).trim(), text);
}

// Pictures

async function picture(name, { width, height, dark = false, selector }) {
  await browser.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
  await browser.send("Emulation.setEmulatedMedia", { features: [scheme] });
  await browser.evaluate("document.activeElement.blur(), scrollTo(0, 0)");
  const clip = selector && { scale: 1, ...await browser.evaluate(`(() => {
    const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  })()`) };
  const { data } = await browser.send("Page.captureScreenshot", { format: "png", clip, captureBeyondViewport: Boolean(clip) });
  const bytes = Buffer.from(data, "base64");
  writeFileSync(join(screens, `playground-${name}.png`), bytes);
  check(`playground-${name}.png has ${bytes.length} bytes`, bytes.length < 150_000);
}

async function pictures() {
  await open();
  const long = 'length > 12 AND text ENDSWITH[c] "ing" AND NOT wordCategory.firstLetter IN {"a", "e"}';
  await show({ format: long, dialect: "postgresql" });
  await browser.evaluate("document.getElementById('tab-postgresql').click()");
  await picture("light", { width: 1280, height: 900 });
  await picture("dark", { width: 1280, height: 900, dark: true });
  await picture("narrow", { width: 390, height: 844 });
  await show({ format: 'lenght > 12 AND text ENDSWITH[c] "ing" OR text = "%@"' });
  await picture("warnings", { width: 1000, height: 800, selector: "section.wide" });
  await show({ format: 'length > 12 AND text ENDWITH "ing"' });
  await picture("error", { width: 1000, height: 800, selector: "section.wide" });
  await show({ format: 'SUBQUERY(words, $w, $w.length > 20 AND $w.text ENDSWITH "s").@count > 2', entity: "WordCategory" });
  await browser.evaluate("document.getElementById('tab-sqlite').click()");
  await picture("tree", { width: 1280, height: 900, selector: "section:has(#tree)" });
  await picture("sql", { width: 1280, height: 900, selector: "section:has(#sql)" });
}

try {
  for (const part of screens ? [pictures] : [typing, keyboard, links, statements, mistakes, profiles, hostile]) await part();
  same("the page makes no request", requests.filter((url) => !url.startsWith(address)), []);
  same("no script fails", errors, []);
} catch (error) {
  check(`the page is driven to the end`, false, String(error.stack));
} finally {
  await browser.close();
}
process.exit(failures > 0 ? 1 : 0);
