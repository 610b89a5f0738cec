/* The pair screen when nothing is edited: evidence, texts, and the links between rows. */
import "../keys.js";
import { bindEvidence } from "./evidence.js";
import { Links } from "./links.js";
import { Page } from "./page.js";
import { Texts } from "./texts.js";

const page = new Page();
const body = document.getElementById("genomes-body");
bindEvidence(body);
new Texts(page);
const fates = page.payload.fates ?? {};
new Links(body).show((page.payload.alignments ?? []).map((edge) => ({ ...edge, fate: fates[edge.source] ?? "open" })));
