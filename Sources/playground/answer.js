// Values

/** Shows a field for each conversion and each variable. */
function showValues() {
  if (!answer.conversions) return;
  const names = [
    ...answer.conversions.map((text, index) => [text, index]), ...answer.variables.map((name) => [`$${name}`, name]),
  ];
  element("values").hidden = names.length === 0;
  // A variable may have the name of what all objects have, such as "toString".
  const valueOf = (name) => Object.hasOwn(state.variables, name) ? state.variables[name] : "";
  state.variables = Object.fromEntries(answer.variables.map((name) => [name, valueOf(name)]));
  const fields = element("value-fields");
  const shown = JSON.stringify(names);
  if (fields.dataset.names !== shown) {
    fields.dataset.names = shown;
    fields.replaceChildren(...names.map(([text, key]) => make("label", {}, make("code", {}, text), make("input", {
      spellcheck: false, autocapitalize: "off", autocomplete: "off",
      oninput: (event) => {
        (typeof key === "number" ? state.arguments : state.variables)[key] = event.target.value;
        update();
      },
    }))));
  }
  [...fields.querySelectorAll("input")].forEach((input, index) => {
    const key = names[index][1];
    const value = (typeof key === "number" ? state.arguments : state.variables)[key];
    if (input.value !== value) input.value = value;
  });
}

// The canonical form and the tree

const invalid = "The format string has errors.";

function showCanonical() {
  element("canonical").textContent = answer.layout ?? invalid;
  element("canonical").classList.toggle("empty", answer.layout === undefined);
  element("canonical").dataset.line = answer.canonical ?? "";
}

function showTree() {
  const tree = element("tree");
  if (!answer.tree) return tree.replaceChildren(make("p", { className: "empty" }, invalid));
  tree.replaceChildren(make("ul", { role: "tree", "aria-labelledby": "tree-title" }, treeItem(answer.tree, 1)));
  tree.querySelector("li").tabIndex = 0;
}

function treeItem(node, level) {
  const label = make("span", { className: "node" });
  if (node.role) label.append(make("span", { className: "role" }, node.role));
  label.append(make("span", { className: `label ${node.kind}` }, node.label));
  const item = make("li", { role: "treeitem", tabIndex: -1, "aria-level": level }, label);
  item.setAttribute("aria-label", `${node.role} ${node.label}`.trim());
  label.onmouseenter = () => showColors(node);
  label.onmouseleave = () => showColors();
  item.onfocus = () => showColors(node);
  item.onblur = () => showColors();
  label.onclick = () => {
    focusNode(item);
    if (node.children.length > 0) item.ariaExpanded = String(item.ariaExpanded !== "true");
  };
  if (node.children.length > 0) {
    item.ariaExpanded = "true";
    item.append(make("ul", { role: "group" }, ...node.children.map((child) => treeItem(child, level + 1))));
  }
  return item;
}

function focusNode(item) {
  for (const other of element("tree").querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
}

/** Moves in the tree as in other trees: up and down, and right and left to open, to close and to change the level. */
function moveInTree(event) {
  const item = event.target.closest("li");
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const shown = [...element("tree").querySelectorAll("li")].filter((other) => other.offsetParent !== null);
  const index = shown.indexOf(item);
  const isOpen = item.ariaExpanded === "true";
  let next;
  switch (event.key) {
    case "ArrowDown": next = shown[index + 1]; break;
    case "ArrowUp": next = shown[index - 1]; break;
    case "Home": next = shown[0]; break;
    case "End": next = shown[shown.length - 1]; break;
    case "ArrowRight":
      if (isOpen) next = item.querySelector("li");
      else if (item.ariaExpanded === "false") item.ariaExpanded = "true";
      break;
    case "ArrowLeft":
      if (isOpen) item.ariaExpanded = "false";
      else next = item.parentElement.closest("li");
      break;
    default: return;
  }
  event.preventDefault();
  if (next) focusNode(next);
}

// SQL

const tabs = Object.entries(dialectNames).map(([name, title]) => make("button", {
  type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "sql",
  onclick: () => {
    state.dialect = name;
    showStatement();
    later(writeLink, 300);
  },
}, title));
dialects.append(...tabs);

dialects.onkeydown = (event) => {
  const index = tabs.indexOf(event.target);
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs.at(next % tabs.length);
  tab.focus();
  tab.click();
};

const sqlWords = /("(?:[^"]|"")*"|`[^`]*`)|('(?:[^']|'')*')|(\?|\$\d+|(?<!:):\w+|\{\w+:\w+\})|\b([A-Z][A-Z_]+)\b/g;

