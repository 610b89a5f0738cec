/* Notes which suggestions were pressed. The key press waits for nothing: notes are sent behind it, kept in this browser while the
   network is away, and sent again when it is back or the pair is opened again. What the server refuses is told once and let go. */
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";

const AGAIN = 20000;

export class Takes {
  constructor(url) {
    const place = `takes|${document.body.dataset.person ?? ""}|${url}`;
    Object.assign(this, { url, place, waiting: keptIn(place), sending: false, timer: 0 });
    addEventListener("online", () => this.#send());
    this.#send();
  }

  note({ source, target }) {
    this.waiting.push({ source, target });
    this.#keep();
    this.#send();
  }

  async #send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    while (this.waiting.length && (await this.#sent(this.waiting[0]))) {
      this.waiting.shift();
      this.#keep();
    }
    this.sending = false;
  }

  /* Whether the note is off our hands. */
  async #sent(take) {
    try {
      await send(this.url, { method: "POST", body: take, keepalive: true });
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      if (failure.status === 0 || failure.status >= 500 || failure.signedOut) {
        this.timer = setTimeout(() => this.#send(), AGAIN);
        return false;
      }
      toast(explain(failure), { tone: "warn" });
    }
    return true;
  }

  /* A browser that keeps nothing still sends what this page holds. */
  #keep() {
    try {
      if (this.waiting.length) localStorage.setItem(this.place, JSON.stringify(this.waiting));
      else localStorage.removeItem(this.place);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
  }
}

function keptIn(place) {
  const kept = JSON.parse(localStorage.getItem(place) ?? "[]");
  return kept.filter(({ source, target }) => source && target);
}
