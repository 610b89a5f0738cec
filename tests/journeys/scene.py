"""What stands before a journey begins, built through the services."""

from typing import Any

from annotation.services import change_project
from diffs.models import PaperPair
from tests.cast import Cast
from tests.factories import a_pair


def a_project_that_can_publish(cast: Cast) -> None:
    """A licence and a domain mapping are what a release asks of a project."""
    change_project(by=cast.admin, project=cast.project, licence="CC0-1.0", domains={"vision": "Computer Science"})


def an_open_pair(cast: Cast, **facts: Any) -> PaperPair:
    """A pair of two short papers that waits for both annotators; each genome has N1, M1 (driver), L1 and D1."""
    return a_pair(cast, domain="vision", **facts)
