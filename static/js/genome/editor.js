/* The form of one object: made from a template for a new one, sent by the server for one that exists.
   What is typed is kept in the browser until it is saved or cancelled. */
import { dropCopy, findCopies, keepCopy } from "../draft-store.js";
import { setSaveState } from "../save-state.js";
import { toast } from "../toasts.js";
import { words } from "./words.js";

const place = () => document.getElementById("editor");
const draftsOf = () => document.querySelector("[data-genome]").dataset.draftKey;
/* One draft for each object in each tab: two tabs never write over each other's. */
const draftOf = (form) => `${draftsOf()}|${form.dataset.objectId || "new"}`;

export function openForm() {
  return place()?.querySelector("[data-object-editor]") ?? null;
}

/* The form of a split or merge: no draft is kept of it, and no evidence is added to it. */
export function openParts() {
  return place()?.querySelector("[data-parts-editor]") ?? null;
}

/* Controls that only scripts can serve are shown now. */
function reveal(form) {
  for (const element of form.querySelectorAll("[data-limitation-search], [data-take-field]")) element.hidden = false;
}

export function openNew({ type, pick }) {
  const form = document.getElementById("object-form").content.querySelector("form").cloneNode(true);
  place().replaceChildren(form);
  globalThis.htmx.process(form);
  reveal(form);
  offerOwnLimitations(form);
  chooseType(form, type);
  if (pick) {
    form.elements.content.value = pick.quote.replace(/\s+/g, " ");
    addEvidence(form, pick);
  }
  focusContent(form);
  keep(form);
  return form;
}

export function chooseType(form, type) {
  const radio = form.querySelector(`input[name="type"][value="${CSS.escape(type)}"]`);
  if (radio) radio.checked = true;
}

function focusContent(form) {
  form.scrollIntoView({ block: "nearest" });
  form.elements.content.focus({ preventScroll: true });
  form.elements.content.select();
}

function evidenceValues(form) {
  return [...form.querySelectorAll('input[name="evidence"]')].filter((box) => box.checked).map((box) => JSON.parse(box.value));
}

export function addEvidence(form, { start, end, quote }) {
  if (evidenceValues(form).some((each) => each.start === start && each.end === end)) return;
  const box = Object.assign(document.createElement("input"), { type: "checkbox", name: "evidence", value: JSON.stringify({ start, end, quote }), checked: true });
  const shown = document.createElement("span");
  shown.className = "chip-quote";
  shown.textContent = `“${quote.length > 90 ? `${quote.slice(0, 89)}…` : quote}”`;
  const label = document.createElement("label");
  label.className = "chip evidence-chip";
  label.append(box, shown);
  const item = document.createElement("li");
  item.append(label);
  form.querySelector("[data-evidence-list]").append(item);
  keep(form);
}

export function closeEditor() {
  const form = openForm();
  place()?.replaceChildren(); // a field that goes while it has the focus says "change", and is kept once more
  if (form) dropCopy(draftOf(form));
}

/* -- The copy in the browser ---------------------------------------------------------------------------------- */

function keep(form) {
  const copy = {
    objectId: form.dataset.objectId,
    type: form.querySelector('input[name="type"]:checked')?.value ?? "",
    content: form.elements.content.value,
    constraint: form.elements.constraint.value,
    role: form.querySelector('input[name="contribution_role"]:checked')?.value ?? "",
    relevant: form.elements.lineage_relevant.checked,
    revision: form.elements.revision.value,
    evidence: evidenceValues(form),
    repairs: [...form.querySelectorAll('input[name="repairs"]:checked')].map((box) => ({ value: box.value, text: box.closest("label").textContent.trim() })),
  };
  // Without room in the browser the form itself is the only copy, and nothing else is claimed.
  setSaveState("unsaved", keepCopy(draftOf(form), copy) ? words().unsaved : "");
}

function restore(form, copy) {
  chooseType(form, copy.type);
  form.elements.content.value = copy.content;
  form.elements.constraint.value = copy.constraint;
  const role = form.querySelector(`input[name="contribution_role"][value="${CSS.escape(copy.role)}"]`);
  if (role) role.checked = true;
  form.elements.lineage_relevant.checked = copy.relevant;
  if (copy.revision) form.elements.revision.value = copy.revision;
  takePlaces(form, copy.evidence);
  for (const each of copy.repairs) addRepair(form, each);
  keep(form);
}

/* The template of the form is as old as the page; limitations made since then can be repaired, too. */
function offerOwnLimitations(form) {
  const { paper } = document.querySelector("[data-genome]").dataset;
  for (const card of document.querySelectorAll('[data-objects] > [data-object-card][data-type="limitation"]:not([data-state])')) {
    const value = `${paper}:${card.dataset.handle}`;
    if (form.querySelector(`input[name="repairs"][value="${CSS.escape(value)}"]`)) continue;
    const handle = Object.assign(document.createElement("span"), { className: "handle", textContent: card.dataset.handle });
    handle.dataset.type = "limitation";
    const content = Object.assign(document.createElement("span"), { textContent: card.querySelector(".object-text").textContent });
    offerRepair(form, { value, checked: false }, [handle, content]);
  }
}

