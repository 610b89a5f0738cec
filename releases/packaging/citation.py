"""CITATION.cff 1.2.0, and the same citation as a line and as BibTeX."""

from releases.packaging.facts import Facts
from releases.packaging.yaml import YamlValue, yaml_text


def citation_cff(facts: Facts) -> bytes:
    """The annotators are cited as one body: a release names no people."""
    body: dict[str, YamlValue] = {
        "cff-version": "1.2.0",
        "message": "If you use this dataset, please cite it as below.",
        "type": "dataset",
        "title": facts.name,
        "abstract": f"{facts.about} Canary: {facts.canary}",
        "authors": [{"name": facts.authors}],
        "version": facts.version,
        "date-released": facts.day,
        "keywords": ["idea inheritance", "benchmark", "scientific papers"],
    }
    if facts.licence_url != "LICENSE":  # the format knows ids of SPDX only
        body["license"] = facts.licence
    if facts.url:
        body["url"] = facts.url
    return yaml_text(body).encode()


def citation_line(facts: Facts) -> str:
    address = f" {facts.url}" if facts.url else ""
    return f"{facts.authors}. {facts.name}, version {facts.version}. Dataset, {facts.day}.{address}"


def citation_bibtex(facts: Facts) -> str:
    lines = [
        f"@misc{{{facts.project}-{facts.version},",
        f"  author = {{{{{_tex(facts.authors)}}}}},",
        f"  title = {{{_tex(facts.name)}, version {facts.version}}},",
        f"  year = {{{facts.day[:4]}}},",
    ]
    if facts.url:
        lines.append(f"  url = {{{facts.url}}},")
    return "\n".join([*lines, "}"])


def _tex(text: str) -> str:
    """Text inside braces of BibTeX: signs with a meaning of their own are escaped, braces left out."""
    kept = "".join(sign for sign in text if sign not in "{}\\")
    return "".join(f"\\{sign}" if sign in "&%$#_" else sign for sign in kept)
