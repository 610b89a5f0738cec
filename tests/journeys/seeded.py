"""A small project in which every page has something to show, built through the services."""

import json
from dataclasses import dataclass
from typing import Any

from adjudication.services import claim_case
from annotation.services import claim_unit
from diffs.models import PaperPair
from diffs.services import create_trace, save_draft
from evaluator.io import release_from_files
from genomes.models import Genome
from genomes.services import start_import
from releases.models import Release, Run
from releases.selectors import release_bytes
from releases.services import freeze_release, request_release, score_run, submit_predictions
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_object
from tests.journeys.scene import a_project_that_can_publish


@dataclass(frozen=True)
class Seeded:
    """`read` is a genome in work by annotator1, `begun` a pair with a draft of theirs, `said` one they submitted."""

    cast: Cast
    read: Genome
    begun: PaperPair
    said: PaperPair
    disputed: PaperPair
    release: Release
    run: Run
    batch: int
    trace: int


def seed(cast: Cast) -> Seeded:
    a_project_that_can_publish(cast)
    first, second, third = (a_genome(cast, handed_in=True, domain="vision") for _paper in range(3))
    steps = [a_pair(cast, source=first, target=second), a_pair(cast, source=second, target=third)]
    for pair in steps:
        a_diff(cast.annotator1, pair)
        a_diff(cast.annotator2, pair)
    trace = create_trace(by=cast.admin, project=cast.project, name="Finders", pairs=steps)
    facts: dict[str, Any] = {"version": "1.0.0", "allow_changed_code": True}
    release = freeze_release(release_id=request_release(by=cast.admin, project=cast.project, **facts).pk)
    disputed = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, disputed)
    a_diff(cast.annotator2, disputed, ecology="shifted", dynamics="adaptive_radiation", rationale="It moved.")
    claim_case(by=cast.adjudicator, pair=disputed)
    batch = start_import(by=cast.admin, project=cast.project, files=[("broken.xml", b"<article>")])
    return Seeded(
        cast=cast,
        read=a_genome_in_work(cast),
        begun=a_pair_in_work(cast),
        said=steps[0],
        disputed=disputed,
        release=release,
        run=a_scored_run(cast, release),
        batch=batch.pk,
        trace=trace.pk,
    )


def a_genome_in_work(cast: Cast) -> Genome:
    genome = a_genome(cast, domain="vision")
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1, type="limitation")
    an_object(genome, "The chain of parts is given up.", by=cast.annotator1, type="delta")
    return genome


def a_pair_in_work(cast: Cast) -> PaperPair:
    pair = a_pair(cast, domain="vision")
    claim_unit(person=cast.annotator1, unit=pair.unit)
    fates = {f"{pair.source.paper.slug}:L1": "lost"}
    save_draft(by=cast.annotator1, pair=pair, payload={"fates": fates, "dynamics": "mutation"}, revision=0)
    return pair


def a_scored_run(cast: Cast, release: Release) -> Run:
    """Gold for all but the first instance, which is missing."""
    exam = release_from_files(release_bytes(release)).exam()
    lines = "".join(json.dumps({"id": each.id, "answer": dict(each.answer)}) + "\n" for each in exam[1:])
    run = submit_predictions(by=cast.admin, release=release, system="Imaginary 1", data=lines.encode())
    return score_run(run_id=run.pk)
