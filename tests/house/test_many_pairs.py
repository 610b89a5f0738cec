"""A project with 10,000 pairs and 20,000 labels: every list asks and holds little, and so does handing out a case."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from adjudication.services import claim_next_case
from annotation.models import Assignment, Guideline, Unit
from diffs.models import Diff, PaperPair
from evaluator.compare import decision, decision_key
from evaluator.convert import diff_answer_from_json, to_json
from genomes.models import Genome, Paper, SourceVersion
from tests.cast import Cast
from tests.factories import a_pair as first_pair
from tests.factories import an_answer

SIDE = 101  # 101 × 100 pairs
QUERIES = 40  # of any list, however long it is
LARGEST_PAGE = 1_000_000  # bytes; ten thousand rows would be many megabytes
DISPUTED = 10  # every tenth pair


def fill(cast: Cast) -> PaperPair:
    """Rows of their own, written at once: the services would take the better part of an hour."""
    pattern = first_pair(cast)
    genomes = many_genomes(cast)
    ends = [(one, other) for one in genomes for other in genomes if one is not other][: 100 * SIDE]
    units = Unit.objects.bulk_create(
        Unit(project=cast.project, kind="pair", title=f"Pair {number}", overlap=2, labels_done=2)
        for number, _ends in enumerate(ends)
    )
    pairs = PaperPair.objects.bulk_create(
        PaperPair(project=cast.project, source=one, target=other, unit=unit, created_by=cast.admin)
        for (one, other), unit in zip(ends, units, strict=True)
    )
    label(cast, pairs, an_answer(pattern))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SET LOCAL statement_timeout = '30s'")  # a runaway query ends the test, not the patience
    return pattern


def many_genomes(cast: Cast) -> list[Genome]:
    papers = Paper.objects.bulk_create(
        Paper(project=cast.project, slug=f"paper-{number}", title=f"Paper {number}", created_by=cast.admin)
        for number in range(SIDE)
    )
    texts = SourceVersion.objects.bulk_create(
        SourceVersion(paper=each, number=1, format="text", file_sha256="0" * 64, text="x", imported_by=cast.admin)
        for each in papers
    )
    units = Unit.objects.bulk_create(
        Unit(project=cast.project, kind="genome", title=each.title, overlap=1, labels_done=1) for each in papers
    )
    return Genome.objects.bulk_create(
        Genome(source_version=text, unit=unit, author=cast.annotator1, handed_in_at=timezone.now())
        for text, unit in zip(texts, units, strict=True)
    )


def label(cast: Cast, pairs: list[PaperPair], payload: dict[str, Any]) -> None:
    """Two labels for each pair, parting in the dynamics of every tenth, and the finished holds behind them.

    Those of the first two pairs are made here, and the database copies them.
    """
    guideline, now = Guideline.objects.get(project=cast.project), timezone.now()
    answers = [
        diff_answer_from_json({**payload, "dynamics": dynamics}) for dynamics in ("mutation", "adaptive_radiation")
    ]
    kept = [(to_json(each), decision(each), decision_key(each), str(each.dynamics)) for each in answers]
    people = (cast.annotator1, cast.annotator2)
    parted, agreed = pairs[:2]
    Assignment.objects.bulk_create(
        Assignment(
            unit_id=parted.unit_id, person=person, state="finished", is_counted=True, finished_at=now,
            claimed_at=now, lease_expires_at=now + timedelta(hours=1),
        )
        for person in people
    )  # fmt: skip
    Diff.objects.bulk_create(
        _diff(pair, person, guideline, answer)
        for pair, two in ((parted, kept), (agreed, kept[:1] * 2))
        for person, answer in zip(people, two, strict=True)
    )
    copy(Assignment, "unit_id", parted.unit_id, [pair.unit_id for pair in pairs[1:]], own="id")
    copy(Diff, "pair_id", parted.pk, [pair.pk for pair in pairs[DISPUTED::DISPUTED]])
    copy(Diff, "pair_id", agreed.pk, [pair.pk for number, pair in enumerate(pairs[2:], 2) if number % DISPUTED])


def copy(model: type[Model], column: str, pattern: int, others: list[int], own: str = "") -> None:
    """Write the pattern's rows for the others as well. The database chooses `own`; without it a new id is random."""
    new = {column: "other", "id": "gen_random_uuid()"}
    columns = [field.attname for field in model._meta.concrete_fields if field.attname != own]
    into, taken = ", ".join(columns), ", ".join(new.get(each, each) for each in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({into}) SELECT {taken} FROM {table}, unnest(%s::bigint[]) AS other "  # noqa: S608 - our own names
            f"WHERE {column} = %s",
            [others, pattern],
        )


def _diff(pair: PaperPair, person: Any, guideline: Guideline, kept: tuple[Any, Any, str, str]) -> Diff:
    answer, decided, key, dynamics = kept
    return Diff(
        pair=pair, author=person, guideline=guideline, answer=answer, decision=decided, decision_key=key,
        dynamics=dynamics, derived_dynamics="mutation", rule=2,
    )  # fmt: skip


PAGES = ("genomes:papers", "diffs:pairs", "diffs:traces", "adjudication:queue", "annotation:progress", "releases:list")
BUILDING = ("diffs:trace-graph", "diffs:trace-new")
LISTS = ("papers", "genomes", "pairs", "diffs", "disputes", "resolutions", "work")


@pytest.mark.django_db
def test_every_list_of_a_large_project_asks_and_holds_little(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pattern = fill(cast)
    admin, annotator = Client(), Client()
    admin.force_login(cast.admin)
    annotator.force_login(cast.annotator1)
    addresses = [reverse(name, args=["demo"]) for name in (*PAGES, *BUILDING)]
    addresses += [f"/api/v1/projects/demo/{name}/" for name in LISTS if name != "work"]
    addresses += [
        "/projects/demo/pairs/?page=100",
        "/projects/demo/pairs/?q=paper+7&state=differ&sort=-labels",
        "/projects/demo/traces/graph/?paper=paper-7&most=160",
        "/projects/demo/traces/new/?paper=paper-1&paper=paper-2&paper=paper-1",
        "/projects/demo/disputes/?page=20",
        "/api/v1/projects/demo/diffs/?page_size=200",
    ]
    asked = [(admin, each) for each in addresses]
    asked += [
        (annotator, each) for each in ("/projects/demo/work/", "/projects/demo/pairs/", "/api/v1/projects/demo/work/")
    ]
    asked += [(annotator, f"/projects/demo/pairs/{pattern.pk}/")]
    for client, address in asked:
        with django_assert_max_num_queries(QUERIES, info=address):
            answer = client.get(address)
        assert answer.status_code == 200, address
        assert len(answer.content) < LARGEST_PAGE, address
    with django_assert_max_num_queries(QUERIES):
        assert claim_next_case(by=cast.adjudicator, project=cast.project) is not None
