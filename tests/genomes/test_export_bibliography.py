"""The papers of a project as BibTeX and CSL-JSON, which import again unchanged."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from genomes.metadata import read_metadata
from genomes.models import Paper
from genomes.services import import_metadata
from tests.cast import Cast, make_cast
from tests.genomes.test_import_metadata import WORK, rows

FORMATS = [("bib", "bibtex", "application/x-bibtex"), ("json", "csl", "application/vnd.citationstyles.csl+json")]


def sent(client: Client, address: str) -> tuple[Any, bytes]:
    answer = client.get(address)
    return answer, b"".join(answer.streaming_content)  # type: ignore[attr-defined]  # a stream


@pytest.mark.parametrize(("ending", "form", "kind"), FORMATS)
def test_what_is_exported_describes_every_paper_and_changes_nothing_when_imported(
    cast: Cast, client: Client, ending: str, form: str, kind: str
) -> None:
    hard = replace(WORK, title="R&D {of} 100% $x_1$ <i>", doi="10.1000/two", arxiv_id="", other_ids={}, references=())
    import_metadata(by=cast.admin, project=cast.project, records=[replace(WORK, references=()), hard])
    make_cast("other", "o-")
    client.force_login(cast.annotator1)
    answer, data = sent(client, f"/projects/demo/papers/export.{ending}")
    assert answer["Content-Type"].startswith(kind)
    assert answer["Content-Disposition"] == f'attachment; filename="demo.{ending}"'
    assert sent(client, f"/api/v1/projects/demo/papers/export.{ending}")[1] == data
    found = read_metadata(data, f"demo.{ending}")
    assert (found.format, found.notes) == (form, [])
    titles = Paper.objects.order_by("published", "slug").values_list("slug", "title")
    assert [(record.key, record.title) for record in found.records] == list(titles)
    before = rows()
    import_metadata(by=cast.admin, project=cast.project, records=found.records, origin=form)
    assert rows() == before


@pytest.mark.parametrize(("ending", "empty"), [("bib", b""), ("json", b"[]\n")])
def test_an_empty_library_is_an_empty_bibliography(cast: Cast, client: Client, ending: str, empty: bytes) -> None:
    client.force_login(cast.annotator1)
    assert sent(client, f"/projects/demo/papers/export.{ending}")[1] == empty
