/* The choice when a draft was changed elsewhere: field by field "mine" or "theirs", both shown, nothing decided by silence.
   Where only one side changed a field since the last common state, that side is preselected. */
import { same } from "./draft-store.js";
import { clock } from "./save-state.js";

/* Resolves to the merged payload. `mine` is a function, because typing may go on while the panel is open. */
export function askConflict({ base, mine, theirs, savedAt, labelOf = (field) => field, format = plain }) {
  const template = document.getElementById("draft-conflict");
  const panel = template.content.firstElementChild.cloneNode(true);
  const fields = differing(mine(), theirs);
  const when = panel.querySelector("[data-conflict-when]");
  when.textContent = when.textContent.replace("{time}", clock(new Date(savedAt ?? Date.now())));
  const rows = panel.querySelector("[data-conflict-rows]");
  const pattern = rows.querySelector("template");
  for (const field of fields) rows.append(rowFor(pattern, { field, base, mine: mine(), theirs, labelOf, format }));
  document.body.append(panel);
  panel.show();
  panel.querySelector("h2").focus();
  return new Promise((resolve) => {
    listen(panel, () => resolve(merge(panel, fields, mine(), theirs)));
  });
}

function differing(mine, theirs) {
  const fields = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...fields].filter((field) => !same(mine[field], theirs[field]));
}

function rowFor(pattern, { field, base, mine, theirs, labelOf, format }) {
  const row = pattern.content.firstElementChild.cloneNode(true);
  row.dataset.field = field;
  row.querySelector("legend").textContent = labelOf(field);
  row.querySelector("[data-mine]").textContent = format(field, mine[field]) || "–";
  row.querySelector("[data-theirs]").textContent = format(field, theirs[field]) || "–";
  const onlyTheirs = same(mine[field], base?.[field]);
  for (const input of row.querySelectorAll("input")) {
    input.name = `conflict-${field}`;
    input.checked = input.value === (onlyTheirs ? "theirs" : "mine");
  }
  return row;
}

function listen(panel, done) {
  const pick = (value) => panel.querySelectorAll(`input[value="${value}"]`).forEach((input) => { input.checked = true; });
  panel.querySelector("[data-all-mine]").addEventListener("click", () => pick("mine"));
  panel.querySelector("[data-all-theirs]").addEventListener("click", () => pick("theirs"));
  panel.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    panel.close();
    done();
    panel.remove();
  });
}

/* Fields that came to differ only while the panel was open are mine: they were typed after the choice was shown. */
function merge(panel, fields, mine, theirs) {
  const merged = structuredClone(mine);
  for (const field of fields) {
    const chosen = panel.querySelector(`[data-field="${CSS.escape(field)}"] input:checked`)?.value;
    if (chosen !== "theirs") continue;
    if (field in theirs) merged[field] = structuredClone(theirs[field]);
    else delete merged[field];
  }
  return merged;
}

function plain(_, value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((part) => plain("", part)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
