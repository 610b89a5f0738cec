"""Ten thousand units: handing out and the list pages stay quick."""

import time

from django.test import Client

from annotation.models import Assignment, Unit
from annotation.services import claim_next
from tests.cast import Cast

UNITS = 10_000
SECONDS = 1.5  # measured 0.1 to 0.3 on two slow cores; a page that reads every row takes far longer


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


def test_every_page_of_a_large_project_stays_quick(cast: Cast, client: Client) -> None:
    fill(cast)
    for person, address in [
        (cast.annotator1, "/projects/demo/work/"),
        (cast.annotator2, "/projects/demo/work/"),
        (cast.admin, "/projects/demo/progress/?page=200"),
    ]:
        client.force_login(person)
        client.get("/projects/demo/guidelines/")  # templates and connections are warm
        start = time.perf_counter()
        assert client.get(address).status_code == 200
        taken = time.perf_counter() - start
        print(f"{address} {taken:.3f} s")
        assert taken < SECONDS
    start = time.perf_counter()
    assert claim_next(person=cast.annotator1, project=cast.project) is not None
    taken = time.perf_counter() - start
    print(f"claim_next {taken:.3f} s")
    assert taken < SECONDS
