/* Live progress of long work: <section data-progress-url="…" data-progress-every="1000">.
   The server answers {"state": "running" | "done" | "failed", "done": 3, "total": 14, "text": "Writing the objects", "url": "/optional/next/page"}.
   Written into the section: the first <progress>, [data-progress-text], [data-progress-count] and its data-state. At the end the section
   fires "progress:done" or "progress:failed"; "done" opens the url, when one is given and the section says data-progress-follow.
   A page that wants a fragment instead uses htmx: hx-get="…" hx-trigger="every 1s" hx-swap="outerHTML", the last fragment without hx-trigger. */
import { explain, send } from "./requests.js";

const LONGEST_WAIT = 15000;

function show(section, { state, done = null, total = null, text = "" }) {
  section.dataset.state = state;
  const bar = section.querySelector("progress");
  if (bar && total) Object.assign(bar, { max: total, value: done });
  write(section, "[data-progress-text]", text);
  if (total !== null) write(section, "[data-progress-count]", `${done} / ${total}`);
}

function write(section, selector, words) {
  const place = section.querySelector(selector);
  if (place && words && place.textContent !== words) place.textContent = words;
}

function finish(section, answer) {
  section.dispatchEvent(new CustomEvent(`progress:${answer.state}`, { bubbles: true, detail: answer }));
  if (answer.state === "done" && answer.url && "progressFollow" in section.dataset) location.assign(answer.url);
}

async function follow(section) {
  const every = Number(section.dataset.progressEvery ?? 1000);
  let wait = every;
  while (section.isConnected) {
    try {
      const answer = await send(section.dataset.progressUrl);
      wait = every;
      show(section, answer);
      if (answer.state !== "running") return finish(section, answer);
    } catch (failure) {
      write(section, "[data-progress-text]", explain(failure));
      if (failure.status >= 400 && failure.status < 500) return undefined; // asking again would not help
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return undefined;
}

export function startProgress(root) {
  const inside = [...root.querySelectorAll("[data-progress-url]")];
  if (root.matches?.("[data-progress-url]")) inside.push(root);
  for (const section of inside) {
    if ("progressStarted" in section.dataset) continue;
    section.dataset.progressStarted = "";
    follow(section);
  }
}
