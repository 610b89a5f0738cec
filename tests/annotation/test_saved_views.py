"""Filters under a name: one's own, and among admins those that are shared."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import SavedView
from annotation.refusal import Refused
from annotation.selectors.saved_views import views_for
from annotation.services import add_member
from annotation.services.saved_views import MOST_VIEWS, delete_view, save_view
from tests.cast import Cast


def named(person: Any, cast: Cast) -> list[str]:
    return [view.name for view in views_for(person, cast.project)]


def save(cast: Cast, person: Any, name: str, **facts: Any) -> SavedView:
    return save_view(by=person, project=cast.project, name=name, **{"page": "pairs", "query": "q=a", **facts})


def test_a_view_is_one_s_own_unless_an_admin_shares_it(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="admin")
    save(cast, cast.admin, "shared", is_shared=True)
    save(cast, cast.admin, "private")
    save(cast, cast.annotator1, "mine")
    assert named(cast.admin, cast) == ["private", "shared"]
    assert named(cast.adjudicator, cast) == ["shared"]
    assert named(cast.annotator1, cast) == ["mine"]
    assert named(cast.outsider, cast) == []
    with pytest.raises(Refused):
        save(cast, cast.annotator1, "for all", is_shared=True)


def test_the_same_name_keeps_the_newer_filters(cast: Cast) -> None:
    first = save(cast, cast.admin, "late")
    second = save(cast, cast.admin, " late ", query="due=overdue")
    assert (first.pk, second.query) == (second.pk, "due=overdue")


def test_a_view_needs_a_name_and_there_are_not_endless_ones(cast: Cast) -> None:
    for wrong in ("", "x" * 61):
        with pytest.raises(Refused):
            save(cast, cast.admin, wrong)
    with pytest.raises(Refused):
        save(cast, cast.admin, "long", query="q=" + "x" * 1_000)
    for number in range(MOST_VIEWS):
        save(cast, cast.admin, str(number))
    with pytest.raises(Refused):
        save(cast, cast.admin, "one more")


def test_only_its_owner_deletes_a_view(cast: Cast) -> None:
    view = save(cast, cast.admin, "shared", is_shared=True)
    with pytest.raises(Refused):
        delete_view(by=cast.adjudicator, view=view)
    delete_view(by=cast.admin, view=view)
    assert not SavedView.objects.exists()


def test_the_page_keeps_opens_and_deletes(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.admin)
    sent = {"page": "pairs", "name": "Late <b>", "query": "due=overdue&evil=<x>"}
    page = client.post("/projects/demo/views/", sent, follow=True)
    assert page.redirect_chain == [("/projects/demo/pairs/?due=overdue&evil=%3Cx%3E", 302)]
    body = page.content.decode()
    assert "Late &lt;b&gt;" in body
    view = SavedView.objects.get()
    client.post(f"/projects/demo/views/{view.pk}/delete/")
    assert not SavedView.objects.exists()
    nameless = client.post("/projects/demo/views/", {"page": "x", "name": "", "query": ""}, follow=True)
    assert nameless.status_code == 200
