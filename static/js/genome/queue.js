/* Changes that did not reach the server: kept in the browser in their order, shown above the list, and sent one after
   the other when the network is back. A change that is refused or meets another one stays there until a person has
   looked at it. The server takes what it gets twice for once, so an answer that was lost on its way does no harm. */
import { csrfToken, explain } from "../requests.js";
import { setSaveState } from "../save-state.js";
import { toast } from "../toasts.js";
import { fill, words } from "./words.js";

const FORMS = "[data-object-editor], [data-parts-editor], [data-actions] form";
const FIRST_RETRY = 3000;
const LONGEST_RETRY = 60000;

let onKept = () => undefined; // a form whose change is kept has done its work
let onApplied = () => undefined; // the page shows what the server has answered
let wait = FIRST_RETRY;
let timer = 0;

const nameOfQueue = () => `queue|${document.body.dataset.person ?? ""}|${document.querySelector("[data-genome]").dataset.draftKey}`;

function load() {
  return JSON.parse(localStorage.getItem(nameOfQueue()) ?? "[]");
}

function store(entries) {
  if (entries.length) localStorage.setItem(nameOfQueue(), JSON.stringify(entries));
  else localStorage.removeItem(nameOfQueue());
  show(entries);
}

const waiting = () => load().filter(({ state }) => state === "waiting");

/* -- Keeping ---------------------------------------------------------------------------------------------------- */

function entryOf(form, config) {
  const body = new URLSearchParams(config.formData);
  body.delete("csrfmiddlewaretoken");
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()),
    url: config.path,
    body: body.toString(),
    label: labelOf(form),
    state: "waiting",
    hasForm: false,
    said: "",
  };
}

/* What a person would call the change: what its button says, of which object, and the words of it. */
function labelOf(form) {
  const handle = form.closest("[data-object-card]")?.dataset.handle ?? "";
  const name = form.getAttribute("aria-label") ?? form.querySelector("button")?.textContent.trim() ?? "";
  return [name, handle, form.elements.content?.value.slice(0, 80)].filter(Boolean).join(" · ");
}

function keep(form, config) {
  try {
    store([...load(), entryOf(form, config)]);
  } catch {
    setSaveState("offline"); // no room in the browser: the form stays open, it is the only copy
    return false;
  }
  onKept(form);
  sayOffline();
  schedule();
  return true;
}

function sayOffline() {
  const count = waiting().length;
  if (count) setSaveState("offline", fill(count === 1 ? words().keptOne : words().kept, { count }));
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), wait);
  wait = Math.min(wait * 2, LONGEST_RETRY);
}

/* -- Sending ---------------------------------------------------------------------------------------------------- */

/* One tab sends at a time; the others see what is left. */
export async function flush() {
  if (!waiting().length) return;
  if (!navigator.locks) return drain();
  await navigator.locks.request(nameOfQueue(), { ifAvailable: true }, (lock) => (lock ? drain() : undefined));
}

async function drain() {
  for (let [entry] = waiting(); entry; [entry] = waiting()) {
    const answer = await post(entry);
    if (answer.isLost) {
      sayOffline();
      return schedule();
    }
    wait = FIRST_RETRY;
    settle(entry, answer);
  }
  if (!load().length) setSaveState("saved");
  else setSaveState("conflict", fill(words().keptStopped, { count: load().length }));
  return undefined;
}

async function post({ url, body }) {
  const headers = { "HX-Request": "true", "X-CSRFToken": csrfToken(), "Content-Type": "application/x-www-form-urlencoded" };
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(20000) });
    return { isLost: response.status >= 500 || response.status === 429, status: response.status, text: await response.text(), headers: response.headers };
  } catch {
    return { isLost: true }; // the network is away: said by the caller, and tried again
  }
}

function settle(entry, { status, text, headers }) {
  const rest = load().filter(({ id }) => id !== entry.id);
  if (status === 200) {
    store(rest);
    globalThis.htmx.swap(document.body, text, { swapStyle: "none" });
    return onApplied();
  }
  const passing = JSON.parse(headers.get("HX-Trigger") ?? "{}").toast?.text;
  const isForm = headers.get("HX-Retarget") === "#editor";
  const said = passing ?? (isForm ? words().keptLook : explain({ status: status || 401 }));
  return store(load().map((each) => (each.id === entry.id ? { ...each, state: "stopped", hasForm: isForm, said } : each)));
}

/* -- Showing ---------------------------------------------------------------------------------------------------- */

function show(entries) {
  const section = document.getElementById("kept-changes");
  if (!section) return;
  section.hidden = !entries.length;
  const list = section.querySelector("ol");
  list.replaceChildren(...entries.map(rowOf));
}

function rowOf(entry) {
  const row = document.getElementById("kept-change").content.firstElementChild.cloneNode(true);
  row.dataset.kept = entry.id;
  row.dataset.state = entry.state;
  row.querySelector("[data-kept-label]").textContent = entry.label;
  row.querySelector("[data-kept-said]").textContent = entry.said;
  row.querySelector("[data-kept-look]").hidden = !entry.hasForm;
  row.querySelector("[data-kept-drop]").hidden = entry.state === "waiting";
  return row;
}

/* Sent once more, the server answers with the form and what stands now beside each field; from here on it is an open
   form like any other, and kept as one. Were the answer lost, the change would still be here. */
async function look(entry) {
  const editor = document.getElementById("editor");
  if (editor.querySelector("form")) return toast(words().newEditor, { tone: "warn" });
  const values = new FormData();
  for (const [name, value] of new URLSearchParams(entry.body)) values.append(name, value);
  let isSaved = false;
  document.addEventListener("object:saved", () => { isSaved = true; }, { once: true });
  await globalThis.htmx.ajax("POST", entry.url, { target: "#editor", swap: "none", values });
  if (isSaved || editor.querySelector("form")) store(load().filter(({ id }) => id !== entry.id));
  return undefined;
}

export function startQueue({ kept, applied }) {
  onKept = kept;
  onApplied = applied;
  globalThis.htmx.config.timeout = 20000; // a request that hangs is a lost one
  show(load());
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    const onLost = (event) => event.target.matches?.(FORMS) && keep(event.target, event.detail.requestConfig) && event.preventDefault();
    document.addEventListener(name, onLost, { capture: true }); // before anybody says that nothing was changed
  }
  // While changes wait, later ones wait behind them: they may build on each other.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches?.(FORMS) || !waiting().length) return;
    event.preventDefault();
    keep(event.target, event.detail.requestConfig);
    void flush();
  });
  document.addEventListener("click", ({ target }) => {
    const entry = load().find(({ id }) => id === target.closest("[data-kept]")?.dataset.kept);
    if (entry && target.closest("[data-kept-look]")) void look(entry).catch(sayOffline);
    if (entry && target.closest("[data-kept-drop]")) store(load().filter(({ id }) => id !== entry.id));
  });
  window.addEventListener("online", () => void flush());
  window.addEventListener("storage", ({ key }) => key === nameOfQueue() && show(load()));
  sayOffline();
  void flush();
}
