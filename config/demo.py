"""The demo project: loaded into an empty database, with sign-ins that are printed at every start."""

import os
from functools import cache
from io import StringIO

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError

from config.stack.layout import Layout
from config.stack.private import demo_password
from config.stack.problems import StackProblem
from releases.demo.state import is_half_loaded

ACCOUNTS = ("annotator1", "annotator2", "annotator3", "adjudicator", "admin", "outsider")
COMMAND = "load_demo"


def check_named_password() -> None:
    """Refuse a DEMO_PASSWORD that no account may have, before anything has started."""
    password = os.environ.get("DEMO_PASSWORD")
    if not password or os.environ.get("DEMO") == "0":
        return
    try:
        validate_password(password)
    except ValidationError as error:
        raise StackProblem(
            f"DEMO_PASSWORD cannot be used: {' '.join(error.messages)} Set a longer one, or none."
        ) from error


def load_into_empty_database(layout: Layout) -> bool:
    """Load the demo project unless there are people already, or go on where an earlier start was interrupted.

    Says whether it did. The command commits its labels at once and its release at once, so it can be run again.
    """
    if get_user_model().objects.exists() and not is_half_loaded():
        return False
    os.environ["DEMO_PASSWORD"] = demo_password(layout)
    try:
        call_command(COMMAND, verbosity=0, stdout=StringIO())
    except CommandError as error:
        raise StackProblem(f"The demo project could not be loaded: {error} DEMO=0 starts without it.") from error
    return True


def sign_ins(layout: Layout) -> list[str]:
    """Return lines that name the demo accounts and their password, as long as they have that password."""
    people = {person.get_username(): person for person in get_user_model().objects.filter(username__in=ACCOUNTS)}
    password = demo_password(layout)
    valid = [name for name in ACCOUNTS if name in people and _opens(password, people[name].password)]
    return [f"Demo sign-ins: {', '.join(valid)}", f"Password:      {password}"] if valid else []


@cache
def _opens(password: str, encoded: str) -> bool:
    """Whether a password fits. It takes a good part of a second, on purpose; accounts of the demo share one hash."""
    return check_password(password, encoded)


def first_step() -> list[str]:
    """Return what to do with an empty database, or nothing when there are people."""
    return [] if get_user_model().objects.exists() else ["Open it to make the first administrator."]


def adopt_named_password() -> None:
    """Give the demo accounts the password that DEMO_PASSWORD names, if they have another."""
    password = os.environ.get("DEMO_PASSWORD")
    if not password:
        return
    people = get_user_model().objects.filter(username__in=ACCOUNTS)
    others = [person.pk for person in people if not _opens(password, person.password)]
    if others:
        people.filter(pk__in=others).update(password=make_password(password))
