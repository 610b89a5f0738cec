"""The demo: its files are sound, it loads as the domain says, and its predictions are those on disk."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from adjudication.models import ObjectRuling, Resolution
from adjudication.selectors import disputes, genome_disputes, gold, open_typings
from annotation.models import Project, Unit
from evaluator.vocabulary import Dynamics, GoldSource
from genomes.models import IdeaObject, SecondReading
from releases.demo import content
from releases.demo.predictions import demo_files
from releases.demo.state import is_half_loaded
from releases.models import Release, Run
from releases.selectors import evaluator_release, table
from releases.services import score_run, submit_predictions
from tests.golden import GOLDEN, folder_files, frozen_files, outside_time

# Loaded once for the module and kept committed, as people would see it; emptied afterwards.
pytestmark = pytest.mark.django_db(databases=["default"])


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Project]:
    with django_db_blocker.unblock():
        with outside_time():
            call_command("load_demo", verbosity=0)
        yield Project.objects.get()
        call_command("flush", interactive=False, verbosity=0)


def test_the_checker_finds_no_fault_in_the_files() -> None:
    program = [sys.executable, "fixtures/demo/check.py"]
    done = subprocess.run(program, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_reference_cases_come_out_as_the_domain_says(demo: Project) -> None:
    found = {answer.pair.key: answer.answer.dynamics for answer in gold(demo)}
    reference = {
        "yolo__yolov2": Dynamics.MUTATION,
        "transformer__vit": Dynamics.ADAPTIVE_RADIATION,
        "clip__llava": Dynamics.HYBRIDIZATION,
        "faster-rcnn__detr": Dynamics.SPECIATION,
        "faster-rcnn__yolo": Dynamics.NICHE_COMPETITION,
        "yolo__bert": Dynamics.ISOLATION,
    }
    assert {key: found[key] for key in reference} == reference


def test_four_disputes_one_resolved_one_excluded_two_waiting(demo: Project) -> None:
    assert {pair.key for pair in disputes(demo)} == {"bert__roberta", "vit__clip"}
    outcomes = {each.pair.key: each.outcome for each in Resolution.objects.filter(pair__project=demo)}
    assert outcomes == {"faster-rcnn__detr": "resolved", "llama__vicuna": "excluded"}
    sources = {answer.pair.key: answer.source for answer in gold(demo)}
    assert sources["faster-rcnn__detr"] is GoldSource.ADJUDICATED
    assert "llama__vicuna" not in sources
    # Sixteen pairs are labelled: one has a single label, one is excluded, two wait.
    assert len(sources) == 12


def test_every_genome_is_read_a_second_time_save_one(demo: Project) -> None:
    waiting = SecondReading.objects.open().get()
    assert (waiting.genome.paper.slug, waiting.genome.author.username) == ("efficientdet", "annotator1")
    assert SecondReading.objects.filter(submitted_at__isnull=False).count() == 18
    # Six objects are typed differently: four are ruled, three for the author, and two wait in one genome.
    assert [each.genome.paper.slug for each in genome_disputes(demo)] == ["albert"]
    assert open_typings(demo).count() == 2
    assert ObjectRuling.objects.count() == 4
    ruled = IdeaObject.objects.get(genome__source_version__paper__slug="albert", content__startswith="Slower")
    assert (ruled.handle, ruled.type) == ("O2", "observation")


def test_what_waits_is_not_in_the_release(demo: Project) -> None:
    papers = {row["id"] for row in table(Release.objects.get(), "papers").values()}
    assert len(papers) == 17
    assert not papers & {"albert", "efficientdet", "mask-rcnn"}


def test_three_traces_are_gold_and_the_fourth_waits(demo: Project) -> None:
    release = Release.objects.get()
    traces = {row["name"] for row in table(release, "traces").values()}
    everything = {trace["name"] for trace in content.project_facts()["traces"]}
    assert everything - traces == {"Self-attention for language encoders"}
    assert len(traces) == 3


def test_two_runs_are_scored_and_nothing_is_half_loaded(demo: Project) -> None:
    release = Release.objects.get()
    assert release.state == Release.State.FROZEN
    assert set(Run.objects.scored().values_list("system", flat=True)) == {each["system"] for each in content.systems()}
    assert not is_half_loaded()
    # Open work is left for whoever tries it: a genome, a second reading, a pair without a label, one with a single one.
    assert Unit.objects.filter(project=demo, labels_done=0).count() == 3
    assert Unit.objects.filter(project=demo, kind=Unit.Kind.PAIR, labels_done=1).count() == 1


def test_loading_again_changes_nothing(demo: Project) -> None:
    before = rows()
    call_command("load_demo", verbosity=0)
    assert rows() == before


def rows() -> dict[str, Any]:
    return {
        "projects": Project.objects.count(),
        "releases": list(Release.objects.values_list("version", "manifest_sha256")),
        "runs": sorted(Run.objects.values_list("system", "predictions_sha256", "finished_at")),
    }


def test_the_predictions_on_disk_are_those_of_the_release(demo: Project) -> None:
    """When this fails because the exam has changed: `python -m tests.golden`."""
    expected = demo_files(evaluator_release(Release.objects.get()).exam())
    assert {path.name: path.read_bytes() for path in content.PREDICTIONS.iterdir()} == expected


def test_the_golden_release_is_the_one_that_the_code_makes(demo: Project) -> None:
    """When this fails on purpose: `python -m tests.golden`, and look at the difference."""
    made, kept = frozen_files(), folder_files(GOLDEN)
    assert sorted(made) == sorted(kept)
    assert [path for path in kept if made[path] != kept[path]] == []


def test_the_broken_file_is_refused_with_every_fault(demo: Project) -> None:
    run = submit_predictions(
        by=Run.objects.earliest("pk").submitted_by,
        release=Release.objects.get(),
        system="Broken",
        data=(content.PREDICTIONS / "broken.jsonl").read_bytes(),
    )
    refused = score_run(run_id=run.pk)
    assert refused.state == Run.State.REFUSED
    # An id twice, an unknown id, NaN, no id, no JSON.
    assert [fault["line"] for fault in refused.faults] == [2, 3, 4, 5, 6]
