"""Evidence quotes its text; every gold answer fits its own answer schema."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from evaluator.canonical import canonical_bytes
from evaluator.schema import ExamInstance, ObjectRecord, PaperRecord
from evaluator.strictjson import parse
from evaluator.vocabulary import Split
from releases.audits.base import Auditing, Finding

KEPT_SCHEMAS = 1024


class SchemaValidity(Auditing):
    name = "schema_validity"
    needs_exam = True

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        for record in genome:
            where = f"object:{record.id}"
            if not record.evidence:
                yield Finding(_("The object has no evidence. Open the genome and point it into the text."), where)
            for pointer in record.evidence:
                if pointer.paper != paper.id:
                    yield Finding(_("The evidence points into another paper."), where)
                elif text[pointer.start : pointer.end] != pointer.quote:
                    yield Finding(_("The evidence does not quote its text."), where)

    def instance(self, instance: ExamInstance, split: Split) -> Iterator[Finding]:
        problem = _validator(canonical_bytes(instance.answer_schema))(dict(instance.answer))
        if problem:
            what = _("The gold answer breaks its schema: %(why)s") % {"why": problem}
            yield Finding(what, f"exam:{instance.id}")


@lru_cache(maxsize=KEPT_SCHEMAS)
def _validator(schema: bytes) -> Any:
    """A function from an answer to why it is invalid, or "". Many instances share a schema."""
    # Imported late: the library takes a noticeable part of a second of every start.
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(parse(schema))  # type: ignore[arg-type]  # schemas are made by this program

    def problem(answer: dict[str, object]) -> str:
        error = next(iter(validator.iter_errors(answer)), None)
        return "" if error is None else str(error.message)

    return problem
