"""Flagging a row for the guideline: a question to the admins, with the row named. The case goes on."""

from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from adjudication.selectors import rows_of, sides_of_case
from annotation.models import Comment, User
from annotation.refusal import refused
from annotation.services import ask
from diffs.models import PaperPair
from diffs.selectors import sides_of


@transaction.atomic
def flag_row(*, by: User, pair: PaperPair, row_key: str, body: str) -> Comment:
    """Ask the admins what the guideline should say about this row; the same words sent twice are one question.

    Raises Refused without words, for a row that the case does not have, and for who may not ask.
    """
    rows = {row.key: row for row in rows_of(sides_of_case(pair), sides_of(pair)).all}
    if row_key not in rows:
        raise refused("unknown_row", _("“%(row)s” is no row of this case.") % {"row": row_key}, "flag")
    row, words = rows[row_key], body.strip()
    if not words:
        raise refused("empty", _("Write what the guideline leaves open, then flag the row."), row_key)
    key = sha256(f"{row_key}\n{words}".encode()).hexdigest()
    return ask(by=by, unit=pair.unit, body=words, about_field=row.field, about_object=row.object, key=key)
