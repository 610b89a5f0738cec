/* Parts of an answer in words, for the choice between two tabs. */

export function inWords(page, form) {
  const name = (key) => page.object(key)?.name ?? key;
  const fates = (value) => Object.entries(value).map(([key, fate]) => `${name(key)} ${page.word(`fate-${fate}`)}`).join(", ");
  const places = (value) => value.map((pointer) => `${page.names[pointer.paper] ?? pointer.paper} ${page.placeOf(pointer)}`).join(", ");
  const context = (value) => Object.values(value).filter(Boolean).join(", ");
  const formats = {
    fates,
    origins: fates,
    provenance: (value) => Object.entries(value).map(([key, each]) => `${name(key)}: ${each.paper || each.citation} (${each.lineage})`).join("; "),
    alignments: (value) => value.map((edge) => `${page.word("link-of", { source: name(edge.source), target: name(edge.target) })}${edge.similarity ? `: ${edge.similarity}` : ""}`).join("; "),
    predecessor_driver: name,
    transition_driver: name,
    source_ecology: context,
    target_ecology: context,
    transition_evidence: places,
    evidence: places,
  };
  const chosen = (field, value) => {
    const option = form.querySelector(`input[type="radio"][name="${field}"][value="${CSS.escape(String(value))}"]`);
    return option?.closest("label")?.querySelector(".choice-name")?.textContent ?? option?.closest("label")?.textContent.trim();
  };
  return (field, value) => {
    if (value === null || value === undefined) return "";
    return formats[field]?.(value) ?? chosen(field, value) ?? String(value);
  };
}
