/* The save state in the top bar: setSaveState("saved" | "unsaved" | "saving" | "offline" | "conflict" | "refused", text).
   Without a text it says what the server rendered for that state; {time} becomes the reader's time of day. */

const ICONS = { saved: "check", unsaved: "pencil", saving: "sync", offline: "offline", conflict: "warn", refused: "warn" };

export function setSaveState(state, text = "", { at = new Date() } = {}) {
  const element = document.getElementById("save-state");
  if (!element) return;
  const words = text || (element.dataset[state] ?? "").replace("{time}", clock(at));
  element.hidden = false;
  element.dataset.state = state;
  element.querySelector("use").setAttribute("href", `#i-${ICONS[state]}`);
  const line = element.querySelector("span");
  if (line.textContent !== words) line.textContent = words;
}

export function clock(moment) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(moment);
}
