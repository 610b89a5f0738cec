"""Ten thousand units: handing out and the list pages ask no more than for a few."""

from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import Assignment, Unit
from annotation.services import claim_next
from tests.cast import Cast

UNITS = 10_000
LARGEST_PAGE = 200_000  # bytes; ten thousand rows would be some megabytes


def fill(cast: Cast) -> None:
    """Half of the units finished by annotator1; written in bulk, because what is tested is reading."""
    units = Unit.objects.bulk_create(
        Unit(project=cast.project, kind="pair", title=f"Unit {number}", overlap=2, labels_done=number % 2)
        for number in range(UNITS)
    )
    now = cast.project.created_at
    Assignment.objects.bulk_create(
        Assignment(
            unit=unit,
            person=cast.annotator1,
            state="finished",
            is_counted=True,
            claimed_at=now,
            lease_expires_at=now,
            finished_at=now,
        )
        for unit in units
        if unit.labels_done
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does soon after


PAGES = [
    ("annotator1", "/projects/demo/work/", 19),
    ("annotator2", "/projects/demo/work/", 19),
    ("admin", "/projects/demo/progress/?page=200", 19),
    ("admin", "/projects/demo/progress/?state=waiting&q=unit", 19),
    ("admin", "/projects/demo/progress/people/", 9),
    ("admin", "/projects/demo/progress/forecast/", 16),
    ("admin", "/projects/demo/stages/", 9),
]


def test_every_page_of_a_large_project_asks_as_little_as_that_of_a_small_one(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Seconds are for tests/benchmarks/bench_pages.py; here a page must neither ask nor hold more for more rows."""
    fill(cast)
    for name, address, queries in PAGES:
        client.force_login(getattr(cast, name))
        client.get("/projects/demo/guidelines/")  # templates and connections are warm
        with django_assert_max_num_queries(queries):
            answer = client.get(address)
        assert answer.status_code == 200
        assert len(answer.content) < LARGEST_PAGE
    with django_assert_max_num_queries(16):
        assert claim_next(person=cast.annotator1, project=cast.project) is not None
