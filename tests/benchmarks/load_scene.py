"""What the load benchmark works on: people who are signed in, and pairs that wait for two labels each.

Run as `python -m tests.benchmarks.load_scene PEOPLE PAPERS` with the settings of a running stack; prints JSON.
"""

import json
import os
import sys
import time
from datetime import date, timedelta
from itertools import combinations
from typing import Any

PATIENCE = 180.0


def signed_in(person: Any) -> str:
    """The cookie of a session of that person: fifty sign-ins from one address would meet the limit of sign-ins."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(person)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def make(people: int, papers: int) -> dict[str, Any]:
    """A project with every pair of `papers` papers in the order of their dates, and `people` annotators."""
    from annotation.services import add_member, create_account
    from diffs.models import PaperPair
    from tests.cast import make_cast
    from tests.factories import a_genome, a_pair, an_answer

    cast = make_cast("load", "load-")
    annotators = [cast.annotator1, cast.annotator2]
    for number in range(3, people + 1):
        person = create_account(by=None, username=f"load-annotator{number}")
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
        annotators.append(person)
    first = date(2020, 1, 1)
    genomes = [
        a_genome(cast, handed_in=True, title=f"Finder {number}", published=first + timedelta(days=number))
        for number in range(papers)
    ]
    pairs = [a_pair(cast, source=old, target=new) for old, new in combinations(genomes, 2)]
    # The worker looks for suggestions once a pair is made; what is measured begins when it has done so.
    deadline = time.monotonic() + PATIENCE
    while PaperPair.objects.filter(suggested_at=None).exists() and time.monotonic() < deadline:
        time.sleep(0.5)
    return {
        "slug": cast.project.slug,
        "sessions": [signed_in(person) for person in annotators],
        "answers": {str(pair.pk): an_answer(pair) for pair in pairs},
        "unsuggested": PaperPair.objects.filter(suggested_at=None).count(),
    }


def count() -> dict[str, Any]:
    """What stands in the database after the run: labels, and what must never be there."""
    from django.db.models import Count, F, Q

    from annotation.models import Assignment, Unit
    from diffs.models import Diff

    pairs = Unit.objects.filter(kind=Unit.Kind.PAIR)
    counted = pairs.annotate(counted=Count("assignments", Q(assignments__is_counted=True)))
    authors = Diff.objects.values("pair").annotate(people=Count("author", distinct=True), rows=Count("pk"))
    return {
        "labels": Diff.objects.count(),
        "surplus": Diff.objects.filter(is_surplus=True).count(),
        "over_assigned": counted.filter(counted__gt=F("overlap")).count(),
        "miscounted": counted.exclude(counted=F("labels_done")).count(),
        "twice_by_one_person": authors.filter(rows__gt=F("people")).count(),
        "without_a_label": Assignment.objects.filter(unit__kind="pair", state="finished")
        .exclude(person__diffs__pair__unit=F("unit"))
        .count(),
    }


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    found = count() if sys.argv[1] == "count" else make(int(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps(found))
