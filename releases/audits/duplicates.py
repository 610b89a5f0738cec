"""No paper and no object of a paper is there twice, and no two items that show the same want different answers."""

import hashlib
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from evaluator.canonical import canonical_bytes
from evaluator.schema import ExamInstance, ObjectRecord, PaperRecord
from evaluator.vocabulary import Split
from releases.audits.base import Auditing, Finding, Scene

ARXIV = "arxiv:"


class Duplicates(Auditing):
    name = "duplicates"
    needs_exam = True

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._papers: dict[tuple[str, bytes], str] = {}
        self._shown: dict[bytes, tuple[str, bytes]] = {}

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        for kind, value in _identities(paper, text):
            first = self._papers.setdefault((kind, hash_of(value)), paper.id)
            if first != paper.id:
                words = {"paper": first, "what": _what(kind)}
                yield Finding(
                    _("The paper %(paper)s has the same %(what)s. Merge or withdraw one.") % words, f"paper:{paper.id}"
                )
        said: dict[str, str] = {}
        for record in genome:
            other = said.setdefault(folded(f"{record.type} {record.content} {record.constraint}"), record.handle)
            if other != record.handle:
                what = _("The object says the same as %(object)s of its paper.") % {"object": other}
                yield Finding(what, f"object:{record.id}")

    def instance(self, instance: ExamInstance, split: Split) -> Iterator[Finding]:
        key = hash_of(canonical_bytes([instance.task, instance.context]).decode())
        answer = hash_of(canonical_bytes(dict(instance.answer)).decode())
        first, expected = self._shown.setdefault(key, (instance.id, answer))
        if answer != expected:
            what = _("The item shows the same as %(item)s and wants another answer.") % {"item": first}
            yield Finding(what, f"exam:{instance.id}")


def _identities(paper: PaperRecord, text: str) -> Iterator[tuple[str, str]]:
    """(kind, value) of everything that only one paper has."""
    found = {
        "doi": folded(paper.doi),
        "arxiv": folded(paper.arxiv_id).removeprefix(ARXIV).strip(),
        "title": folded(paper.title),
        "text": folded(text),
    }
    yield from ((kind, value) for kind, value in found.items() if value)


def _what(kind: str) -> str:
    return {"doi": "DOI", "arxiv": _("arXiv id"), "title": _("title"), "text": _("text")}[kind]


def folded(text: str) -> str:
    """In any case, with single blanks."""
    return " ".join(text.casefold().split())


def hash_of(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=12).digest()
