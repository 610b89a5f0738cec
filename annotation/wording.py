"""The domain's words as people read them: one translatable label for each value of `evaluator.vocabulary`."""

from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from evaluator.vocabulary import (
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    GoldSource,
    ObjectType,
    Origin,
    PassageKind,
    ProvenanceKind,
)

# A lazy string of gettext; its stub types differ between gettext_lazy and pgettext_lazy.
Label = Any

WORDS: dict[type[StrEnum], dict[StrEnum, Label]] = {
    ObjectType: {
        ObjectType.NICHE: _("niche"),
        ObjectType.MECHANISM: _("mechanism"),
        ObjectType.OBSERVATION: _("observation"),
        ObjectType.LIMITATION: _("limitation"),
        ObjectType.DELTA: _("delta"),
        ObjectType.CLAIM: _("claim"),
    },
    ContributionRole: {
        ContributionRole.DRIVER: _("driver"),
        ContributionRole.PASSENGER: _("passenger"),
        ContributionRole.CONTEXT: _("context"),
    },
    Fate: {
        Fate.INHERITED: _("inherited"),
        Fate.MUTATED: _("mutated"),
        Fate.LOST: _("lost"),
    },
    Origin: {
        Origin.ALIGNED: _("aligned"),
        Origin.NOVEL: _("novel"),
        Origin.EXTERNAL: _("external"),
    },
    Ecology: {
        Ecology.SAME: pgettext_lazy("ecology", "same"),
        Ecology.ADJACENT: pgettext_lazy("ecology", "adjacent"),
        Ecology.SHIFTED: pgettext_lazy("ecology", "shifted"),
        Ecology.UNRELATED: pgettext_lazy("ecology", "unrelated"),
    },
    Continuity: {
        Continuity.INHERITED: _("inherited"),
        Continuity.MUTATED: _("mutated"),
        Continuity.REPLACED: _("replaced"),
        Continuity.ABSENT: _("absent"),
    },
    Dynamics: {
        Dynamics.MUTATION: _("Mutation"),
        Dynamics.ADAPTIVE_RADIATION: _("Adaptive radiation"),
        Dynamics.HYBRIDIZATION: _("Hybridization"),
        Dynamics.SPECIATION: _("Speciation"),
        Dynamics.NICHE_COMPETITION: _("Niche competition"),
        Dynamics.ISOLATION: _("Isolation"),
    },
    ProvenanceKind: {
        ProvenanceKind.PAPER: _("a paper of the library"),
        ProvenanceKind.CITATION: _("a citation"),
    },
    PassageKind: {
        PassageKind.SECTION: _("section"),
        PassageKind.PARAGRAPH: _("paragraph"),
        PassageKind.SENTENCE: _("sentence"),
        PassageKind.FIGURE: _("figure"),
        PassageKind.TABLE: _("table"),
        PassageKind.EQUATION: _("equation"),
    },
    GoldSource: {
        GoldSource.UNANIMOUS: _("unanimous"),
        GoldSource.ADJUDICATED: _("adjudicated"),
    },
}


# The sections of a guideline (annotation/sections.py), as people call what they speak of.
SECTION_WORDS: dict[str, Label] = {
    "objects": _("idea objects and their types"),
    "roles": _("contribution roles"),
    "fates": _("fates"),
    "origins": _("origins"),
    "provenance": _("where external objects come from"),
    "alignment": _("links between objects"),
    "driver": _("the predecessor’s driver"),
    "transition": _("the transition driver"),
    "ecology": _("ecology"),
    "dynamics": _("dynamics"),
    "rationale": _("the rationale and its evidence"),
    "confidence": _("confidence"),
}


def choices(words: type[StrEnum]) -> list[tuple[str, Label]]:
    """Value and label of each member, in the vocabulary's order, as Django's `choices` want them."""
    return [(member.value, WORDS[words][member]) for member in words]


def label(member: StrEnum) -> Label:
    """The label of one value of the vocabulary."""
    return WORDS[type(member)][member]


def domain_words(name: str) -> str:
    """A domain as people read it: "computer vision" for computer_vision. Addresses and files keep the name itself."""
    return name.replace("_", " ")
