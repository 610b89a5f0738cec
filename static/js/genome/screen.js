/* The genome screen: puts text, selection, form and list together, and says which key does what. */
import { bindKey } from "../keys.js";
import { setSaveState } from "../save-state.js";
import { toast } from "../toasts.js";
import { chooseRetype, closeInline, openInline, startActions } from "./actions.js";
import { addEvidence, chooseType, closeEditor, openForm, openNew, openParts, startEditor } from "./editor.js";
import { closeHistory, startHistory } from "./history.js";
import { currentObject, neighbourOfCandidate, renew, setCurrentObject, startObjects, stepObject, stepWithin } from "./objects.js";
import { currentPassage, setCurrentPassage, startPassages, stepPassage } from "./passages.js";
import { startPopover } from "./popover.js";
import { startQueue } from "./queue.js";
import { currentPick, letGo, onPick, pickElement, pickSentence, startSelection } from "./selection.js";
import { fill, words } from "./words.js";

const TYPES = { n: "niche", m: "mechanism", o: "observation", l: "limitation", d: "delta", c: "claim" };

const screen = document.querySelector("[data-genome]");
const reading = document.querySelector("[data-reading]");
const canEdit = screen.dataset.canEdit === "true";

/* What is picked, else the passage that is current, as a whole. */
function pickOrPassage() {
  const passage = currentPassage(reading);
  return currentPick() ?? (passage ? pickElement(passage, reading) : null);
}

function make(type) {
  if (chooseRetype(type)) return true;
  if (openParts()) return toast(words().newEditor, { tone: "warn" });
  const open = openForm();
  if (open && !currentPick()) return chooseType(open, type);
  if (open && !open.dataset.objectId && !open.elements.content.value) closeEditor();
  else if (open) return toast(words().newEditor, { tone: "warn" });
  const pick = pickOrPassage();
  if (!pick) return false;
  openNew({ type, pick });
  return hidePopover();
}

/* More evidence for the open form, else for the current object, whose form is opened for it. */
async function add() {
  const pick = pickOrPassage();
  const edit = currentObject()?.querySelector("[data-edit]");
  if (!pick || !(openForm() || edit)) return false;
  if (!openForm()) await globalThis.htmx.ajax("GET", edit.href, { target: "#editor" });
  const form = openForm();
  if (form) addEvidence(form, pick);
  return hidePopover();
}

let showPopover = () => undefined;

function hidePopover() {
  showPopover(null);
  return true;
}

function targetOfAdding() {
  const form = openForm();
  if (form) return form.dataset.objectId ? (document.querySelector(`#object-${form.dataset.objectId}`)?.dataset.handle ?? "") : "…";
  return currentObject()?.querySelector("[data-edit]") ? currentObject().dataset.handle : "";
}

function act(selector) {
  const control = currentObject()?.querySelector(selector);
  if (!control) return false;
  control.click();
  return true;
}

