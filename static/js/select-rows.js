/* Rows of a table or list are ticked by key: j and k walk, x ticks the current row, Shift+x (or a click with Shift) ticks from the last one to this,
   a ticks the page or lets it go. <table data-select-rows> with one <input type="checkbox" data-pick> to a row; the form works without it. */
import { bindKey } from "./keys.js";

const list = document.querySelector("[data-select-rows]");
const boxes = [...(list?.querySelectorAll("[data-pick]") ?? [])];
const whole = document.querySelector("[data-select-page]");
const all = document.querySelector("[data-select-all]");
const counter = document.querySelector("[data-selected-count]");
const pageWord = counter?.textContent ?? "";
let current = -1;
let last = -1; // the row that was ticked or let go last

function rowOf(box) {
  return box.closest("tr, li");
}

function go(index) {
  current = Math.min(Math.max(index, 0), boxes.length - 1);
  for (const [place, box] of boxes.entries()) {
    const row = rowOf(box);
    if (place === current) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  boxes[current].focus({ preventScroll: true });
  rowOf(boxes[current]).scrollIntoView({ block: "nearest" });
}

function tick(index, on) {
  boxes[index].checked = on;
  last = index;
  count();
}

/* From the row that was changed last to this one, all as that one is. */
function tickRange(index) {
  const from = last < 0 ? index : last;
  const on = last < 0 ? true : boxes[last].checked;
  for (let place = Math.min(from, index); place <= Math.max(from, index); place += 1) boxes[place].checked = on;
  last = index;
  count();
}

function tickPage(on) {
  for (const box of boxes) box.checked = on;
  count();
}

function count() {
  const number = boxes.filter((box) => box.checked).length;
  whole.checked = number === boxes.length;
  whole.indeterminate = number > 0 && number < boxes.length;
  counter.textContent = number ? counter.dataset.one.replace("{count}", number) : pageWord;
  if (all?.checked && number < boxes.length) all.checked = false;
}

function start() {
  const words = list.dataset;
  bindKey("j", () => go(current + 1), { label: words.wordsNext });
  bindKey("k", () => go(current - 1), { label: words.wordsPrevious });
  bindKey("x", () => (current < 0 ? go(0) : undefined, tick(current, !boxes[current].checked)), { label: words.wordsSelect });
  bindKey("Shift+x", () => (current < 0 ? go(0) : undefined, tickRange(current)), { label: words.wordsRange });
  bindKey("a", () => tickPage(boxes.some((box) => !box.checked)), { label: words.wordsAll });
  for (const [index, box] of boxes.entries()) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last >= 0) {
        boxes[index].checked = boxes[last].checked;
        tickRange(index);
      } else tick(index, box.checked);
    });
  }
  whole.addEventListener("change", () => tickPage(whole.checked));
  all?.addEventListener("change", () => tickPage(all.checked));
  count();
}

if (boxes.length) start();
