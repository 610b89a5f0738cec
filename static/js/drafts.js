/* Autosave of a draft, in the browser at once and on the server after a short pause. Nothing that was typed is lost:
   a lost network is said and retried, two tabs conflict with a choice, a refusal keeps the copy.

   const draft = createDraft({
     url,               PUT {"revision": n, "payload": {…}} → 200 {"revision": n+1, "saved_at": iso}
                        409 {"revision": m, "payload": {…theirs}, "saved_at"} · 400/403/404 {"detail": "…"}
     revision, payload, what the server rendered into the page
     savedAt,           optional: iso time of that state, shown until something changes
     apply,             (payload) => void: shows another payload on the screen (a kept copy, or the outcome of a conflict)
     saved,             optional: (answer) => void: the whole answer of the server to a save
     labelOf, format,   optional: (field) => words, (field, value) => words, for the conflict panel
     parts,             optional: {split, join}: the payload as the fields that are chosen between, and back
   });
   draft.change(payload)   after every edit, with the whole payload
   await draft.flush()     true when the server has everything: call it before a submission
   draft.stop()            ends saving (the unit was submitted or left)

   Events on document: "draft:state" with {state, url}, where state is saved, unsaved, saving, offline, conflict or refused. */
import { askConflict } from "./draft-conflict.js";
import { dropCopy, findCopy, keepCopy, same } from "./draft-store.js";
import { explain, send } from "./requests.js";
import { setSaveState } from "./save-state.js";
import { toast } from "./toasts.js";

const PAUSE = 800;
const FIRST_RETRY = 2000;
const LONGEST_RETRY = 60000;
const WHOLE = { split: (payload) => payload, join: (parts) => parts };

export function createDraft(options) {
  return new Draft(options);
}

class Draft {
  constructor({ url, revision, payload, savedAt, apply, saved, labelOf, format, parts = WHOLE }) {
    Object.assign(this, { url, revision, payload, savedAt, apply, saved, labelOf, format, parts });
    Object.assign(this, { base: payload, state: "saved", wait: FIRST_RETRY, timer: 0, kept: true, stopped: false, final: false });
    this.queue = Promise.resolve(true);
    this.listeners = new AbortController();
    this.#listen();
    if (savedAt) this.#say("saved", "", savedAt);
    queueMicrotask(() => this.#recover()); // apply() may need the caller's own variable for this draft
  }

  change(payload) {
    if (this.stopped) return;
    this.payload = structuredClone(payload);
    this.#keep();
    if (this.state === "conflict" || this.final) return;
    if (this.state !== "offline") this.#say("unsaved");
    this.#schedule(PAUSE);
  }

  /* Saves now, one save after the other. Resolves to true when the server has what stands on the screen. */
  flush({ keepalive = false } = {}) {
    clearTimeout(this.timer);
    const drain = () => this.#drain(keepalive);
    this.queue = this.queue.then(drain, drain);
    return this.queue;
  }

  async #drain(keepalive) {
    while (this.#open() && !same(this.payload, this.base)) {
      if (!(await this.#save({ keepalive }))) return false;
    }
    if (this.state === "unsaved" && same(this.payload, this.base)) this.#settle(); // an edit and its undoing
    return same(this.payload, this.base);
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.listeners.abort();
  }

  #open() {
    return !this.stopped && !this.final && this.state !== "conflict";
  }

  #keep() {
    this.kept = keepCopy(this.url, { revision: this.revision, base: this.base, payload: this.payload });
  }

  #schedule(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  /* What an earlier visit could not save comes back, and is saved with the revision it grew from: a conflict then shows itself. */
  #recover() {
    const found = findCopy(this.url);
    if (!found) return;
    this.leftover = found.key;
    if (same(found.copy.payload, this.payload)) return this.#forget();
    Object.assign(this, { revision: found.copy.revision, base: found.copy.base, payload: found.copy.payload });
    this.apply?.(structuredClone(this.payload));
    this.#keep();
    this.#say("unsaved");
    return this.#schedule(0);
  }

  #forget() {
    dropCopy(this.url);
    if (this.leftover) dropCopy(this.url, this.leftover);
    this.leftover = null;
  }

  async #save({ keepalive }) {
    const sent = this.payload;
    if (this.state !== "offline") this.#say("saving");
    try {
      const answer = await send(this.url, { method: "PUT", body: { revision: this.revision, payload: sent }, keepalive });
      this.#accept(answer.revision, sent, answer.saved_at);
      this.saved?.(answer);
      return true;
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      return this.#recoverFrom(failure, sent);
    }
  }

  #accept(revision, payload, savedAt) {
    Object.assign(this, { revision, base: payload, savedAt, wait: FIRST_RETRY });
    if (same(this.payload, payload)) this.#settle();
    else this.#keep();
  }

  #settle() {
    this.#forget();
    this.#say("saved", "", this.savedAt);
  }

  async #recoverFrom(failure, sent) {
    if (failure.status === 409) return this.#conflict(failure.body, sent);
    if (failure.status === 0 || failure.status >= 500 || failure.status === 429) {
      this.#say("offline", failure.status === 0 ? "" : explain(failure));
      this.#schedule(this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_RETRY);
      return false;
    }
    this.final = [401, 403, 404, 410].includes(failure.status); // another edit would not change these answers
    this.#say("refused");
    toast(explain(failure), { tone: "bad", action: this.#retryAction() });
    return false;
  }

  #retryAction() {
    const label = document.getElementById("draft-conflict")?.dataset.tryAgain;
    if (!label) return null;
    return { label, run: () => this.#resume() };
  }

  #resume() {
    this.final = false;
    this.#say("unsaved");
    this.#schedule(0);
  }

  /* An answer that was lost on its way looks like a conflict with ourselves: then there is nothing to choose. */
  async #conflict(theirs, sent) {
    if (same(theirs.payload, this.payload) || same(theirs.payload, sent)) {
      this.#accept(theirs.revision, theirs.payload, theirs.saved_at);
      return true;
    }
    this.#say("conflict");
    const { labelOf, format, parts } = this;
    const [base, other] = [parts.split(this.base ?? {}), parts.split(theirs.payload)];
    const merged = parts.join(await askConflict({ base, mine: () => parts.split(this.payload), theirs: other, savedAt: theirs.saved_at, labelOf, format }));
    if (this.stopped) return false;
    Object.assign(this, { revision: theirs.revision, base: theirs.payload, payload: merged });
    this.apply?.(structuredClone(merged));
    this.#say("unsaved");
    if (same(merged, theirs.payload)) this.#accept(theirs.revision, merged, theirs.saved_at);
    else this.#keep();
    return true;
  }

  #say(state, text = "", at = undefined) {
    this.state = state;
    setSaveState(state, text, at ? { at: new Date(at) } : {});
    document.dispatchEvent(new CustomEvent("draft:state", { detail: { state, url: this.url } }));
  }

  #listen() {
    const { signal } = this.listeners;
    const pending = () => !same(this.payload, this.base);
    window.addEventListener("online", () => this.state === "offline" && this.flush(), { signal });
    window.addEventListener("offline", () => pending() && this.#open() && this.#say("offline"), { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden" && pending() && this.#open()) this.flush({ keepalive: true });
    }, { signal });
    window.addEventListener("beforeunload", (event) => {
      if (pending() && !this.kept) event.preventDefault(); // no copy in the browser: the page is the only place
    }, { signal });
  }
}
