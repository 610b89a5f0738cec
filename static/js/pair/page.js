/* What the server rendered for the scripts: objects, addresses and words. */

export class Page {
  constructor() {
    Object.assign(this, JSON.parse(document.getElementById("pair-data").textContent));
    this.byKey = new Map(this.objects.map((object) => [object.key, object]));
    this.texts = document.getElementById("pair-texts")?.dataset ?? {};
    for (const object of this.objects) for (const pointer of object.evidence) this.name(pointer, pointer.place);
  }

  object(key) {
    return this.byKey.get(key) ?? null;
  }

  /* A word of the page by its data-name, with {parts} filled in. */
  word(name, parts = {}) {
    const words = this.texts[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())] ?? "";
    return Object.entries(parts).reduce((text, [part, value]) => text.replaceAll(`{${part}}`, value), words);
  }

  /* Pointers carry no names of places; the page remembers them. */
  name(pointer, place) {
    this.places[spot(pointer)] = place;
  }

  placeOf(pointer) {
    return this.places[spot(pointer)] ?? this.names[pointer.paper] ?? pointer.paper;
  }
}

function spot({ paper, start, end }) {
  return `${paper}:${start}:${end}`;
}
