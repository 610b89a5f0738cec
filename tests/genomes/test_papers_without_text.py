"""Papers that are known by their metadata alone, until somebody imports their text."""

from datetime import date
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from diffs.selectors.sources import sources_of
from genomes.ingest.examine import examine
from genomes.metadata import Record
from genomes.models import ImportFile, Paper
from genomes.services import import_metadata, read_import_file
from tests.cast import Cast
from tests.factories import PAPER_TEXT, a_pair, a_paper
from tests.genomes.test_import_metadata import WORK

QUERIES = 17  # whatever the number of papers that cite it
PAGE = "/projects/demo/papers/finding-things-at-a-glance/"


def a_textless_paper(cast: Cast) -> Paper:
    import_metadata(by=cast.admin, project=cast.project, records=[WORK], origin="crossref")
    return Paper.objects.get(slug="finding-things-at-a-glance")


def test_the_list_says_that_there_is_no_text_yet_and_finds_such_papers(cast: Cast, client: Client) -> None:
    a_textless_paper(cast)
    a_paper(cast, title="With a text")
    client.force_login(cast.annotator1)
    page = client.get("/projects/demo/papers/", {"state": "no_text"}).content.decode()
    assert WORK.title in page
    assert "With a text" not in page
    assert "no text yet</span>" in page
    waiting = client.get("/projects/demo/papers/", {"state": "open"}).content.decode()
    assert WORK.title not in waiting


def test_its_page_says_what_is_known_and_lets_admins_import_the_text(cast: Cast, client: Client) -> None:
    a_textless_paper(cast)
    client.force_login(cast.annotator1)
    page = client.get(PAGE).content.decode()
    for words in ("no text yet", "Jo Finder, Al Second", "We find.", "10.1000/finder", "Older finding"):
        assert words in page
    assert f"{PAGE}text/" not in page
    client.force_login(cast.admin)
    assert f'action="{PAGE}text/"' in client.get(PAGE).content.decode()


def test_what_needs_a_text_is_not_there(cast: Cast, client: Client) -> None:
    a_textless_paper(cast)
    client.force_login(cast.annotator1)
    assert client.get(PAGE, {"version": 1}).status_code == 404
    assert client.post(f"{PAGE}genome/take/").status_code == 404
    assert client.get("/api/v1/projects/demo/genomes/finding-things-at-a-glance/").status_code == 404
    assert client.get("/api/v1/projects/demo/genomes/").json()["results"] == []


def test_programs_read_the_state_the_abstract_and_the_ids(cast: Cast, client: Client) -> None:
    a_textless_paper(cast)
    client.force_login(cast.annotator1)
    paper = client.get("/api/v1/projects/demo/papers/finding-things-at-a-glance/").json()
    assert (paper["genome_state"], paper["versions"], paper["versions_count"]) == ("no_text", [], 0)
    assert (paper["abstract"], paper["other_ids"]) == ("We find.", {"openalex": "W1"})
    listed = client.get("/api/v1/projects/demo/papers/", {"state": "no_text"}).json()["results"]
    assert [each["slug"] for each in listed] == ["finding-things-at-a-glance"]


def test_a_file_handed_in_on_its_page_is_its_text_whatever_the_file_says(cast: Cast, client: Client) -> None:
    paper = a_textless_paper(cast)
    client.force_login(cast.admin)
    text = PAPER_TEXT.format(title="A working title", published="2016-01-01").encode()
    answer = client.post(f"{PAGE}text/", {"file": SimpleUploadedFile("draft.md", text)})
    row = ImportFile.objects.get()
    assert answer["Location"].endswith(f"/papers/imports/{row.batch_id}/")
    read_import_file(import_file_id=row.pk, examine=examine)
    version = paper.versions.get()
    assert (version.number, Paper.objects.count()) == (1, 1)
    paper.refresh_from_db()
    assert (paper.title, paper.abstract) == (WORK.title, "We find.")
    assert "genome" in client.get(PAGE).content.decode()


def test_no_file_is_said_on_the_page(cast: Cast, client: Client) -> None:
    a_textless_paper(cast)
    client.force_login(cast.admin)
    answer = client.post(f"{PAGE}text/", {})
    assert answer.status_code == 422
    assert "This field is required" in answer.content.decode()


def test_a_text_of_the_same_work_becomes_its_first_version(cast: Cast) -> None:
    paper = a_textless_paper(cast)
    again = a_paper(cast, title=WORK.title, authors=["Jo Finder"], published=date(2016, 1, 1))
    assert again == paper
    assert paper.versions.get().number == 1


def test_the_page_asks_as_much_for_many_as_for_few(cast: Cast, client: Client, django_assert_num_queries: Any) -> None:
    a_textless_paper(cast)
    client.force_login(cast.admin)
    client.get(PAGE)
    others = [Record(title=f"Citing work number {n}", authors=("A B",), references=WORK.references) for n in range(9)]
    with django_assert_num_queries(QUERIES):
        client.get(PAGE)
    import_metadata(by=cast.admin, project=cast.project, records=others)
    with django_assert_num_queries(QUERIES):
        client.get(PAGE)


def test_it_is_not_offered_as_the_source_of_an_external_object(cast: Cast) -> None:
    pair = a_pair(cast)
    other = a_paper(cast, title="With a text", published=date(2000, 1, 1))
    a_textless_paper(cast)
    assert [each["slug"] for each in sources_of(pair, cast.annotator1, "").papers] == [other.slug]
