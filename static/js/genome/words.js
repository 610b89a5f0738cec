/* What the scripts of the genome screen say, in the reader's language. */

export function words() {
  return document.getElementById("genome-words")?.dataset ?? {};
}

export function fill(text, values) {
  return Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, value), text ?? "");
}