function offerRepair(form, { value, checked }, words) {
  const label = document.createElement("label");
  label.append(Object.assign(document.createElement("input"), { type: "checkbox", name: "repairs", value, checked }), ...words);
  const item = document.createElement("li");
  item.append(label);
  form.querySelector("[data-limitations]").append(item);
}

function addRepair(form, { value, text }) {
  const known = form.querySelector(`input[name="repairs"][value="${CSS.escape(value)}"]`);
  if (known) {
    known.checked = true;
    return;
  }
  offerRepair(form, { value, checked: true }, [document.createElement("span"), text]);
}

/* What this tab had open before it was loaded anew, or what another tab left behind when it was closed. */
async function recover() {
  const [found] = await findCopies(`${draftsOf()}|`);
  if (!found || openForm()) return;
  const { copy } = found;
  if (!found.isOwn) dropCopy(found.url, found.key); // it is this tab's from now on
  if (copy.objectId) {
    const { objectsUrl, query } = document.querySelector("[data-genome]").dataset;
    if (!document.querySelector(`[data-object-card="${CSS.escape(copy.objectId)}"]`)) return dropCopy(found.url, found.key); // the object is gone
    await globalThis.htmx.ajax("GET", `${objectsUrl}${copy.objectId}/${query}`, { target: "#editor" });
  } else {
    openNew({ type: copy.type });
  }
  const form = openForm();
  if (!form) return;
  restore(form, copy);
  toast(words().restored, { tone: "info" });
}

/* -- Events --------------------------------------------------------------------------------------------------- */

/* What stands elsewhere is taken over, field by field: a choice, a tick, places, limitations or words. */
function onConflictChoice(button) {
  const form = button.form;
  const { takeField: field, takeValue: value } = button.dataset;
  const radio = form.querySelector(`input[type="radio"][name="${field}"][value="${CSS.escape(value)}"]`);
  if (radio) radio.checked = true;
  else if (field === "lineage_relevant") form.elements[field].checked = value === "true";
  else if (field === "evidence") takePlaces(form, JSON.parse(value));
  else if (field === "repairs") takeRepairs(form, JSON.parse(value));
  else form.elements[field].value = value;
  button.closest("div").remove();
  keep(form);
}

function takePlaces(form, places) {
  for (const box of form.querySelectorAll('input[name="evidence"]')) {
    const { start, end } = JSON.parse(box.value);
    box.checked = places.some((each) => each.start === start && each.end === end);
  }
  for (const each of places) addEvidence(form, each);
}

function takeRepairs(form, keys) {
  for (const box of form.querySelectorAll('input[name="repairs"]')) box.checked = keys.includes(box.value);
  for (const value of keys) addRepair(form, { value, text: value });
}

/* A limitation that was found and ticked moves up to the chosen ones, so that the next search does not drop it. */
function onFoundLimitation(box) {
  const found = box.closest("[data-found-limitations]");
  if (found && box.checked) box.form.querySelector("[data-limitations]").append(box.closest("li"));
}

export function startEditor({ onClose }) {
  const root = place();
  if (!root) return;
  for (const event of ["input", "change"]) {
    root.addEventListener(event, ({ target }) => {
      const form = target.closest("[data-object-editor]");
      if (!form || target.matches("[data-limitation-search]")) return;
      if (target.name === "repairs") onFoundLimitation(target);
      keep(form);
    });
  }
  root.addEventListener("click", (event) => {
    const taken = event.target.closest("[data-take-field]");
    if (taken) onConflictChoice(taken);
    if (!event.target.closest("[data-cancel]")) return;
    event.preventDefault();
    closeEditor();
    setSaveState("saved", " ");
    onClose();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.xhr.status !== 409) return; // a conflict is answered with the form and what stands now
    detail.shouldSwap = true;
    detail.isError = false;
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "editor") return;
    const parts = openParts();
    if (parts) {
      globalThis.htmx.process(parts);
      (parts.querySelector("[aria-invalid='true']") ?? parts.querySelector("textarea, input[type='checkbox']"))?.focus();
    }
    const form = openForm();
    if (!form) return;
    globalThis.htmx.process(form); // htmx itself does so a moment later: a quick save would leave the page
    reveal(form);
    const isRefused = form.querySelector(".errorlist, .notice");
    if (isRefused) setSaveState(form.querySelector("[data-take-field], .notice") ? "conflict" : "refused");
    if (isRefused) keep(form);
    (form.querySelector("[aria-invalid='true']") ?? form.elements.content).focus();
  });
  document.addEventListener("submit", (event) => {
    // The page is left for the server's answer, which shows the form again if it is refused.
    if (event.target.matches("[data-object-editor]") && !event.defaultPrevented) dropCopy(draftOf(event.target));
  });
  if (openForm()) reveal(openForm());
  else void recover();
}
