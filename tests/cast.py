"""Who is who in the tests: five people, one project, one guideline."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.hashers import make_password

from annotation.models import Membership, Project, Role, User
from annotation.services import create_project

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
    """The cast as the services would make it, in fewer queries; sign in with `client.force_login(cast.annotator1)`.

    Genomes can be paired as soon as they are handed in: tests of the second reader switch the project's wish on.
    """
    names = ["annotator1", "annotator2", "adjudicator", "admin", "outsider"]
    accounts = [User(username=f"{prefix}{name}", password=make_password(None)) for name in names]
    people = dict(zip(names, User.objects.bulk_create(accounts), strict=True))
    project = create_project(
        by=people["admin"], slug=slug, name=slug.capitalize(), guideline=GUIDELINE, wants_second_reader=False
    )
    roles = {"annotator1": Role.ANNOTATOR, "annotator2": Role.ANNOTATOR, "adjudicator": Role.ADJUDICATOR}
    Membership.objects.bulk_create(
        Membership(project=project, user=people[name], role=role) for name, role in roles.items()
    )
    return Cast(**people, project=project)


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast of the project `demo`."""
    return make_cast()
