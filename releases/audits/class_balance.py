"""How even the gold is over dynamics and domains. It warns: a release may be uneven for good reason."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from annotation.wording import label
from evaluator.schema import DiffRecord
from evaluator.vocabulary import Dynamics
from releases.audits.base import Auditing, Finding, Scene

MOST_PERCENT = 60  # of the gold diffs may be of one class before it is said
FEWEST = 5  # of a class are needed to say anything of it


class ClassBalance(Auditing):
    name = "class_balance"
    stops = False

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._dynamics: Counter[str] = Counter()
        self._domains: Counter[str] = Counter()

    def diff(self, diff: DiffRecord) -> Iterator[Finding]:
        self._domains[diff.domain] += 1
        if diff.answer.dynamics is not None:
            self._dynamics[diff.answer.dynamics.value] += 1
        yield from ()

    def end(self) -> Iterator[Finding]:
        for counts in (self._dynamics, self._domains):
            yield from _uneven(counts)
        few = [
            f"{label(kind)} ({self._dynamics[kind.value]})" for kind in Dynamics if self._dynamics[kind.value] < FEWEST
        ]
        if few and self._dynamics:
            words = {"fewest": FEWEST, "kinds": ", ".join(few)}
            yield Finding(_("Fewer than %(fewest)d gold diffs are of these dynamics: %(kinds)s.") % words, "pairs")

    def notes(self) -> Iterator[str]:
        for counts in (self._dynamics, self._domains):
            yield ", ".join(
                f"{_named(name)}: {count}"
                for name, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
            )


def _named(code: str) -> str:
    """A dynamics as people read it; a domain without the lines below its words."""
    return str(label(Dynamics(code))) if code in set(Dynamics) else code.replace("_", " ")


def _uneven(counts: Counter[str]) -> Iterator[Finding]:
    for name, count in counts.most_common(1):
        percent = round(100 * count / counts.total())
        if len(counts) > 1 and percent > MOST_PERCENT:
            words = {"percent": percent, "name": _named(name)}
            yield Finding(_("%(percent)d %% of the gold diffs are of “%(name)s”.") % words, "pairs")
