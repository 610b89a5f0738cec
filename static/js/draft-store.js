/* The browser's own copy of unsaved work: one entry per person, draft and tab, so that two tabs never overwrite each other's copy.
   A copy is {revision, base, payload, at}: the revision and payload it grew from, and what stands now. It is removed when the server has it. */

const TAB = "draft-tab";

function tabId() {
  let id = sessionStorage.getItem(TAB);
  if (!id) {
    id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem(TAB, id);
  }
  return id;
}

function prefixOf(url) {
  return `draft|${document.body.dataset.person ?? ""}|${url}|`;
}

/* Returns false when the browser has no room or forbids storage: the caller then has to hold the page open. */
export function keepCopy(url, copy) {
  try {
    localStorage.setItem(prefixOf(url) + tabId(), JSON.stringify({ ...copy, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropCopy(url, key = prefixOf(url) + tabId()) {
  localStorage.removeItem(key);
}

/* This tab's copy first, else the newest one that another tab left behind: {key, copy} or null. */
export function findCopy(url) {
  const prefix = prefixOf(url);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const found = keys.map((key) => ({ key, copy: JSON.parse(localStorage.getItem(key)) }));
  found.sort((one, other) => other.copy.at - one.copy.at);
  return found.find(({ key }) => key === prefix + tabId()) ?? found[0] ?? null;
}

/* -- Tabs that are open ----------------------------------------------------------------------------------------- */

const nameOf = (tab) => `draft-tab|${tab}`;

/* Each open tab holds a lock of its name. A tab that was duplicated finds its name taken and gets one of its own.
   Resolves when this tab is known; without locks (an insecure address) every other tab counts as closed. */
export const thisTab = navigator.locks ? holdName() : Promise.resolve();

function holdName() {
  return new Promise((known) => {
    navigator.locks.request(nameOf(tabId()), { ifAvailable: true }, (lock) => {
      if (!lock) {
        sessionStorage.removeItem(TAB);
        known(holdName());
        return undefined;
      }
      known();
      return new Promise(() => {}); // held until the tab is closed
    });
  });
}

/* Copies of several drafts whose addresses begin alike: [{key, url, copy, isOwn}], this tab's first, then the newest.
   Those of other tabs that are still open are left to them. */
export async function findCopies(start) {
  await thisTab;
  const { held } = (await navigator.locks?.query()) ?? { held: [] };
  const open = new Set(held.map(({ name }) => name));
  const prefix = `draft|${document.body.dataset.person ?? ""}|`;
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => {
      const tab = key.slice(key.lastIndexOf("|") + 1);
      const url = key.slice(prefix.length, key.lastIndexOf("|"));
      return { key, url, tab, copy: JSON.parse(localStorage.getItem(key)), isOwn: tab === tabId() };
    });
  const ours = found.filter(({ tab, isOwn }) => isOwn || !open.has(nameOf(tab)));
  return ours.sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.copy.at - one.copy.at);
}

/* Equal as JSON, whatever the order of the keys. */
export function same(one, other) {
  return canonical(one) === canonical(other);
}

function canonical(value) {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
