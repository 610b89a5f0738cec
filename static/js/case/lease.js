/* How long the case is still held. The server's word stands in #lease-bar and comes anew with every save; this only counts
   down, warns some minutes before the end, and says when it has come. Nothing is taken from the page then. */
const WARNING = 5; // minutes before the end
const A_DAY = 24 * 60; // what is reserved for longer has a date, which says enough
const TICK = 10000;

export function watchLease() {
  tick();
  setInterval(tick, TICK);
  document.addEventListener("htmx:afterSettle", tick);
}

function tick() {
  const lease = document.getElementById("lease");
  if (!lease) return;
  const left = new Date(lease.dataset.until) - Date.now();
  const minutes = Math.max(0, Math.floor(left / 60000));
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  lease.querySelector("[data-lease-left]").textContent = minutes < A_DAY ? lease.dataset.left.replace("{time}", clock) : "";
  lease.dataset.state = left <= 0 ? "over" : left <= WARNING * 60000 ? "ending" : "held";
  say(lease.querySelector("[data-lease-warning]"), wordsOf(lease, minutes));
}

function wordsOf(lease, minutes) {
  if (lease.dataset.state === "held") return "";
  return lease.dataset.state === "over" ? lease.dataset.over : lease.dataset.ending.replace("{minutes}", minutes);
}

/* A live region that is written anew with the same words would be read out again. */
function say(line, words) {
  if (line.textContent !== words) line.textContent = words;
}
