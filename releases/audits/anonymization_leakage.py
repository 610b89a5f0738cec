"""Nothing that a participant sees of an item leads to a paper: no name, year, citation, word on past work, or id."""

import re
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from evaluator.schema import ExamInstance
from evaluator.vocabulary import Continuity, ContributionRole, Dynamics, Ecology, Fate, ObjectType, Origin, Split
from releases.audits.base import Auditing, Finding
from releases.wording import CONTEXT

LABEL = re.compile(r"[A-Z]\d{1,4}")  # P1, O12, S3
RECORD = re.compile(r"(?<!\w)([\w.-]+):[NMOLDC]\d+\b|(?<!\w)([\w.-]+?)__(?=\w)")  # ids of objects and of pairs
# Words of the format itself: they stand in every item of a task, whatever a system may be called.
ENUMS = (ObjectType, ContributionRole, Fate, Origin, Ecology, Continuity, Dynamics)
WORDS = """
    id text type constraint paper papers object objects genome genomes pairs edges claims versions steps step source
    target niches settings task benchmark dataset community published items later earlier replaced ancestor
    intermediate frontier true false
"""
FORMAT = frozenset({*(word.value for words in ENUMS for word in words), *CONTEXT, *WORDS.split()})


class AnonymizationLeakage(Auditing):
    name = "anonymization_leakage"
    needs_exam = True

    def instance(self, instance: ExamInstance, split: Split) -> Iterator[Finding]:
        shown = {"question": instance.question, "context": instance.context, "answer": instance.answer_schema}
        found = {leak for text in texts_of(shown["context"]) for leak in self._leaks(text)}
        found |= set(self._leaks(instance.question))
        found |= {leak for text in choices_of(shown["answer"]) for leak in self._leaks(text)}
        # The rest of the metadata are ids and numbers; they name the records on purpose, beside the question.
        found |= set(self._leaks(str(instance.metadata.get("domain", ""))))
        for leak in sorted(found):
            yield Finding(_("The item still shows “%(name)s”.") % {"name": leak}, f"exam:{instance.id}")

    def _leaks(self, text: str) -> Iterator[str]:
        if text in FORMAT or LABEL.fullmatch(text):
            return
        book = self.scene.book
        yield from book.names.leaks(text)
        if text in book.papers or text in book.objects or text in book.diffs:
            yield text
        for match in RECORD.finditer(text):
            if (match.group(1) or match.group(2)) in book.papers:
                yield match.group()


def texts_of(value: object) -> Iterator[str]:
    """Every text in a value, the keys of its objects too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from texts_of(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_of(item)


def choices_of(schema: object) -> Iterator[str]:
    """What an answer schema offers: the members of its choices and the names of its fields."""
    if isinstance(schema, Mapping):
        for key, part in schema.items():
            if key in ("enum", "const", "required"):
                yield from texts_of(part)
            elif key == "properties":
                yield from map(str, part)
                yield from (text for each in part.values() for text in choices_of(each))
            else:
                yield from choices_of(part)
    elif isinstance(schema, list | tuple):
        for part in schema:
            yield from choices_of(part)
