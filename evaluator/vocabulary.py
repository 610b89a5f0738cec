"""The words of the domain, once: every enum that code, screens and files share.

Source of the terms: docs/glossary.md. The values are what files hold; they never change meaning.
"""

from enum import StrEnum


class ObjectType(StrEnum):
    """Role type of an idea object. Its letter (N M O L D C) names objects on screen."""

    NICHE = "niche"
    MECHANISM = "mechanism"
    OBSERVATION = "observation"
    LIMITATION = "limitation"
    DELTA = "delta"
    CLAIM = "claim"

    @property
    def letter(self) -> str:
        return self.value[0].upper()


class ContributionRole(StrEnum):
    """What an object does for its paper's lineage: it carries it, rides along, or sets the scene."""

    DRIVER = "driver"
    PASSENGER = "passenger"
    CONTEXT = "context"


class Fate(StrEnum):
    """What became of an object of the predecessor."""

    INHERITED = "inherited"
    MUTATED = "mutated"
    LOST = "lost"


class Origin(StrEnum):
    """Where an object of the successor comes from."""

    ALIGNED = "aligned"
    NOVEL = "novel"
    EXTERNAL = "external"


class Ecology(StrEnum):
    """How the settings (task, benchmark, data-set convention, community) of two papers relate."""

    SAME = "same"
    ADJACENT = "adjacent"
    SHIFTED = "shifted"
    UNRELATED = "unrelated"


class Continuity(StrEnum):
    """Fate of the predecessor's driver."""

    INHERITED = "inherited"
    MUTATED = "mutated"
    REPLACED = "replaced"
    ABSENT = "absent"


class Dynamics(StrEnum):
    """The six evolutionary dynamics of a transition."""

    MUTATION = "mutation"
    ADAPTIVE_RADIATION = "adaptive_radiation"
    HYBRIDIZATION = "hybridization"
    SPECIATION = "speciation"
    NICHE_COMPETITION = "niche_competition"
    ISOLATION = "isolation"

    @property
    def is_lineage(self) -> bool:
        return self not in (Dynamics.NICHE_COMPETITION, Dynamics.ISOLATION)


class ProvenanceKind(StrEnum):
    """How an external object's origin is shown: a paper of the library, or a citation with a lineage name."""

    PAPER = "paper"
    CITATION = "citation"


class PassageKind(StrEnum):
    SECTION = "section"
    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    FIGURE = "figure"
    TABLE = "table"
    EQUATION = "equation"


class GoldSource(StrEnum):
    """Where the standing answer of a unit comes from."""

    UNANIMOUS = "unanimous"
    ADJUDICATED = "adjudicated"


class RevisionKind(StrEnum):
    """What happened to a gold record between a release and the next."""

    ADDED = "added"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


class Split(StrEnum):
    """Part of a release. No lineage is in two. The gold of a sealed one stays on the server."""

    PUBLIC = "public"
    SEALED = "sealed"
    HOLDOUT = "holdout"  # a successor published after the cutoff
    CALIBRATION = "calibration"  # people were measured on it: never scored


class Axis(StrEnum):
    """Capability axis of an exam task."""

    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
    T4 = "T4"


class Match(StrEnum):
    """How an answer field is compared with gold: see evaluator/compare.py."""

    VALUE = "value"
    SET = "set"
    SEQUENCE = "sequence"
    MAPPING = "mapping"


class ErrorClass(StrEnum):
    """E1 and E2 are the paper's; the rest is our mapping of its failed-field families."""

    E1 = "E1"  # dynamics
    E2 = "E2"  # driver
    E3 = "E3"  # fate map
    E4 = "E4"  # order or group
    E5 = "E5"  # object type
    E6 = "E6"  # contribution role
    E7 = "E7"  # path fate
    E8 = "E8"  # source or parent
    E9 = "E9"  # intruder or verification


class PredictionStatus(StrEnum):
    OK = "ok"
    NO_RESPONSE = "no_response"
    API_ERROR = "api_error"
    BUDGET_EXHAUSTED = "budget_exhausted"
