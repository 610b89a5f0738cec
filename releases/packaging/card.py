"""README.md: the data card that Hugging Face reads, and the page that a person reads first."""

from collections.abc import Iterator

from evaluator.tasks import TASKS
from releases.packaging.citation import citation_bibtex, citation_line
from releases.packaging.facts import Facts
from releases.packaging.features import features
from releases.packaging.snippets import snippets
from releases.packaging.words import NESTED, TABLE_WORDS
from releases.packaging.yaml import YamlValue, yaml_text

# What the hub calls licences that it knows; any other is "other", with a link.
_HUB_LICENCES = {
    "apache-2.0", "mit", "cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "cc-by-nc-4.0", "cc-by-nd-4.0", "cc-by-nc-sa-4.0",
    "cc-by-nc-nd-4.0", "cc-by-3.0", "cc-by-sa-3.0", "pddl", "gpl-3.0", "bsd-3-clause",
}  # fmt: skip
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def data_card(facts: Facts) -> bytes:
    parts = [
        f"---\n{yaml_text(front_matter(facts))}---",
        f"# {facts.title}",
        facts.about,
        *_sections(facts),
    ]
    return ("\n\n".join(parts) + "\n").encode()


def front_matter(facts: Facts) -> dict[str, YamlValue]:
    """`configs` name Parquet only: a card that mixes formats does not load."""
    tables: dict[str, list[YamlValue]] = {}
    for place in facts.of("parquet"):
        tables.setdefault(place.table, []).append({"split": place.split, "path": place.file.path})
    return {
        "pretty_name": facts.title,
        **_licence(facts),
        "annotations_creators": ["expert-generated"],
        "task_categories": ["question-answering"],
        "tags": ["science", "idea-inheritance", "benchmark"],
        "size_categories": [_size(facts.rows("exam"))],
        "configs": [
            {"config_name": table, "data_files": files, **({"default": True} if table == "exam" else {})}
            for table, files in tables.items()
        ],
        "dataset_info": [{"config_name": table, "features": features(table)} for table in tables],
    }


def _licence(facts: Facts) -> dict[str, YamlValue]:
    name = facts.licence.lower()
    if name in _HUB_LICENCES:
        return {"license": name}
    return {"license": "other", "license_name": name, "license_link": "LICENSE"}


def _size(rows: int) -> str:
    return next((name for most, name in _SIZES if rows < most), "1M<n<10M")


def _sections(facts: Facts) -> Iterator[str]:
    yield _canary(facts)
    yield "## Tables\n\n" + "\n".join(_tables(facts))
    yield f"{NESTED}"
    yield "## Splits\n\n" + "\n".join(_splits(facts))
    yield f"## Exam\n\n{_exam(facts)}"
    yield "## How to load it\n\nUnpack the release and run this in its folder.\n\n" + "\n\n".join(_loading(facts))
    yield "## Check it\n\n```sh\nsha256sum -c checksums.sha256\n```"
    yield f"## Licence and texts\n\n{_licences(facts)}"
    yield f"## How it was made\n\n{_made(facts)}"
    yield f"## How to cite\n\n{citation_line(facts)}\n\n```bibtex\n{citation_bibtex(facts)}\n```"


def _canary(facts: Facts) -> str:
    return (
        "This is a benchmark: do not train on it. If this string turns up in a model's training data or output, "
        f"so did the exam.\n\n`{facts.canary}`"
    )


def _tables(facts: Facts) -> Iterator[str]:
    yield "| table | rows | what a row is |"
    yield "| --- | ---: | --- |"
    for table, words in TABLE_WORDS.items():
        yield f"| `{table}` | {facts.rows(table)} | {words} |"


def _splits(facts: Facts) -> Iterator[str]:
    yield "| split | exam instances | |"
    yield "| --- | ---: | --- |"
    for split in facts.splits:
        yield f"| `{split.name}` | {split.instances} | {split.said} |"
    yield ""
    yield f"No lineage is in two splits. Cutoff of the holdout: {facts.cutoff or 'none'}."


def _exam(facts: Facts) -> str:
    given = sum(1 for found in facts.yields.values() if found.instances)
    return (
        f"{facts.rows('exam')} instances of {given} of {len(TASKS)} task types, drawn with seed {facts.seed}. "
        "`spec/tasks.json` says of each type what it asks, how its answer is compared, how many instances the gold "
        "gave and why not more, and what guessing scores.\n\n"
        "Show a participant `question`, `context` and `answer_schema`, nothing else. An answer counts when every field "
        'is right; a missing answer is wrong. Predictions are JSON Lines: `{"id": …, "answer": {…}}`.'
    )


def _loading(facts: Facts) -> Iterator[str]:
    names = [split.name for split in facts.splits]
    split = "public" if "public" in names or not names else names[0]
    for snippet in snippets(split):
        yield f"### {snippet.tool}\n\n```{snippet.language}\n{snippet.code}\n```"


def _licences(facts: Facts) -> str:
    kept = [paper.id for paper in facts.papers if not paper.redistributable]
    said = (
        f"The labels, and everything else that this release does not name otherwise, are under {facts.licence}. Each "
        "paper's text keeps the licence that its row in `papers` names."
    )
    if not kept:
        return f"{said} Every text of this release may be passed on."
    listed = ", ".join(f"`{name}`" for name in kept)
    return (
        f"{said} The texts of {len(kept)} of {len(facts.papers)} papers may not be passed on: their `text` is null, "
        "and the hash of the text that offsets count in stays, so that a copy of your own can be checked. Quotes from "
        f"them are short, as evidence. They are: {listed}."
    )


def _made(facts: Facts) -> str:
    work = "; ".join(
        f"{done.kind.replace('_', ' ')}: {done.count} ({done.first[:10]} to {done.last[:10]})" for done in facts.work
    )
    rules = ", ".join(facts.guidelines) or "none"
    previous = f"It follows {facts.previous.release}." if facts.previous else "It is the first release."
    code = f"{facts.code.version}{f', commit {facts.code.commit}' if facts.code.commit else ''}"
    return (
        f"{work or 'No work is recorded'}. Guideline versions: {rules}. Frozen {facts.created} with version {code} of "
        f"the workbench. {previous} `provenance.json`, `attestation.json` and `manifest.json` say it to programs; "
        "`audit/` holds what the audits found and the agreement before adjudication."
    )
