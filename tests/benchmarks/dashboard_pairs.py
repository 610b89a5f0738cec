"""The pairs behind the counts of `bench_dashboard`: written by SQL, with labels for the last of them."""

from datetime import timedelta
from typing import Any

PAIRS = """
INSERT INTO diffs_paperpair (project_id, source_id, target_id, unit_id, created_by_id, created_at)
SELECT %s, ends.one, ends.other, units.id, %s, now()
FROM (SELECT a.id one, b.id other, row_number() OVER (ORDER BY a.id, b.id) n FROM unnest(%s::bigint[]) a(id)
      JOIN unnest(%s::bigint[]) b(id) ON a.id <> b.id) ends
JOIN (SELECT id, row_number() OVER (ORDER BY id) n FROM annotation_unit WHERE project_id = %s AND title LIKE 'bench %%')
      units USING (n)
"""
# `patterns` and `meetings` are those of a real pair, with dynamics of its own.
TALLIES = """
INSERT INTO adjudication_pairtally (project_id, pair_id, stage_id, domain, week, guideline, patterns, meetings, changed)
SELECT p.project_id, p.id, (%s::bigint[])[1 + n %% 3], 'domain ' || n / 3 %% 10, %s::date + 7 * (n / 30 %% 50)::int,
       1 + (n / 30 %% 50) * 4 / 50,
       jsonb_set(%s::jsonb, '{dynamics}', to_jsonb((%s::text[])[1 + n %% %s])), %s::jsonb, '[]'
FROM (SELECT p.*, row_number() OVER (ORDER BY p.id) n FROM diffs_paperpair p JOIN annotation_unit u ON u.id = p.unit_id
      WHERE u.title LIKE 'bench %%') p
"""


def fill_pairs(project: Any, pairs: int, labelled: int, *, first: Any, patterns: list[str]) -> None:
    """Pairs, what each is counted as, and labels of the last `labelled`, which wait to be counted."""
    import json

    from django.db import connection

    from adjudication.models import PairTally
    from adjudication.services.tallies import count_pairs
    from annotation.models import Stage, User

    while count_pairs(project=project):
        pass
    real = PairTally.objects.filter(project=project).order_by("pk").first()
    assert real is not None, "the demo has complete pairs"
    genomes = make_genomes(project, round(pairs**0.5) + 2)
    author = User.objects.get(username="admin").pk
    stages = list(Stage.objects.filter(project=project, name__startswith="stage ").values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(PAIRS, [project.pk, author, genomes, genomes, project.pk])
        kept: list[Any] = [json.dumps(real.patterns), patterns, len(patterns), json.dumps(real.meetings)]
        cursor.execute(TALLIES, [stages, first, *kept])
    label_last(project, labelled)
    with connection.cursor() as cursor:
        for name in ("diffs_paperpair", "diffs_diff", "adjudication_pairtally", "genomes_genome"):
            cursor.execute(f"VACUUM ANALYZE {name}")


def make_genomes(project: Any, number: int) -> list[int]:
    from annotation.models import Unit, User
    from genomes.models import Genome, Paper, SourceVersion

    admin = User.objects.get(username="admin")
    papers = Paper.objects.bulk_create(
        Paper(project=project, slug=f"bench-{n}", title=f"Paper {n}", created_by=admin) for n in range(number)
    )
    texts = SourceVersion.objects.bulk_create(
        SourceVersion(paper=each, number=1, format="text", file_sha256="0" * 64, text="x", imported_by=admin)
        for each in papers
    )
    units = Unit.objects.bulk_create(
        Unit(project=project, kind="genome", title=each.title, overlap=1, labels_done=1) for each in papers
    )
    made = Genome.objects.bulk_create(
        Genome(source_version=text, unit=unit) for text, unit in zip(texts, units, strict=True)
    )
    return [each.pk for each in made]


def label_last(project: Any, number: int) -> None:
    """Two labels each, as two labels of one pair of the demo are, and the finished holds behind them."""
    from django.utils import timezone

    from annotation.models import Assignment, Unit, User
    from diffs.models import Diff, PaperPair

    sample = Diff.objects.filter(pair__project=project).order_by("pk").first()
    assert sample is not None, "the demo has labels"
    people, now = list(User.objects.filter(username__in=["bench0", "bench1"])), timezone.now()
    pairs = list(PaperPair.objects.filter(project=project, unit__title__startswith="bench ").order_by("-pk")[:number])
    Assignment.objects.bulk_create(
        Assignment(
            unit_id=pair.unit_id, person=person, state="finished", is_counted=True, finished_at=now,
            claimed_at=now, lease_expires_at=now + timedelta(hours=1),
        )
        for pair in pairs
        for person in people
    )  # fmt: skip
    Diff.objects.bulk_create(
        (
            Diff(
                pair=pair, author=person, guideline=sample.guideline, answer=sample.answer, decision=sample.decision,
                decision_key=sample.decision_key, dynamics=sample.dynamics, derived_dynamics=sample.derived_dynamics,
                rule=sample.rule,
            )
            for pair in pairs
            for person in people
        ),
        batch_size=1_000,
    )  # fmt: skip
    Unit.objects.filter(pk__in=[pair.unit_id for pair in pairs]).update(is_tallied=False)
