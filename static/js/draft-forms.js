/* A whole form as a draft, without code: <form data-draft-url="…" data-draft-revision="3" data-draft-saved-at="iso time">.
   The payload is {name: value}; a name that stands on several controls, and a multiple select, is a list; a lone checkbox is true or false.
   A submission waits until the server has everything; the label of a field in the conflict panel is its <label> or <legend>. */
import { createDraft } from "./drafts.js";

const SKIPPED = new Set(["csrfmiddlewaretoken"]);

export function bindDraftForms(root) {
  const forms = [...root.querySelectorAll("form[data-draft-url]")];
  if (root.matches?.("form[data-draft-url]")) forms.push(root);
  for (const form of forms) {
    if ("draftBound" in form.dataset) continue;
    form.dataset.draftBound = "";
    bind(form);
  }
}

function bind(form) {
  const draft = createDraft({
    url: form.dataset.draftUrl,
    revision: Number(form.dataset.draftRevision ?? 0),
    payload: readForm(form),
    savedAt: form.dataset.draftSavedAt,
    apply: (payload) => writeForm(form, payload),
    labelOf: (field) => labelOf(form, field),
    format: (field, value) => formatValue(form, field, value),
  });
  for (const event of ["input", "change"]) form.addEventListener(event, () => draft.change(readForm(form)));
  form.addEventListener("htmx:confirm", (event) => {
    if (event.target !== form) return;
    event.preventDefault();
    draft.flush().then((saved) => saved && event.detail.issueRequest(true));
  });
  if (!form.matches("[hx-post], [hx-put], [hx-patch]")) form.addEventListener("submit", (event) => submitAfterSaving(event, form, draft));
}

async function submitAfterSaving(event, form, draft) {
  if (event.defaultPrevented || "draftSaved" in form.dataset) return;
  event.preventDefault();
  const { submitter } = event;
  if (!(await draft.flush())) return; // the save state says why; the form stays as it is
  draft.stop();
  form.dataset.draftSaved = "";
  form.requestSubmit(submitter);
}

function controls(form) {
  return [...form.elements].filter(
    (control) => control.name && !SKIPPED.has(control.name) && !["submit", "button", "file", "password", "hidden"].includes(control.type),
  );
}

export function readForm(form) {
  const payload = {};
  for (const [field, group] of Object.entries(Object.groupBy(controls(form), (control) => control.name))) payload[field] = valueOf(group);
  return payload;
}

function valueOf(group) {
  const [first] = group;
  if (first.type === "radio") return group.find((control) => control.checked)?.value ?? "";
  if (first.type === "checkbox" && group.length === 1) return first.checked;
  if (first.type === "checkbox") return group.filter((control) => control.checked).map((control) => control.value);
  if (first.multiple) return [...first.selectedOptions].map((option) => option.value);
  return group.length === 1 ? first.value : group.map((control) => control.value);
}

function writeForm(form, payload) {
  for (const control of controls(form)) {
    if (!(control.name in payload)) continue;
    const value = payload[control.name];
    if (["radio", "checkbox"].includes(control.type)) control.checked = Array.isArray(value) ? value.includes(control.value) : value === true || value === control.value;
    else if (control.multiple) for (const option of control.options) option.selected = value.includes(option.value);
    else control.value = Array.isArray(value) ? value[controls(form).filter((each) => each.name === control.name).indexOf(control)] : value;
  }
  form.dispatchEvent(new CustomEvent("draft:applied", { bubbles: true }));
}

function labelOf(form, field) {
  const control = controls(form).find((each) => each.name === field);
  const group = control?.closest("fieldset")?.querySelector("legend");
  const label = ["radio", "checkbox"].includes(control?.type) && group ? group : control?.labels?.[0];
  return wordsOf(label) || field;
}

/* What a person would read on the screen for a value: the words of the chosen option, not its code. */
function formatValue(form, field, value) {
  const group = controls(form).filter((each) => each.name === field);
  const words = [value].flat().map((part) => {
    const option = [...(group[0]?.options ?? [])].find((each) => each.value === part);
    const choice = group.find((each) => ["radio", "checkbox"].includes(each.type) && each.value === part);
    return option?.text ?? (choice && wordsOf(choice.labels[0])) ?? part;
  });
  if (typeof value === "boolean") return value ? "✓" : "–";
  return words.filter((word) => word !== null && word !== undefined && word !== "").join(", ");
}

function wordsOf(label) {
  const copy = label?.cloneNode(true);
  copy?.querySelectorAll(".field-optional, kbd, input, select, textarea").forEach((part) => part.remove());
  return copy?.textContent.trim().replace(/\s+/g, " ") ?? "";
}
