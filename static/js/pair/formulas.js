/* Words with TeX between dollars as nodes that js/math.js draws; the same reading as genomes/templatetags/reading.py. */

const FORMULA = /(?<![\\$])\$(?=[^\s$])((?:[^$\\]|\\.){1,2000}?)(?<=[^\s])\$(?![\d$])|\$\$([^]{1,2000}?)\$\$/g;

export function inFormulas(words) {
  const nodes = [];
  let at = 0;
  for (const found of words.matchAll(FORMULA)) {
    const formula = Object.assign(document.createElement("span"), { className: "math", textContent: found[0] });
    formula.dataset.tex = found[1] ?? found[2];
    nodes.push(words.slice(at, found.index), formula);
    at = found.index + found[0].length;
  }
  return [...nodes, words.slice(at)].filter((each) => each !== "");
}
