"""Opening the address of a button: a page that says so, with the status that programs know."""

import pytest
from django.test import Client

from tests.cast import Cast

READS_PAGES = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.django_db
def test_an_address_that_is_only_pressed_says_so_to_who_opens_it(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.adjudicator)
    address = "/projects/demo/disputes/next/"
    page = client.get(address, headers=READS_PAGES)
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "This address is no page" in page.content.decode()
    assert "Nothing was changed" in page.content.decode()
    assert client.head(address, headers=READS_PAGES).status_code == 405
    for asked in ({}, {**READS_PAGES, "hx-request": "true"}):
        bare = client.get(address, headers=asked)
        assert (bare.status_code, bare.content) == (405, b"")
    program = client.delete("/api/v1/projects/", headers=READS_PAGES)
    assert (program.status_code, program["Content-Type"]) == (405, "application/json")
