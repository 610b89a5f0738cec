"""What stands in addresses of the demo: for each parameter the values that make the most work, and a plain one."""

from typing import Any

from django.db.models import Count

from adjudication.selectors import disputes
from annotation.models import Project, User
from diffs.models import Diff, PaperPair, Trace
from evaluator.write import MANIFEST
from genomes.models import IdeaObject, ImportBatch, Paper
from genomes.services import start_import
from releases.demo import content
from releases.models import Release, Run
from releases.selectors import evaluator_release

FILE = "data/jsonl/exam/public.jsonl"
REPORTS = ("report.json", "report.md", "instances.jsonl")


def values_of_the_demo() -> dict[str, list[Any]]:
    """Parameter → values. Combinations that do not exist are answered 404, and left out by whoever asks."""
    project = Project.objects.get(slug=content.project_facts()["slug"])
    admin = User.objects.get(username="admin")
    papers = Paper.objects.filter(project=project).annotate(size=Count("versions__genome__objects_all"))
    largest, smallest = papers.order_by("-size").first(), papers.order_by("size").first()
    pairs = PaperPair.objects.filter(project=project)
    finished = pairs.annotate(size=Count("diffs__alignments")).order_by("-size").first()
    release = Release.objects.frozen().filter(project=project).latest("frozen_at")
    instances = sorted(evaluator_release(release).exam(), key=lambda each: len(str(each.context)))
    first, last = instances[0], instances[-1]
    objects = IdeaObject.objects.filter(genome__source_version__paper=largest)
    diffs = Diff.objects.filter(pair__project=project)
    return {
        "slug": [project.slug],
        "paper_slug": [largest.slug, smallest.slug],
        "pair_id": [finished.pk, disputes(project)[0].pk, pairs.filter(diffs=None)[0].pk],
        "object_id": [objects[0].pk],
        "diff_id": [diffs.filter(author__username="annotator1")[0].pk],
        "trace_id": [Trace.objects.filter(project=project).annotate(n=Count("steps")).order_by("-n")[0].pk],
        "user_id": [admin.pk],
        "batch_id": [_batch(admin, project).pk],
        "number": [1],
        "version": [release.version, 1],
        "path": [MANIFEST, FILE],
        "task": [first.task, last.task],
        "instance_id": [first.id, last.id],
        "run_id": [Run.objects.filter(release=release)[0].pk],
        "name": list(REPORTS),
    }


def _batch(admin: User, project: Project) -> ImportBatch:
    """An import, since the demo has none."""
    known: ImportBatch | None = ImportBatch.objects.filter(project=project).first()
    paper = content.papers()[0]
    return known or start_import(by=admin, project=project, files=[(f"{paper.slug}.md", paper.data)])
