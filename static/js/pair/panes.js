/* On a phone one pane shows at a time, and the bar at the foot switches; wider windows show both and the bar is not there. */

export class Panes {
  constructor() {
    this.main = document.getElementById("main");
    this.links = [...document.querySelectorAll(".pane-switch a")];
    this.tops = {};
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        event.stopPropagation();
        this.show(link.dataset.pane);
      });
    }
    this.show("genomes");
  }

  /* Each pane is found again where it was left. */
  show(pane) {
    const { pane: before } = this.main.dataset;
    if (pane === before) return;
    this.tops[before] = window.scrollY;
    this.main.dataset.pane = pane;
    for (const link of this.links) {
      if (link.dataset.pane === pane) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (before) window.scrollTo(0, this.tops[pane] ?? 0);
  }
}
