"""What tests are about, built through the services."""

from itertools import count
from typing import Any

from annotation.models import Project, Unit
from annotation.services import create_unit

_number = count(1)


def make_unit(project: Project, **facts: Any) -> Unit:
    """A unit of pair work; it has no pair, so only the app that hands out work can use it."""
    return create_unit(**{"project": project, "kind": Unit.Kind.PAIR, "title": f"Unit {next(_number)}", **facts})
