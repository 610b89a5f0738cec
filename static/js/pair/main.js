/* The pair screen while a person answers: wires the answer to rows, links, rail, texts and draft. */
import { createDraft } from "../drafts.js";
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";
import { Actions } from "./actions.js";
import { Cursor } from "./cursor.js";
import { cite } from "./decide.js";
import { Details } from "./details.js";
import { bindEvidence } from "./evidence.js";
import { Links } from "./links.js";
import { Page } from "./page.js";
import { Rail } from "./rail.js";
import { Rows } from "./rows.js";
import { Server } from "./server.js";
import { Store } from "./state.js";
import { Texts } from "./texts.js";
import { inWords } from "./words.js";

const page = new Page();
const body = document.getElementById("genomes-body");
const form = document.getElementById("decision");
const store = new Store(page.payload);
const rows = new Rows(page);
const links = new Links(body);
const cursor = new Cursor(body, () => moved());
const texts = new Texts(page, cited);
const details = new Details({ page, store, cursor, texts, body });
const actions = new Actions({ page, store, cursor, body });
const rail = new Rail({ page, store, cursor, texts, form });
const evidence = bindEvidence(body, cursor);
const server = new Server(form);
const undo = document.getElementById("undo");

const draft = createDraft({
  url: page.draftUrl,
  revision: page.revision,
  payload: structuredClone(store.payload),
  savedAt: page.savedAt,
  apply: (payload) => store.replace(payload),
  saved: (answer) => server.show(answer),
  labelOf: (field) => page.word(`field-${field}`) || field,
  format: inWords(page, form),
});

store.listen((payload, { structure, replaced }) => {
  if (structure) render();
  if (!replaced) draft.change(payload);
  undo.disabled = store.past.length === 0;
});
undo.addEventListener("click", () => store.undo());
form.addEventListener("submit", submit);
for (const button of document.querySelectorAll("[data-show]")) button.addEventListener("click", () => filter(button.dataset.show));
render();

function render() {
  rows.render(store.payload);
  rail.render(store.payload);
  const open = document.querySelector("[data-open-count]");
  open.textContent = body.querySelectorAll(".diff-row[data-open='true']").length;
  cursor.mark();
}

function moved() {
  details.show();
  actions.showButtons();
  actions.say();
  evidence.show();
  const { source, target } = cursor.picked;
  const picked = source && target ? [{ source, target, fate: "open" }] : [];
  links.show([...store.payload.alignments.map((edge) => ({ ...edge, fate: store.payload.fates[edge.source] ?? "open" })), ...picked]);
}

/* Where a selection in the texts goes: to the rationale, to the transition, or to the link at the cursor. */
function cited(where, { place, ...pointer }) {
  page.name(pointer, place);
  const edge = details.edge;
  if (where === "edge" && !edge) return toast(page.word("no-edge"));
  const part = pointer.paper === page.source ? "source_evidence" : "target_evidence";
  store.change((payload) => cite(where === "edge" ? payload.alignments.find((each) => each.source === edge.source && each.target === edge.target)[part] : payload[where], pointer));
  return toast(page.word("cited", { place }), { tone: "good" });
}

function filter(which) {
  body.dataset.show = which;
  for (const button of document.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === which));
  links.draw();
}

async function submit(event) {
  if (event.submitter?.hasAttribute("data-plain")) {
    draft.stop();
    return;
  }
  event.preventDefault();
  if (!(await draft.flush())) {
    toast(page.word("offline-submit"), { tone: "bad" });
    return;
  }
  try {
    const { url } = await send(page.submitUrl, { method: "POST", body: store.payload });
    draft.stop();
    location.assign(url);
  } catch (failure) {
    if (failure.name !== "RequestFailure") throw failure;
    if (failure.body?.missing) server.show(failure.body);
    server.point();
    toast(failure.body?.missing ? server.summary() : explain(failure), { tone: "bad" });
  }
}
