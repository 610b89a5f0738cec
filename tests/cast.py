"""Who is who in the tests: five people, one project, one guideline."""

from dataclasses import dataclass

import pytest

from annotation.models import Project, User
from annotation.services import add_member, create_account, create_project

GUIDELINE = "# Guideline\n\nAn idea object can be inherited on its own.\n"


@dataclass(frozen=True)
class Cast:
    """People by role in `project`; the outsider has an account and no role anywhere."""

    annotator1: User
    annotator2: User
    adjudicator: User
    admin: User
    outsider: User
    project: Project


def make_cast(slug: str = "demo", prefix: str = "") -> Cast:
    """Build the cast through the services; sign in with `client.force_login(cast.annotator1)`.

    Genomes can be paired as soon as they are handed in: tests of the second reader switch the project's wish on.
    """
    names = ["annotator1", "annotator2", "adjudicator", "admin", "outsider"]
    people = {name: create_account(by=None, username=f"{prefix}{name}") for name in names}
    project = create_project(
        by=people["admin"], slug=slug, name=slug.capitalize(), guideline=GUIDELINE, wants_second_reader=False
    )
    for name in ("annotator1", "annotator2"):
        add_member(by=people["admin"], project=project, user=people[name], role="annotator")
    add_member(by=people["admin"], project=project, user=people["adjudicator"], role="adjudicator")
    return Cast(**people, project=project)


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast of the project `demo`."""
    return make_cast()
