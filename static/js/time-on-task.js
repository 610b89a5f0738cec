/* Time on task: while a screen that holds a unit (main[data-heartbeat-url]) is open, its lease is kept, and the time that somebody was at
   work is told to the server: the page was visible and had input within the last minute. Spans that the server has not confirmed are told
   again; it counts no moment twice, neither of one tab nor of two. A hold that is lost fires "hold:lost" on the screen. */
import { explain, send } from "./requests.js";
import { toast } from "./toasts.js";

const IDLE = 60 * 1000; // without input for so long, nobody is at work
const TELL = 60 * 1000;
const RENEW = 5 * 60 * 1000; // a page that is only looked at keeps its lease, as ever
const KEPT = 60 * 60 * 1000; // older spans are not believed by the server
const MOST = 200;
const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "scroll"];

/* Spans of activity, in milliseconds; `now` is always given, so that the clock is the caller's. */
export class ActiveTime {
  #spans = [];
  #from = null; // when the span in progress began
  #last = null; // its latest input

  input(now) {
    if (this.#from !== null && now - this.#last > IDLE) this.stop(now);
    this.#from ??= now;
    this.#last = now;
  }

  /* The page is hidden or left: what follows is not at work here. */
  stop(now) {
    if (this.#from === null) return;
    const to = Math.min(now, this.#last + IDLE);
    if (to > this.#from) this.#spans.push([this.#from, to]);
    this.#from = null;
  }

  /* What is not confirmed yet, the span in progress cut at `now`. */
  untold(now) {
    if (this.#from !== null) {
      const last = this.#last;
      this.stop(now);
      if (now - last < IDLE) [this.#from, this.#last] = [now, last];
    }
    this.#spans = this.#spans.filter(([, to]) => now - to < KEPT).slice(-MOST);
    return [...this.#spans];
  }

  confirm(told) {
    this.#spans = this.#spans.filter((span) => !told.includes(span));
  }
}

function startTelling(screen) {
  const time = new ActiveTime();
  let told = Date.now();
  let lost = false;

  async function tell({ keepalive = false } = {}) {
    if (lost) return;
    const now = Date.now();
    const spans = time.untold(now);
    const due = document.visibilityState === "visible" && now - told >= RENEW;
    if (!spans.length && !due) return;
    told = now;
    const active = spans.map(([from, to]) => [(now - from) / 1000, (now - to) / 1000]);
    try {
      await send(screen.dataset.heartbeatUrl, { method: "POST", body: { active }, keepalive });
      time.confirm(spans);
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      if (failure.status === 400 || failure.status === 409) lose(failure);
    }
  }

  function lose(failure) {
    lost = true; // asking again would not help
    toast(screen.dataset.lost || explain(failure), { tone: "bad", lasting: true });
  }

  for (const kind of INPUTS) document.addEventListener(kind, () => time.input(Date.now()), { passive: true, capture: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") return time.input(Date.now());
    time.stop(Date.now());
    return tell({ keepalive: true });
  });
  addEventListener("pagehide", () => {
    time.stop(Date.now());
    tell({ keepalive: true });
  });
  setInterval(tell, TELL);
  if (document.visibilityState === "visible") time.input(Date.now());
}

export function startTimeOnTask() {
  const screen = document.querySelector("main[data-heartbeat-url]");
  if (screen) startTelling(screen);
}
