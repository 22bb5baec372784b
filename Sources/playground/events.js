// The link

// The fragment that the page read or wrote last.
let knownFragment;

/** Reads the state from the fragment. What it does not name has its first value. */
function readLink() {
  knownFragment = location.hash;
  const link = new URLSearchParams(knownFragment.slice(1));
  const variables = link.getAll("variable").map((text) => [text.split("=")[0], text.slice(text.indexOf("=") + 1)]);
  state = {
    format: link.get("format") ?? exampleFormats[0][1], model: link.get("model") ?? wordList,
    entity: link.get("entity") ?? "Word", arguments: link.getAll("argument"), variables: Object.fromEntries(variables),
    // The names of what all objects have, such as "constructor", are no dialects.
    dialect: Object.hasOwn(dialectNames, link.get("dialect")) ? link.get("dialect") : "sqlite",
  };
}

function writeLink() {
  // A new fragment that is not read yet is not overwritten.
  if (location.hash !== knownFragment) return;
  const link = new URLSearchParams({ format: state.format, entity: state.entity, dialect: state.dialect });
  if (state.arguments.some((value) => value !== "")) state.arguments.forEach((value) => link.append("argument", value));
  for (const [name, value] of Object.entries(state.variables)) if (value !== "") link.append("variable", `${name}=${value}`);
  if (state.model !== wordList) link.set("model", state.model);
  history.replaceState(null, "", `#${link}`);
  knownFragment = location.hash;
}

// Events

format.oninput = () => {
  state.format = format.value;
  examples.value = "";
  update();
};
format.onkeydown = (event) => {
  if (event.key !== "Enter" || !event.altKey) return;
  event.preventDefault();
  const isError = (finding) => finding.severity === "error";
  const fixes = answer.diagnostics.filter((finding) => finding.fixIts.length > 0);
  const fix = (fixes.find(isError) ?? fixes[0])?.fixIts[0];
  if (fix) replace(fix, fix.replacement);
};
model.oninput = () => {
  state.model = model.value;
  update();
};
entity.onchange = () => {
  state.entity = entity.value;
  update();
};
element("tree").onkeydown = moveInTree;
element("reset").onclick = () => {
  state.model = wordList;
  update();
  model.focus();
};
examples.append(make("option", { value: "" }, "Choose…"), ...exampleFormats.map(([title], index) =>
  make("option", { value: String(index) }, title)));
examples.onchange = () => {
  if (examples.value === "") return;
  const [, text, more] = exampleFormats[Number(examples.value)];
  state = {
    ...state, format: text, model: wordList, entity: "Word", arguments: [], variables: {}, ...structuredClone(more ?? {}),
  };
  update();
};
element("share").onclick = async () => {
  writeLink();
  let told = "Copied";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    told = "The link is in the address bar";
  }
  element("share").textContent = element("announcement").textContent = told;
  setTimeout(() => { element("share").textContent = "Copy link"; }, 2000);
};
addEventListener("hashchange", () => {
  readLink();
  update();
});

(async () => {
  readLink();
  format.value = state.format;
  try {
    ask = await loadModule();
  } catch (error) {
    element("status").textContent = `The WebAssembly module does not start: ${error.message}`;
    return;
  }
  const began = performance.now();
  update();
  const [total, own] = [performance.now(), performance.now() - began].map(Math.round);
  element("times").textContent =
    `First answer ${total} ms after the page began to load, of which the answer itself took ${own} ms.`;
  document.documentElement.dataset.firstAnswer = total;
})();
