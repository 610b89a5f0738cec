/* The guideline at hand: a drawer beside the work, fetched once for each version, opened at a section by what bears
   data-guideline; and the news that another version came into force while somebody labels. */
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";
import { nodesOf } from "./texts.js";

export class Guideline {
  constructor(page) {
    this.page = page;
    this.drawer = document.getElementById("guideline-drawer");
    this.body = this.drawer.querySelector("[data-guideline-body]");
    this.news = document.getElementById("guideline-news");
    this.latest = page.guideline;
    document.addEventListener("click", (event) => this.#clicked(event));
    this.drawer.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close();
    });
    document.addEventListener("pair:checked", ({ detail }) => this.#heard(detail.guideline));
  }

  async open(section = "", opener = document.activeElement) {
    if (this.drawer.hidden) this.opener = opener;
    this.drawer.hidden = false;
    this.#press(true);
    this.loaded ??= this.#load();
    if (await this.loaded) this.#show(section);
  }

  close() {
    this.drawer.hidden = true;
    this.#press(false);
    this.opener?.focus();
  }

  #press(on) {
    document.querySelector("[data-guideline-toggle]")?.setAttribute("aria-expanded", String(on));
  }

  #clicked(event) {
    const asked = event.target.closest("[data-guideline]");
    if (event.target.closest("[data-guideline-close]")) this.close();
    else if (event.target.closest("[data-guideline-go-on]")) this.#goOn();
    else if (asked && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (asked.hasAttribute("data-guideline-toggle") && !this.drawer.hidden) this.close();
      else this.open(asked.dataset.guideline, asked);
    }
  }

  async #load() {
    try {
      const { html, version } = await send(this.page.guidelineUrl);
      this.body.replaceChildren(...nodesOf(html));
      this.#heard({ version });
      return true;
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      this.loaded = null;
      toast(explain(failure), { tone: "bad" });
      this.close();
      return false;
    }
  }

  /* To the section, or to the top with a word that the guideline has none. */
  #show(section) {
    const place = section ? this.body.querySelector(`[id="g-${CSS.escape(section)}"]`) : null;
    const heading = place?.closest("h2, h3, h4, h5, h6");
    const none = this.drawer.querySelector("[data-guideline-none]");
    none.hidden = !section || Boolean(place);
    const target = heading ?? this.drawer.querySelector("h2");
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (heading) heading.scrollIntoView({ block: "start" });
    else this.body.scrollTop = 0;
  }

  /* What is in force, as the server says after each save and each refused submission. */
  #heard(current) {
    if (!current || !this.news || current.version === this.latest) return;
    this.latest = current.version;
    this.loaded = null;
    if (current.version === this.page.guideline) return;
    const fresh = this.drawer.querySelector("template").content.cloneNode(true);
    const words = fresh.querySelector("[data-news]");
    words.textContent = words.textContent.replace("{version}", current.version);
    fresh.querySelector("[data-note]").textContent = current.note ?? "";
    const changes = fresh.querySelector("[data-changes]");
    changes.href = `${changes.dataset.address}?from=${this.page.guideline}&to=${current.version}`;
    this.news.replaceChildren(fresh);
    this.news.hidden = false;
  }

  #goOn() {
    this.page.guideline = this.latest;
    this.news.hidden = true;
    const field = document.querySelector("#decision [name='guideline']");
    if (field) field.value = this.latest;
    for (const place of document.querySelectorAll("[data-guideline-version]")) place.textContent = this.latest;
    document.getElementById("submit")?.focus();
  }
}
