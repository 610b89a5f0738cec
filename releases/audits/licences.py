"""The project's releases have a licence, and so has each text."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from evaluator.schema import ObjectRecord, PaperRecord
from releases.audits.base import Auditing, Finding


class Licences(Auditing):
    name = "licences"

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        if not paper.licence.strip():
            yield Finding(_("The paper's text has no recorded licence."), f"paper:{paper.id}")

    def end(self) -> Iterator[Finding]:
        if not self.scene.licence.strip():
            yield Finding(_("The project names no licence for its releases. Set it in the settings."), "project")
