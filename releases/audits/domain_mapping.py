"""Each domain of a paper is mapped to one of the arena."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from evaluator.schema import ObjectRecord, PaperRecord
from releases.audits.base import Auditing, Finding, Scene


class DomainMapping(Auditing):
    name = "domain_mapping"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._unknown: set[str] = set()

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        if paper.domain not in self.scene.domains and paper.domain not in self._unknown:
            self._unknown.add(paper.domain)
            yield Finding(_("The domain “%(name)s” is not in the domain mapping.") % {"name": paper.domain}, "project")
