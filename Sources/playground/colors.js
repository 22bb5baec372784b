// The colors of the format string, by the TextMate grammar of Grammar/TextMate

const grammar = JSON.parse(element("grammar").textContent);
const expressions = new Map();

/** The longest text with colors, in UTF-16 units. A longer text has none at its end. */
const longestColored = 20_000;

/** Returns the rules that patterns of the grammar contain or refer to. */
function rulesOf(patterns = []) {
  return patterns.map((rule) => rule.include ? grammar.repository[rule.include.slice(1)] : rule);
}

/** Returns a pattern of the grammar as a regular expression. Not every browser reads `(?i:OR)`, so it becomes `(?:[Oo][Rr])`. */
function expressionOf(pattern) {
  const inAnyCase = (words) => words.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
  return new RegExp(pattern.replace(/\(\?i:([^)]*)\)/g, (_, words) => `(?:${inAnyCase(words)})`), "gu");
}

const joined = (scopes, name) => [scopes, name].filter(Boolean).join(" ");

/** Returns the parts of a text that have scopes, as `[start, end, scopes]`. Each word of a scope is a class of the page. */
function coloredParts(whole) {
  const text = whole.slice(0, longestColored);
  const parts = [], found = new Map(), open = [{ rules: rulesOf(grammar.patterns), end: null, scopes: "" }];
  let position = 0;
  /** Returns the next match of a pattern at the position or after it. */
  const next = (pattern) => {
    const known = found.get(pattern);
    if (known === null || known?.index >= position) return known;
    if (!expressions.has(pattern)) expressions.set(pattern, expressionOf(pattern));
    const expression = expressions.get(pattern);
    expression.lastIndex = position;
    found.set(pattern, expression.exec(text));
    return found.get(pattern);
  };
  const add = (end, scopes) => {
    if (end > position && scopes !== "") parts.push([position, end, scopes.replaceAll(".", " ")]);
    position = end;
  };
  while (position < text.length) {
    // The first match counts. At the same position, the end of the open rule precedes, and then the order of the rules decides.
    const top = open[open.length - 1];
    let match = top.end === null ? null : next(top.end), chosen = null;
    for (const rule of top.rules) {
      const other = next(rule.match ?? rule.begin);
      if (other !== null && (match === null || other.index < match.index)) [match, chosen] = [other, rule];
    }
    if (match === null) break;
    add(match.index, top.scopes);
    const end = match.index + match[0].length;
    if (chosen === null) {
      add(end, joined(top.scopes, top.endCaptures?.[0].name));
      open.pop();
    } else {
      const scopes = joined(top.scopes, chosen.name);
      add(end, joined(scopes, chosen.beginCaptures?.[0].name));
      if (chosen.begin) open.push({ ...chosen, rules: rulesOf(chosen.patterns), scopes });
    }
  }
  add(text.length, open[open.length - 1].scopes);
  return parts;
}
