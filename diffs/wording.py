"""What the screens and refusals of this app say: gaps, boundary rules and the definitions beside each choice."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from annotation.refusal import Fault
from annotation.wording import Label, label
from diffs.rules import Bringer, Derivation, Facts, Gap, Likeness, Part, Shared, rules_tried
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, ObjectType, Origin

# %(object)s, %(source)s and %(target)s are objects as people name them: "YOLO M1".
GAP_WORDS: dict[str, Label] = {
    "fate_missing": gettext_lazy("%(object)s has no fate yet: align it with its target, or mark it as lost."),
    "kept_without_target": gettext_lazy(
        "%(object)s is marked as %(fate)s, but no target of the type %(type)s is aligned with it:"
        " align one, or mark it as lost."
    ),
    "lost_but_aligned": gettext_lazy(
        "%(object)s is marked as lost, but it is aligned: remove the link or change its fate."
    ),
    "origin_missing": gettext_lazy("%(object)s has no origin yet: align it, or mark it as novel or external."),
    "aligned_without_source": gettext_lazy(
        "%(object)s is marked as aligned, but no source is linked to it: link one, or mark it as novel or external."
    ),
    "new_but_aligned": gettext_lazy(
        "%(object)s is marked as %(origin)s, but it is linked to a source: remove the link or mark it as aligned."
    ),
    "external_without_provenance": gettext_lazy(
        "%(object)s is external: say from which paper of the library or which citation, and its lineage."
    ),
    "provenance_without_paper": gettext_lazy("Name the paper that %(object)s comes from."),
    "provenance_without_citation": gettext_lazy("Give the citation that %(object)s comes from."),
    "provenance_without_lineage": gettext_lazy("Name the lineage that %(object)s comes from."),
    "edge_twice": gettext_lazy("%(source)s and %(target)s are linked twice: remove one link."),
    "edge_of_two_types": gettext_lazy("%(source)s and %(target)s are of different types, so they cannot be aligned."),
    "edge_without_similarity": gettext_lazy("Say why %(source)s and %(target)s are the same idea."),
    "edge_without_source_evidence": gettext_lazy(
        "The link %(source)s to %(target)s shows no evidence in the predecessor."
    ),
    "edge_without_target_evidence": gettext_lazy(
        "The link %(source)s to %(target)s shows no evidence in the successor."
    ),
    "secondary_without_confidence": gettext_lazy(
        "Say how sure you are of the secondary dynamics of %(source)s to %(target)s."
    ),
    "unknown_source_object": gettext_lazy(
        "“%(object)s” is no object of the predecessor. Use an id of its genome, such as paper:M1."
    ),
    "unknown_target_object": gettext_lazy(
        "“%(object)s” is no object of the successor. Use an id of its genome, such as paper:M1."
    ),
    "unknown_object": gettext_lazy("“%(object)s” is no object of this pair. Use an id such as paper:M1."),
    "predecessor_driver_missing": gettext_lazy("Choose the predecessor's driver."),
    "continuity_missing": gettext_lazy("Say what became of the predecessor's driver."),
    "continuity_contradicts_fate": gettext_lazy(
        "%(object)s is %(fate)s among the objects, but “%(continuity)s” as the driver: change one of the two."
    ),
    "transition_driver_missing": gettext_lazy("Choose what drives the transition."),
    "ecology_missing": gettext_lazy("Choose how the ecologies relate."),
    "dynamics_missing": gettext_lazy("Choose the dynamics."),
    "reason_missing": gettext_lazy("Your record derives %(derived)s. Say why you chose %(dynamics)s."),
    "rationale_missing": gettext_lazy("Write the rationale."),
    "evidence_missing": gettext_lazy("The rationale cites nothing from %(paper)s."),
    "confidence_missing": gettext_lazy("Say how confident you are."),
    "confidence_out_of_range": gettext_lazy("Confidence is a number from 0 to 100."),
}

_WORDS_OF: dict[str, type[StrEnum]] = {
    "fate": Fate,
    "origin": Origin,
    "type": ObjectType,
    "continuity": Continuity,
    "dynamics": Dynamics,
    "derived": Dynamics,
}


def gap_fault(gap: Gap, names: Mapping[str, str]) -> Fault:
    """A gap in words. `names` are what people call objects (by id) and papers (by short name)."""
    words = {key: _word(key, value, names) for key, value in gap.params.items()}
    shown = {"object": names.get(gap.object, gap.object), **words}
    return Fault(gap.code, str(GAP_WORDS[gap.code]) % shown, gap.field)


def _word(key: str, value: str, names: Mapping[str, str]) -> str:
    if key in _WORDS_OF:
        return str(label(_WORDS_OF[key](value)))
    return names.get(value, value)


def derivation_words(derivation: Derivation, facts: Facts) -> str:
    """Which boundary rule fired, and on what: "Rule 2: driver inherited, ecology same"."""
    continuity, ecology = label(facts.continuity), label(facts.ecology)
    if derivation.rule == 1:
        return _("Rule 1: drivers of %(count)d lineages come together.") % {"count": facts.driver_lineages}
    values = {"rule": derivation.rule, "continuity": continuity, "ecology": ecology}
    if derivation.rule != 3:
        return _("Rule %(rule)d: driver %(continuity)s, ecology %(ecology)s.") % values
    if facts.transition_evidence:
        return _("Rule 3: driver %(continuity)s, ecology %(ecology)s, transition evidence shown.") % values
    return _("Rule 3: driver %(continuity)s, ecology %(ecology)s, no transition evidence.") % values


def tried_words(facts: Facts) -> list[str]:
    """Why each rule before the one that fired does not fit, in their order."""
    return [_TRIED[rule](facts) for rule in rules_tried(facts)]


def _without_two_lineages(facts: Facts) -> str:
    if facts.driver_lineages == 0:
        return _("Rule 1 does not fit: no lineage is shown to bring a driver.")
    return _("Rule 1 does not fit: one lineage brings a driver, and it takes two.")


_TRIED: dict[int, Callable[[Facts], str]] = {
    1: _without_two_lineages,
    2: lambda facts: (
        _("Rule 2 does not fit: the driver is %(continuity)s, so it is not kept.")
        % {"continuity": label(facts.continuity)}
    ),
    3: lambda facts: (
        _("Rule 3 does not fit: the ecology is %(ecology)s, so it is neither the same nor adjacent.")
        % {"ecology": label(facts.ecology)}
    ),
}

PART_WORDS: dict[Part, Label] = {
    Part.KEPT: gettext_lazy("the predecessor’s own, kept"),
    Part.GONE: gettext_lazy("the predecessor’s own, not kept"),
    Part.IMPORTED: gettext_lazy("an external driver, its origin shown"),
    Part.UNSHOWN: gettext_lazy("an external driver, but its origin is not shown yet"),
    Part.PASSENGER: gettext_lazy("external, but no driver of the successor"),
}


def lineage_name(bringer: Bringer) -> str:
    """The lineage as people wrote it, or that nobody has."""
    return bringer.lineage.strip() or _("a lineage without a name")


def shared_words(shared: Shared) -> str:
    """What two settings share in one field, in words; nothing while one of them is empty."""
    if shared.likeness is Likeness.SAME:
        return _("the same words")
    if shared.likeness is Likeness.PARTLY:
        return _("shared: %(words)s") % {"words": ", ".join(shared.words)}
    return _("no word shared") if shared.likeness is Likeness.DIFFERENT else ""


DEFINITIONS: dict[StrEnum, Label] = {
    Dynamics.MUTATION: gettext_lazy("Driver kept or changed in part; same or nearby niche."),
    Dynamics.ADAPTIVE_RADIATION: gettext_lazy("Driver kept, and moved to a new task, domain or evaluation."),
    Dynamics.HYBRIDIZATION: gettext_lazy("Drivers of two or more distinct lineages come together."),
    Dynamics.SPECIATION: gettext_lazy("Driver replaced in a nearby niche, with evidence of the transition."),
    Dynamics.NICHE_COMPETITION: gettext_lazy("The same problem, and no driver inherited."),
    Dynamics.ISOLATION: gettext_lazy("Neither ecology nor driver is shared."),
    Ecology.SAME: gettext_lazy("Task, benchmark and community are shared."),
    Ecology.ADJACENT: gettext_lazy("A neighbouring task or benchmark, with the same community in view."),
    Ecology.SHIFTED: gettext_lazy("The idea moved to another task, domain or evaluation."),
    Ecology.UNRELATED: gettext_lazy("Nothing is shared that both could be measured by."),
    Continuity.INHERITED: gettext_lazy("Content and function are kept."),
    Continuity.MUTATED: gettext_lazy("Identity kept, local design changed."),
    Continuity.REPLACED: gettext_lazy("Lost, and another object took its place."),
    Continuity.ABSENT: gettext_lazy("Lost, and nothing took its place."),
    Fate.INHERITED: gettext_lazy("Content and function are kept."),
    Fate.MUTATED: gettext_lazy("Identity kept, local design changed."),
    Fate.LOST: gettext_lazy("Not in the successor."),
    Origin.ALIGNED: gettext_lazy("Has a source in the predecessor."),
    Origin.NOVEL: gettext_lazy("New inside this lineage."),
    Origin.EXTERNAL: gettext_lazy("Imported from another lineage, with its provenance."),
}

WORDS_OF_FATES: dict[str, Label] = {
    **{each.value: label(each) for each in (*Fate, *Origin)},
    "open": pgettext_lazy("fate", "open"),
}
CONTEXT_WORDS: dict[str, Label] = {
    "task": gettext_lazy("Task"),
    "benchmark": gettext_lazy("Benchmark"),
    "dataset": gettext_lazy("Data set"),
    "community": gettext_lazy("Community"),
}
# The parts of an answer as the conflict panel names them.
FIELD_WORDS: dict[str, Label] = {
    "fates": gettext_lazy("Fates"),
    "origins": gettext_lazy("Origins"),
    "provenance": gettext_lazy("Where external objects come from"),
    "alignments": gettext_lazy("Links"),
    "predecessor_driver": gettext_lazy("Predecessor driver"),
    "driver_continuity": gettext_lazy("Fate of the driver"),
    "transition_driver": gettext_lazy("Transition driver"),
    "ecology": gettext_lazy("Ecology"),
    "source_ecology": gettext_lazy("Setting of the predecessor"),
    "target_ecology": gettext_lazy("Setting of the successor"),
    "transition_evidence": gettext_lazy("Transition evidence"),
    "dynamics": gettext_lazy("Dynamics"),
    "dynamics_reason": gettext_lazy("Why it differs"),
    "rationale": gettext_lazy("Rationale"),
    "evidence": gettext_lazy("Evidence of the rationale"),
    "confidence": gettext_lazy("Confidence"),
}
