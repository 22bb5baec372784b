// The format string

let offsets = [0];

/** Returns the UTF-16 offset of each UTF-8 offset of a text. */
function utf16Offsets(text) {
  const result = [];
  let index = 0;
  for (const character of text) {
    const point = character.codePointAt(0);
    const width = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (let byte = 0; byte < width; byte++) result.push(index);
    index += character.length;
  }
  result.push(index);
  return result;
}

const place = ({ start, end }) => [offsets[start] ?? state.format.length, offsets[end] ?? state.format.length];

/** Shows the text in its colors, with its errors and warnings underlined, and with a marked range. */
function showColors(marked = null) {
  const text = state.format;
  // The classes of each UTF-16 unit. The blank at the end shows an error at the end of the text.
  const classes = Array.from({ length: text.length + 1 }, () => "");
  const add = (range, name) => {
    let [start, end] = place(range);
    if (start === end) [start, end] = start < text.length ? [start, start + 1] : [text.length, text.length + 1];
    for (let index = start; index < end; index++) classes[index] += ` ${name}`;
  };
  for (const [start, end, scopes] of coloredParts(text)) {
    for (let index = start; index < end; index++) classes[index] = scopes;
  }
  for (const finding of answer.diagnostics) add(finding, finding.severity);
  if (marked && marked.end > marked.start) add(marked, "marked");
  const parts = [];
  for (let start = 0, end = 0; start <= text.length; start = end) {
    while (end <= text.length && classes[end] === classes[start]) end++;
    parts.push(make("span", { className: classes[start] }, (text + " ").slice(start, end)));
  }
  colors.replaceChildren(...parts);
  if (format.value !== text) format.value = text;
}

/** Replaces a range of the format string, so that the browser can undo it. */
function replace(range, replacement) {
  const [start, end] = place(range);
  format.focus();
  format.setSelectionRange(start, end);
  const command = replacement === "" ? "delete" : "insertText";
  if (!document.execCommand(command, false, replacement)) {
    format.setRangeText(replacement, start, end, "end");
    format.dispatchEvent(new Event("input"));
  }
}

function select(range) {
  format.focus();
  format.setSelectionRange(...place(range));
}

/** The name of a position: the column, and the line if there are several. */
function positionName(range) {
  const before = state.format.slice(0, place(range)[0]).split("\n");
  const column = [...before[before.length - 1]].length + 1;
  return state.format.includes("\n") ? `line ${before.length}, column ${column}` : `column ${column}`;
}

/** Returns the list item of an error or a warning, with a button for each fix. */
function findingItem(finding) {
  const message = make("p", { className: "message" },
    make("b", {}, finding.severity === "error" ? "Error: " : "Warning: "), make("span", {}, finding.message), " ");
  if (finding.end > 0) {
    const button = make("button", { type: "button", className: "place", onclick: () => select(finding) }, positionName(finding));
    message.append(make("span", { className: "whole" }, "(", button, ")"), " ");
  }
  message.append(make("span", { className: "code" }, finding.code));
  const item = make("li", { className: `is-${finding.severity}` }, message);
  item.dataset.code = finding.code;
  for (const label of finding.labels) {
    item.append(make("p", { className: "detail" }, `${label.text} at ${positionName(label)}`));
  }
  for (const note of finding.notes) item.append(make("p", { className: "detail" }, note));
  if (finding.fixIts.length > 0) {
    item.append(make("div", { className: "fixes" }, ...finding.fixIts.map((fix) => make("button", {
      type: "button", title: fix.isSafe ? "" : "This may change the meaning.",
      onclick: () => replace(fix, fix.replacement),
    }, `Fix: ${fix.title}`))));
  }
  return item;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The numbers of errors and warnings in words, and the class of their color. */
function verdict() {
  const errors = answer.diagnostics.filter((finding) => finding.severity === "error").length;
  const warnings = answer.diagnostics.length - errors;
  if (errors > 0) {
    return [plural(errors, "error") + (warnings > 0 ? ` and ${plural(warnings, "warning")}` : ""), "error-count"];
  }
  return warnings > 0 ? [plural(warnings, "warning"), "warning-count"] : ["No errors", "fine-count"];
}

function showDiagnostics() {
  const [text, name] = verdict();
  element("status").textContent = text;
  element("status").className = name;
  element("hint").hidden = !answer.diagnostics.some((finding) => finding.fixIts.length > 0);
  element("diagnostics").replaceChildren(...answer.diagnostics.map(findingItem));
  format.setAttribute("aria-invalid", String(name === "error-count"));
}

/** Tells a screen reader what changed, after a pause in typing. */
function announce() {
  element("announcement").textContent =
    [verdict()[0], ...answer.diagnostics.slice(0, 3).map((finding) => finding.message)].join(". ");
}
