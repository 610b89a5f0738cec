"""Search finds papers and idea objects by how their words begin, within what the reader may see."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from annotation.models import User
from genomes.selectors.search import objects_found, papers_found
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_paper, an_object


def slugs(cast: Cast, query: str, person: User | None = None) -> set[str]:
    return {paper.slug for paper in papers_found(person or cast.admin, cast.project, query)}


def test_a_word_is_found_where_one_begins_with_it(cast: Cast) -> None:
    a_paper(cast, title="You Only Look Once", slug="yolo", aliases=["YOLO", "DarkNet-19"], authors=["J. Redmon"])
    a_paper(cast, title="Regions with features", slug="rcnn", doi="10.1109/cvpr.2014.81")
    assert slugs(cast, "look onl") == {"yolo"}
    assert slugs(cast, "ook") == set()
    assert slugs(cast, "darknet") == {"yolo"}
    assert slugs(cast, "redmon") == {"yolo"}
    assert slugs(cast, "10.1109/CVPR.2014.81") == {"rcnn"}
    assert slugs(cast, "look features") == set()
    assert slugs(cast, "  ") == set()


@pytest.mark.parametrize("query", ["'", "a & | !", ":*", "\\", "😀", "x" * 5000, "<->", "(", "🙂 & look"])
def test_no_sign_is_more_than_itself(cast: Cast, query: str) -> None:
    a_paper(cast, title="You Only Look Once")
    assert isinstance(slugs(cast, query), set)
    assert list(objects_found(cast.admin, cast.project, query)) == []


def test_words_are_found_on_both_sides_of_a_sign(cast: Cast) -> None:
    genome = a_genome(cast, handed_in=True)
    row = genome.objects_all.first()
    assert row is not None
    genome.objects_all.filter(pk=row.pk).update(content="GPT-4 maps input/output of GPT-3.5 in every <b>Straße</b>.")
    for query in ("GPT-4", "gpt 4", "output", "gpt-3.5", "Straße", "STRASSE <b>", "input/output"):
        hits = [each.pk for each in objects_found(cast.admin, cast.project, query)]
        assert hits == ([] if query.startswith("STRASSE") else [row.pk]), query


def test_a_text_too_long_for_an_index_is_kept_and_found_by_its_beginning(cast: Cast) -> None:
    paper = a_paper(cast, title="You Only Look Once", slug="yolo")
    paper.abstract = "zebra " + " ".join(f"w{number:07d}" for number in range(150_000))
    paper.save(update_fields=["abstract"])
    assert slugs(cast, "zebra") == {"yolo"}


def test_korean_words_are_found_before_their_endings(cast: Cast) -> None:
    a_paper(cast, title="객체를 한 번에 찾는 방법", slug="once")
    assert slugs(cast, "객체") == {"once"}


def test_objects_of_a_genome_in_work_are_found_by_its_holder_and_admins_alone(cast: Cast) -> None:
    genome = a_genome(cast)
    made = an_object(genome, "Small things in groups are missed.", by=cast.annotator1, type="limitation")
    readers = {cast.annotator1: True, cast.admin: True, cast.annotator2: False, cast.adjudicator: False}
    for person, sees in readers.items():
        assert [each.pk for each in objects_found(person, cast.project, "groups")] == ([made.pk] if sees else [])
    assert list(objects_found(cast.annotator1, cast.project, "groups", "mechanism")) == []


def test_the_page_counts_both_kinds_with_the_same_queries_however_much_is_found(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.annotator2)
    for number in range(3):
        a_genome(cast, title=f"Finder {number} of things", handed_in=True)
    address = reverse("genomes:search", args=["demo"])
    with django_assert_max_num_queries(9):
        page = client.get(address, {"q": "finder"}).content.decode()
    assert page.count('class="found-title"') == 3
    with django_assert_max_num_queries(9):
        objects = client.get(address, {"q": "groups", "kind": "objects"}).content.decode()
    assert objects.count("found-object") == 3
    assert client.get(address, {"q": "groups"}).content.decode().count("found-object") == 3  # no paper fits


def test_another_project_is_not_searched(cast: Cast) -> None:
    other = make_cast("other", "other-")
    a_paper(other, title="You Only Look Once")
    assert slugs(cast, "look") == set()
    assert slugs(cast, "look", other.admin) == set()
