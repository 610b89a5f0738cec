"""The six reference cases through the screen: a draft that says nothing yet, a choice, the rule in words, a submission.

One pair stands for all, changed from case to case: its successor has a driver M1, a further driver M2 and a passenger
M3, and what is recorded of them makes the case.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from annotation.services import claim_unit
from diffs.models import Diff, DiffDraft, PaperPair
from genomes.services import hand_in_genome
from tests.cast import Cast
from tests.factories import GENOME, a_genome, a_pair, a_paper, a_pointer, an_edge, an_object

EXTRA = (("M2", "driver", "A single network looks once"), ("M3", "passenger", "looks once at the whole scene"))


@dataclass(frozen=True)
class Case:
    """What is recorded, beside the objects' fates, and what comes of it: the dynamics, the rule and its words."""

    kept: bool
    continuity: str
    ecology: str
    dynamics: str
    rule: int
    words: str
    imported: str = ""
    evidence: bool = False


# domain.md, section 3.
CASES = {
    "YOLO to YOLOv2": Case(
        True, "inherited", "same", "mutation", 2, "Rule 2: driver inherited, ecology same.", imported="M3"
    ),
    "Transformer to ViT": Case(
        True, "inherited", "shifted", "adaptive_radiation", 2, "Rule 2: driver inherited, ecology shifted."
    ),
    "CLIP and a tuned language model to LLaVA": Case(
        True, "inherited", "shifted", "hybridization", 1, "Rule 1: drivers of 2 lineages come together.", imported="M2"
    ),
    "Faster R-CNN to DETR": Case(
        False, "replaced", "same", "speciation", 3, "Rule 3: driver replaced, ecology same, transition evidence shown.",
        evidence=True,
    ),
    "Faster R-CNN and YOLO": Case(
        False, "absent", "same", "niche_competition", 3, "Rule 3: driver absent, ecology same, no transition evidence."
    ),
    "BERT and YOLO": Case(
        False, "absent", "unrelated", "isolation", 4, "Rule 4: driver absent, ecology unrelated."
    ),
}  # fmt: skip


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    source = a_genome(cast, handed_in=True, lineage="The predecessor’s")
    paper = a_paper(cast, lineage="The predecessor’s")
    genome = paper.versions.get().genome
    claim_unit(person=cast.annotator1, unit=genome.unit)
    for kind, role, sentence in (*GENOME, *(("mechanism", role, quote) for _handle, role, quote in EXTRA)):
        an_object(genome, sentence.format(title=paper.title), by=cast.annotator1, type=kind, contribution_role=role)
    limitation = genome.objects_all.get(handle="L1")
    delta = genome.objects_all.get(handle="D1")
    delta.repairs.add(limitation)
    hand_in_genome(by=cast.annotator1, genome=genome)
    genome.refresh_from_db()
    made = a_pair(cast, source=source, target=genome)
    claim_unit(person=cast.annotator1, unit=made.unit)
    return made


def answer(pair: PaperPair, case: Case) -> dict[str, Any]:
    old, new = pair.source.paper.slug, pair.target.paper.slug
    kept = ["N1", "M1"] if case.kept else []
    origins = {f"{new}:{each}": "novel" for each in ("N1", "M1", "M2", "M3", "L1", "D1")}
    origins |= {f"{new}:{each}": "aligned" for each in kept}
    if case.imported:
        origins[f"{new}:{case.imported}"] = "external"
    cited = {"kind": "citation", "citation": "Somebody, 2014", "lineage": "Another"}
    return {
        "fates": {f"{old}:{each}": "inherited" if each in kept else "lost" for each in ("N1", "M1", "L1", "D1")},
        "origins": origins,
        "provenance": {f"{new}:{case.imported}": cited} if case.imported else {},
        "alignments": [an_edge(pair, each, each) for each in kept],
        "predecessor_driver": f"{old}:M1",
        "driver_continuity": case.continuity,
        "transition_driver": f"{new}:{case.imported or 'D1'}",
        "ecology": case.ecology,
        "transition_evidence": [a_pointer(pair.target, "D1")] if case.evidence else [],
        "rationale": "As the texts say.",
        "evidence": [a_pointer(pair.source, "M1"), a_pointer(pair.target, "M1")],
        "confidence": 80,
    }


def test_each_reference_case_comes_out_on_the_screen_as_stated_and_not_before_a_choice(
    cast: Cast, pair: PaperPair
) -> None:
    client, address = Client(), f"/projects/demo/pairs/{pair.pk}/"
    client.force_login(cast.annotator1)

    def save(payload: dict[str, Any]) -> dict[str, Any]:
        draft = DiffDraft.objects.filter(pair=pair).first()
        body = {"revision": draft.revision if draft else 0, "payload": payload}
        saved: dict[str, Any] = client.put(f"{address}draft/", body, content_type="application/json").json()
        return saved

    for number, (name, case) in enumerate(CASES.items(), 1):
        payload = answer(pair, case)
        before = save(payload)
        assert [gap["code"] for gap in before["gaps"]] == ["dynamics_missing"], name
        assert "Rule" not in before["derived"], name
        chosen = {**payload, "dynamics": case.dynamics}
        after = save(chosen)
        assert case.words in after["derived"], name
        assert (after["differs"], after["missing_count"]) == (False, 0), name
        # The page, read without scripts, says the same; so do the submission and the page that shows it.
        assert case.words in client.get(address).content.decode(), name
        assert client.post(f"{address}submit/", chosen, content_type="application/json").status_code == 200, name
        diff = Diff.objects.get(number=number)
        assert (diff.dynamics, diff.derived_dynamics, diff.rule) == (case.dynamics, case.dynamics, case.rule), name
        assert case.words in client.get(address).content.decode(), name
        client.post(f"{address}change/")
