/* The pair screen while a person answers: a list of who is there and who hears whom. */
import { createDraft } from "../drafts.js";
import { Actions } from "./actions.js";
import { citing, evidenceAt } from "./citing.js";
import { Cursor } from "./cursor.js";
import { Details } from "./details.js";
import { bindDivider } from "./divider.js";
import { Ecology } from "./ecology.js";
import { bindEvidence } from "./evidence.js";
import { Gaps } from "./gaps.js";
import { Guideline } from "./guideline.js";
import { Lineages } from "./lineages.js";
import { Links, linesOf } from "./links.js";
import { Page } from "./page.js";
import { Panes } from "./panes.js";
import { Rail } from "./rail.js";
import { Rows } from "./rows.js";
import { Server } from "./server.js";
import { Shown } from "./shown.js";
import { Store } from "./state.js";
import { Steps } from "./steps.js";
import { bindSubmission } from "./submission.js";
import { Suggestions } from "./suggestions.js";
import { Texts } from "./texts.js";
import { Words, join, split } from "./words.js";

const page = new Page();
const body = document.getElementById("genomes-body");
const form = document.getElementById("decision");
const store = new Store(page.payload);
const rows = new Rows(page);
const cursor = new Cursor(body);
const links = new Links(body, cursor);
const words = new Words(page, form);
const texts = new Texts(page, { cursor, pointersAt: evidenceAt(page, store), onCite: (where, place) => cite(where, place) });
const details = new Details({ page, store, cursor, texts, body });
const cite = citing({ page, store, details });
const panes = new Panes();
const rail = new Rail({ page, store, cursor, texts, form });
const server = new Server(form);
const draft = createDraft({
  url: page.draftUrl,
  revision: page.revision,
  payload: structuredClone(store.payload),
  savedAt: page.savedAt,
  apply: (payload) => store.replace(payload),
  saved: (answer) => server.show(answer),
  parts: { split, join },
  labelOf: (field) => words.labelOf(field),
  format: (field, value) => words.format(field, value),
});

new Actions({ page, store, cursor, body });
new Gaps({ store, cursor, details, panes, form });
const shown = new Shown(page, body, cursor);
cursor.reveal = (card) => shown.reveal(card);
bindEvidence(body, cursor);
bindDivider();
new Ecology({ page, store, form });
new Lineages({ page, body });
new Guideline(page);
bindSubmission({ page, store, draft, server, form });

store.listen((payload, { structure, replaced }) => {
  if (structure) render(payload);
  if (!replaced) draft.change(payload);
});
new Steps({ page, store, cursor, describe: (older, newer) => words.describe(older, newer) });
render(store.payload);

function render(payload) {
  rows.render(payload);
  rail.render(payload);
  cursor.mark();
  links.show(linesOf(payload, cursor.picked));
  links.soon();
  document.querySelector("[data-open-count]").textContent = shown.openCount;
}
cursor.listen(() => links.show(linesOf(store.payload, cursor.picked)));
new Suggestions({ page, store, cursor, body, links });