/** Returns the parts of a statement in colors. */
function coloredStatement(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(sqlWords)) {
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const name = ["sql-name", "sql-string", "sql-parameter", "sql-keyword"][index];
    parts.push(text.slice(end, match.index), make("span", { className: name }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

function showStatement() {
  const statements = answer.statements ?? [];
  Object.keys(dialectNames).forEach((name, index) => {
    const isSelected = name === state.dialect;
    tabs[index].ariaSelected = String(isSelected);
    tabs[index].tabIndex = isSelected ? 0 : -1;
    const refused = statements.some((other) => other.dialect === name && other.errors);
    tabs[index].classList.toggle("refused", refused);
    tabs[index].title = refused ? "no statement" : "";
  });
  const panel = element("sql");
  panel.setAttribute("aria-labelledby", `tab-${state.dialect}`);
  panel.dataset.text = "";
  const statement = statements.find((other) => other.dialect === state.dialect);
  if (!statement) {
    const reason = answer.modelError ? "The data model has an error." : invalid;
    return panel.replaceChildren(make("p", { className: "empty" }, reason));
  }
  if (statement.errors) {
    return panel.replaceChildren(make("ul", { className: "findings" }, ...statement.errors.map(findingItem)));
  }
  panel.dataset.text = statement.text;
  const parts = [make("pre", { className: "statement" }, ...coloredStatement(statement.text))];
  if (statement.parameters.length > 0) {
    const rows = statement.parameters.map((parameter, index) => make("tr", {}, make("td", {}, String(index + 1)),
      make("td", {}, parameter.type), make("td", {}, make("code", {}, parameter.text))));
    parts.push(make("table", {}, make("thead", {}, make("tr", {}, ...["Parameter", "Type", "Value"].map((title) =>
      make("th", { scope: "col" }, title)))), make("tbody", {}, ...rows)));
  }
  const notes = [
    ...statement.session.map((text) => ["The session needs", make("code", {}, text)]),
    ...statement.functions.map((text) => ["Function of PredicateSQLite", make("code", {}, text)]),
    ...statement.notes.map((note) => [{
      index: "Index", "missing-index": "No index", scan: "Scan", error: "Error as nil", residual: "Left for memory",
    }[note.kind] ?? note.kind, note.message]),
  ];
  if (notes.length > 0) {
    parts.push(make("ul", { className: "notes" }, ...notes.map(([kind, text]) =>
      make("li", {}, make("span", { className: "kind" }, `${kind}: `), text))));
  }
  panel.replaceChildren(...parts);
}

function showModel() {
  if (model.value !== state.model) model.value = state.model;
  const error = answer.modelError;
  element("model-error").textContent = error ? `${error.path ? `${error.path}: ` : ""}${error.reason}` : "";
  model.setAttribute("aria-invalid", String(Boolean(error)));
  element("reset").disabled = state.model === wordList;
  if (!answer.entities) return;
  if (entity.dataset.names !== answer.entities.join("\n")) {
    entity.dataset.names = answer.entities.join("\n");
    entity.replaceChildren(...answer.entities.map((name) => make("option", {}, name)));
  }
  entity.value = state.entity;
}

// Profiles

const profileNames = { untrusted: "Untrusted strings", coredata: "Core Data", cloudkit: "CloudKit" };

function showProfiles() {
  const list = element("profiles");
  if (!answer.profiles) return list.replaceChildren(make("li", { className: "empty" }, invalid));
  list.replaceChildren(...answer.profiles.map((profile) => {
    const isFine = profile.findings.length === 0;
    const item = make("li", {}, make("div", { className: "line" },
      make("span", {}, make("span", { className: "name" }, profileNames[profile.name] ?? profile.name), " ",
        make("code", { className: "quiet" }, profile.name)),
      make("span", { className: `verdict ${isFine ? "yes" : "no"}` }, isFine ? "✓ permits it" : "✗ refuses it")));
    item.dataset.name = profile.name;
    if (profile.listsKeys) {
      item.append(make("p", { className: "detail" }, "Here every key is permitted; a program lists its own."));
    }
    if (!isFine) item.append(make("ul", { className: "findings" }, ...profile.findings.map(findingItem)));
    return item;
  }));
}