/* z and Shift+z have no meaning for a browser, so they act anywhere but in a field; Ctrl+z there is the field's own. */
function step(selector, event) {
  if (event.target.matches?.("input:not([type='checkbox'], [type='radio']), textarea, select")) return false;
  const button = document.querySelector(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function bindReading() {
  const said = words();
  bindKey("j", () => stepPassage(1, reading), { label: said.next });
  bindKey("k", () => stepPassage(-1, reading), { label: said.previous });
  bindKey("]", () => stepObject(1), { label: said.nextObject });
  bindKey("[", () => stepObject(-1), { label: said.previousObject });
  bindKey("v", () => stepWithin(currentPassage(reading)), { label: said.within });
  bindKey("h", () => closeHistory() || act("[data-history]"), { label: said.history });
}

function bindEditing() {
  const said = words();
  for (const [key, type] of Object.entries(TYPES)) bindKey(key, () => make(type), { label: `${said.make} (${said[type]})` });
  bindKey("s", () => sentence(false), { label: said.sentence });
  bindKey("Shift+s", () => sentence(true), { label: said.longer });
  bindKey("+", () => void add(), { label: said.add });
  bindKey("e", () => act("[data-edit]"), { label: said.edit });
  bindKey("x", () => openInline(currentObject(), "reject"), { label: said.reject });
  bindKey("t", () => openInline(currentObject(), "retype"), { label: said.retype });
  bindKey("p", () => act("[data-split]"), { label: said.split });
  bindKey("g", () => act("[data-merge]"), { label: said.merge });
  for (const key of ["z", "Ctrl+z"]) bindKey(key, (event) => step("[data-step-undo]", event), { label: said.undoStep });
  for (const key of ["Shift+z", "Ctrl+Shift+z", "Ctrl+y"]) bindKey(key, (event) => step("[data-step-redo]", event), { label: said.redoStep });
  bindKey("a", () => act("[data-accept]"), { label: said.accept });
  bindKey("Ctrl+Enter", () => save(), { typing: true, label: said.save });
  bindKey("Escape", () => escape(), { typing: true, label: said.letGo });
}

function sentence(longer) {
  const passage = currentPassage(reading);
  if (!passage) stepPassage(0, reading);
  pickSentence(currentPassage(reading), reading, { longer });
}

function save() {
  const form = openForm() ?? openParts();
  if (!form) return false;
  setSaveState("saving");
  form.requestSubmit(form.querySelector("[data-save]"));
  return true;
}

function escape() {
  if (closeInline() || closeHistory()) return true;
  if (currentPick() && !openForm()) return letGo();
  const form = openForm() ?? openParts();
  if (!form) return false;
  return form.querySelector("[data-cancel]").click();
}

/* -- After the server's answer -------------------------------------------------------------------------------- */

let sentWith = null; // what was picked when the form was sent: a newer pick belongs to the next object
let goesOnAt = ""; // after a candidate is rejected

function onSend(event) {
  if (event.target.matches("[data-object-editor]")) sentWith = currentPick();
  goesOnAt = event.target.matches('[data-form="reject"]') ? neighbourOfCandidate() : "";
}

function onSaved({ detail }) {
  const { id, handle, did } = detail;
  renew();
  revealBlockButtons();
  if (["save", "split", "merge"].includes(did)) closeEditor();
  if (did === "save" && currentPick() === sentWith) letGo();
  setSaveState("saved");
  setCurrentObject(id ? String(id) : "", { scrollCard: true });
  backToText();
  if (did === "reject" && goesOnAt) setCurrentObject(goesOnAt, { scrollCard: true, scrollText: true });
  if (did === "reject") toast(fill(words().rejected, { handle }), { action: { label: words().undo, run: () => document.querySelector("[data-step-undo]")?.click() } });
}

function backToText() {
  const passage = currentPassage(reading);
  if (passage) setCurrentPassage(passage, reading, { focus: true });
  else document.getElementById("text-pane").focus({ preventScroll: true });
}

/* A change that is kept in the browser has left its form: work goes on. */
function onKept(form) {
  if (form.matches("[data-object-editor]") && currentPick() === sentWith) letGo();
  if (form.closest("#editor")) closeEditor();
  closeInline();
  backToText();
}

function onApplied() {
  renew();
  revealBlockButtons();
}

/* A swapped block is a new element: what was current in it stays current. */
function afterSwaps() {
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.matches?.(".passage[aria-current='true']")) detail.fragment.firstElementChild?.setAttribute("aria-current", "true");
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target?.isConnected) globalThis.htmx.process(detail.target); // htmx itself does so a moment later: a quick key would leave the page
    if (detail.target?.id === "object-list") renew();
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    revealBlockButtons();
    if (detail.target?.id === "extraction-body") renew(); // ghosts may have come with it
  });
}

function revealBlockButtons() {
  for (const button of reading.querySelectorAll("[data-select-block][hidden]")) button.hidden = false;
}

startActions();
startHistory();
startObjects();
startPassages(reading);
bindReading();
if (canEdit) {
  showPopover = startPopover({ reading, make, add: () => void add(), letGo });
  onPick((pick) => showPopover(pick, { handle: targetOfAdding() }));
  startSelection(reading);
  startEditor({ onClose: backToText });
  startQueue({ kept: onKept, applied: onApplied });
  bindEditing();
  afterSwaps();
  revealBlockButtons();
  reading.addEventListener("click", ({ target }) => {
    const block = target.closest("[data-select-block]")?.closest(".passage");
    if (block) pickElement(block, reading);
  });
  document.addEventListener("submit", onSend);
  document.addEventListener("object:saved", onSaved);
}
