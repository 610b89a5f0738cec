/* The pair screen when nothing is edited: evidence, texts, folds and filters, and the links between objects. */
import "../keys.js";
import { bindDivider } from "./divider.js";
import { bindEvidence } from "./evidence.js";
import { Guideline } from "./guideline.js";
import { Links, linesOf } from "./links.js";
import { Page } from "./page.js";
import { Panes } from "./panes.js";
import { Shown } from "./shown.js";
import { Texts } from "./texts.js";

const page = new Page();
const body = document.getElementById("genomes-body");
bindEvidence(body);
new Texts(page);
new Links(body).show(linesOf(page.payload));
new Shown(page, body);
new Panes();
bindDivider();
new Guideline(page);
