"""The words of traces: what is wrong with one, and the signs of their drawings."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.wording import Label
from diffs.coherence import FEWEST, MOST, Incoherence, Kind
from diffs.paths import ALIGNED, EXTERNAL, FIRST, KEPT_ON, LAST, LOST, NOVEL, OPEN
from evaluator.vocabulary import Dynamics

FAULTS: Mapping[Kind, Label] = {
    Kind.LENGTH: gettext_lazy("A trace has %(fewest)d to %(most)d papers; this one has %(count)d."),
    Kind.REPEATED: gettext_lazy("%(first)s stands in the trace more than once."),
    Kind.NO_PAIR: gettext_lazy(
        "There is no pair %(first)s → %(second)s. Make the pair, or put another paper between the two."
    ),
    Kind.REVERSED: gettext_lazy("The pair goes the other way, %(second)s → %(first)s. Swap the two papers."),
    Kind.BROKEN: gettext_lazy("The steps do not join: the step after %(first)s does not begin with it."),
    Kind.BACKWARDS: gettext_lazy(
        "%(first)s (%(first_date)s) is published later than %(second)s (%(second_date)s), which follows it. Swap the"
        " two, or correct a date."
    ),
    Kind.UNDATED: gettext_lazy("%(first)s has no date of publication. Set it on the paper's page."),
    Kind.OTHER_TEXT: gettext_lazy(
        "The pairs before and after %(first)s were made of two different texts of it, so no path of an object can be"
        " followed there. Make the older pair anew."
    ),
    Kind.NO_LINEAGE: gettext_lazy(
        "The step %(first)s → %(second)s is not a lineage by its gold. Look at its answer, or leave the step out."
    ),
    Kind.NOTHING_SHARED: gettext_lazy(
        "By gold no object of %(first)s lives on in %(second)s: every path ends there. Look at the pair's answer."
    ),
    Kind.NOT_GOLD: gettext_lazy(
        "The step %(first)s → %(second)s has no gold yet. A release leaves the trace out till then."
    ),
}


def fault_words(fault: Incoherence, names: Sequence[str], dates: Sequence[str]) -> str:
    """A fault in words. `names` and `dates` are those of the stops, as people read them."""
    at = fault.at or 0
    words: dict[str, object] = {"fewest": FEWEST, "most": MOST, "count": len(names)}
    if at < len(names):
        words |= {"first": names[at], "first_date": dates[at]}
    if at + 1 < len(names):
        words |= {"second": names[at + 1], "second_date": dates[at + 1]}
    return str(FAULTS[fault.kind]) % words


# Two letters for a drawing's edge, with the word in full beside or behind them.
LETTERS: Mapping[Dynamics, str] = {
    Dynamics.MUTATION: "Mu",
    Dynamics.ADAPTIVE_RADIATION: "Ra",
    Dynamics.HYBRIDIZATION: "Hy",
    Dynamics.SPECIATION: "Sp",
    Dynamics.NICHE_COMPETITION: "Co",
    Dynamics.ISOLATION: "Is",
}


def begin_words(begin: str) -> str:
    """How an object comes into a genome."""
    return {
        FIRST: _("at the start"),
        ALIGNED: _("aligned"),
        NOVEL: _("novel"),
        EXTERNAL: _("external"),
        OPEN: _("origin not known"),
    }[begin]


def end_words(end: str) -> str:
    """How an object goes on from a genome."""
    return {
        KEPT_ON: _("goes on"),
        LAST: _("reaches the end"),
        LOST: _("lost"),
        OPEN: _("fate not known"),
    }[end]
