"""Until the second reading is submitted, no address tells a possible reader how the author typed the genome.

The proof is that nothing changes for them, byte for byte, when everything of the first typing does, save what the
order of the objects tells by design: which of them later steps rest on (docs/adr/0018-second-reader.md).
"""

from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from annotation.models import User
from annotation.services import add_member, claim_unit
from genomes.interchange import FORMATS
from genomes.models import Genome, SecondReading
from tests.cast import Cast
from tests.factories import a_genome, a_reading, what_the_author_said
from tests.genomes.test_second_reading import page_of
from tests.house.test_blindness import NOT_OURS, READERS, operators_addresses, seen
from tests.house.test_permission_table import ADDRESSES

WORD = "groups"  # stands in the content of the author's limitation
SEARCHED = ("search", "limitations", "papers", "library", "references")  # part of the names of what takes words
# Handle → what it becomes: every type, role and handle is another, and what leads the reading still does.
OTHERWISE = {
    "N1": ("O7", "observation", "passenger"),
    "M1": ("C7", "claim", "driver"),
    "L1": ("D7", "delta", "context"),
    "D1": ("L7", "limitation", "context"),
}


def addresses(waiting: Genome, own: Genome) -> list[str]:
    """Every address of the project about these genomes, also with words to search for; and the admin site."""
    known: dict[str, list[object]] = {
        "slug": [waiting.paper.project.slug],
        "paper_slug": [waiting.paper.slug, own.paper.slug],
        "unit_id": [waiting.unit_id, waiting.second_reading.unit_id],
        "object_id": list(waiting.objects_all.filter(type="limitation").values_list("pk", flat=True)),
        "name": [*FORMATS],
        "reading_id": [waiting.second_reading.pk],
    }
    found = {each for each in operators_addresses() if "/genomes/" in each or "/annotation/unit" in each}
    for name, parameters in ADDRESSES.items():
        if name.startswith(NOT_OURS):
            continue
        for values in product(*(known.get(each, [1]) for each in parameters)):
            try:
                place = reverse(name, kwargs=dict(zip(parameters, values, strict=True)))
            except NoReverseMatch:
                continue  # a version of three numbers, a file: of releases
            found.add(f"{place}?q={WORD}" if any(word in name for word in SEARCHED) else place)
    return sorted(found)


def type_otherwise(genome: Genome) -> None:
    """As if the author had typed everything else: types, roles, handles, repairs, and how often it was saved."""
    for handle, (other, kind, role) in OTHERWISE.items():
        genome.objects_all.filter(handle=handle).update(handle=other, type=kind, contribution_role=role, revision=9)
    for each in genome.objects_all.all():
        each.repairs.clear()


def a_stage(cast: Cast, who: Callable[[Cast], User], roles: tuple[str, ...]) -> tuple[User, SecondReading, Genome]:
    person = who(cast)
    for role in roles:
        add_member(by=cast.admin, project=cast.project, user=person, role=role)
    reading = a_reading(cast)
    own = a_genome(cast, author=person)
    return person, reading, own


# The operator has every other role as well, and the admin site.
@pytest.mark.parametrize("reader", ["annotator", "operator"])
def test_nothing_tells_a_possible_reader_of_the_first_typing(cast: Cast, reader: str) -> None:
    person, reading, own = a_stage(cast, *READERS[reader])
    claim_unit(person=person, unit=reading.unit)
    client = Client(raise_request_exception=False)
    client.force_login(person)
    places = addresses(reading.genome, own)
    before = seen(client, places)
    type_otherwise(reading.genome)
    after = seen(client, places)
    assert [place for place in places if before[place] != after[place]] == []
    assert {status for status, _body in after.values()} <= {200, 302, 400, 401, 403, 404, 405}
    assert client.get(page_of(reading)).status_code == 200


@pytest.mark.parametrize("watcher", ["adjudicator", "admin"])
def test_a_watcher_who_does_not_label_sees_the_change(cast: Cast, watcher: str) -> None:
    """Otherwise the test above would say nothing."""
    reading = a_reading(cast)
    client = Client()
    client.force_login(getattr(cast, watcher))
    place = f"/projects/demo/papers/{reading.genome.paper.slug}/"
    api = f"/api/v1/projects/demo/genomes/{reading.genome.paper.slug}/objects/"
    before = seen(client, [place, api])
    type_otherwise(reading.genome)
    after = seen(client, [place, api])
    assert before[place] != after[place]
    assert before[api] != after[api]


def test_submitted_all_is_open(cast: Cast) -> None:
    reading = a_reading(cast)
    api = f"/api/v1/projects/demo/genomes/{reading.genome.paper.slug}/objects/"
    client = Client()
    client.force_login(cast.annotator2)
    assert client.get(api).status_code == 404
    claim_unit(person=cast.annotator2, unit=reading.unit)
    assert client.get(api).status_code == 404
    client.post(f"{page_of(reading)}submit/", what_the_author_said(reading))
    assert client.get(api).status_code == 200
