"""Whether all gold was made under one version of the guidelines. It warns, and lists pairs whose own labels differ."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from evaluator.schema import DiffRecord
from releases.audits.base import Auditing, Finding, Scene


class GuidelineMix(Auditing):
    name = "guideline_mix"
    stops = False

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._under: Counter[str] = Counter()

    def diff(self, diff: DiffRecord) -> Iterator[Finding]:
        versions = sorted({label.guideline for label in diff.labels})
        self._under.update(versions)
        if len(versions) > 1:
            words = {"versions": ", ".join(versions)}
            yield Finding(
                _("Its labels were made under different guidelines: %(versions)s.") % words, f"pair:{diff.id}"
            )

    def end(self) -> Iterator[Finding]:
        if len(self._under) > 1:
            counts = ", ".join(f"{version} ({count})" for version, count in sorted(self._under.items()))
            what = _(
                "The gold was made under several versions of the guidelines, with these numbers of pairs: %(counts)s."
            )
            yield Finding(what % {"counts": counts}, "guidelines")
