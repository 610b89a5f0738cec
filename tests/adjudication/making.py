"""Pairs with labels, built through the services, and the answers that people give about them."""

from typing import Any

from annotation.models import User
from annotation.services import claim_unit
from diffs.models import Diff, PaperPair
from diffs.services import create_pair, submit_diff
from genomes.models import Genome
from tests.cast import Cast
from tests.factories import a_genome, evidence

METHOD = "{title} treats finding as one regression."
NICHE = "{title} must find things while the scene still moves."


def a_pair(cast: Cast, **facts: Any) -> PaperPair:
    """A pair of two new papers; each genome has N1, M1 (driver), L1 and D1."""
    source = a_genome(cast, handed_in=True, **facts)
    target = a_genome(cast, handed_in=True, **facts)
    pair = create_pair(by=cast.admin, project=cast.project, source=source, target=target)
    found: PaperPair = PaperPair.objects.with_papers().get(pk=pair.pk)
    return found


def quote(genome: Genome, sentence: str) -> dict[str, Any]:
    paper = genome.paper
    return {"paper": paper.slug, **evidence(genome, sentence.format(title=paper.title))}


def link(pair: PaperPair, source: str, target: str, sentence: str = METHOD) -> dict[str, Any]:
    """An aligned edge between two objects by handle."""
    return {
        "source": f"{pair.source.paper.slug}:{source}",
        "target": f"{pair.target.paper.slug}:{target}",
        "similarity": "The same single pass.",
        "source_evidence": [quote(pair.source, sentence)],
        "target_evidence": [quote(pair.target, sentence)],
    }


def an_answer(pair: PaperPair, **parts: Any) -> dict[str, Any]:
    """A complete answer: N1 and M1 are inherited, L1 and D1 lost and new; the driver is kept in the same niche."""
    old, new = pair.source.paper.slug, pair.target.paper.slug
    return {
        "fates": {f"{old}:N1": "inherited", f"{old}:M1": "inherited", f"{old}:L1": "lost", f"{old}:D1": "lost"},
        "origins": {f"{new}:N1": "aligned", f"{new}:M1": "aligned", f"{new}:L1": "novel", f"{new}:D1": "novel"},
        "alignments": [link(pair, "N1", "N1", NICHE), link(pair, "M1", "M1")],
        "predecessor_driver": f"{old}:M1",
        "driver_continuity": "inherited",
        "transition_driver": f"{new}:D1",
        "ecology": "same",
        "dynamics": "mutation",
        "rationale": "The core stays.",
        "evidence": [quote(pair.source, METHOD), quote(pair.target, METHOD)],
        "confidence": 80,
        **parts,
    }


def moved(pair: PaperPair, **parts: Any) -> dict[str, Any]:
    """The other answer of most tests: the same driver in a shifted ecology, so adaptive radiation."""
    told = {"rationale": "It moved to another field.", "confidence": 60, **parts}
    return an_answer(pair, ecology="shifted", dynamics="adaptive_radiation", **told)


def lost_driver(pair: PaperPair, **parts: Any) -> dict[str, Any]:
    """A third answer: M1 is lost and replaced, with no sign of a transition, so niche competition."""
    old, new = pair.source.paper.slug, pair.target.paper.slug
    told: dict[str, Any] = {
        "fates": {f"{old}:N1": "inherited", f"{old}:M1": "lost", f"{old}:L1": "lost", f"{old}:D1": "lost"},
        "origins": {f"{new}:N1": "aligned", f"{new}:M1": "novel", f"{new}:L1": "novel", f"{new}:D1": "novel"},
        "alignments": [link(pair, "N1", "N1", NICHE)],
        "driver_continuity": "replaced",
        "dynamics": "niche_competition",
        "rationale": "Nothing of the driver is left.",
        **parts,
    }
    return an_answer(pair, **told)


def submit(pair: PaperPair, person: User, answer: dict[str, Any]) -> Diff:
    claim_unit(person=person, unit=pair.unit)
    return submit_diff(by=person, pair=pair, payload=answer)


def a_dispute(cast: Cast, *answers: dict[str, Any], pair: PaperPair | None = None, **facts: Any) -> PaperPair:
    """A pair that two annotators answered differently: mutation and adaptive radiation, unless answers are given."""
    pair = pair or a_pair(cast, **facts)
    first, second = answers or (an_answer(pair), moved(pair))
    submit(pair, cast.annotator1, first)
    submit(pair, cast.annotator2, second)
    found: PaperPair = PaperPair.objects.with_papers().get(pk=pair.pk)
    return found


def letter_of(pair: PaperPair, diff_of: User) -> str:
    """Which letter the case gave to a person's label."""
    from adjudication.selectors import sides_of_case

    return next(side.letter for side in sides_of_case(pair) if side.diff.author_id == diff_of.pk)
