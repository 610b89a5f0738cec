"""Accounts: made by an administrator, the very first one by whoever sets the site up."""

import secrets
from collections.abc import Iterable

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import Token

from annotation.models import User
from annotation.refusal import Conflict, Fault, Refused
from annotation.services.validation import faults_of, insert, refuse_invalid

# Without characters that are easily taken for one another.
EASY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
FIRST_ADMIN_LOCK = 0x1DEA_0001


def generated_password() -> str:
    """A password to be read out and typed once: four groups of four, about 79 bits."""
    return "-".join("".join(secrets.choice(EASY_LETTERS) for _each in range(4)) for _group in range(4))


@transaction.atomic
def create_account(
    *,
    by: User | None,
    username: str,
    password: str | None = None,
    email: str = "",
    first_name: str = "",
    last_name: str = "",
    is_superuser: bool = False,
) -> User:
    """Make an account. Without a password nobody can sign in to it until one is set. `by` is None at set-up only."""
    person = User(
        username=username,
        email=email,
        first_name=first_name,
        last_name=last_name,
        is_superuser=is_superuser,
        is_staff=is_superuser,
    )
    person.set_unusable_password()
    faults = _password_faults(person, password)
    try:
        refuse_invalid(person)
    except Refused as refusal:
        faults = refusal.faults + faults
    if faults:
        raise Refused(faults)
    person.set_password(password)
    insert(person)
    return person


@transaction.atomic
def share_password(*, of: User, people: Iterable[User]) -> None:
    """Let accounts that are handed out together open with the password of one of them, which is hashed once."""
    for person in people:
        person.password = of.password
        person.save(update_fields=["password"])


def _password_faults(person: User, password: str | None) -> list[Fault]:
    if password is None:
        return []
    try:
        validate_password(password, person)
    except ValidationError as error:
        return faults_of(error, "password")
    return []


@transaction.atomic
def create_first_admin(*, username: str, password: str, email: str = "") -> User:
    """Make the superuser of an empty site; `Conflict` once any account exists, also when two people race for it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_ADMIN_LOCK])
    if User.objects.exists():
        raise Conflict([Fault("already_set_up", _("This site is already set up. Sign in instead."))])
    return create_account(by=None, username=username, password=password, email=email, is_superuser=True)


@transaction.atomic
def issue_token(*, person: User) -> Token:
    """The person's API token, made at the first call."""
    token, _made = Token.objects.get_or_create(user=person)
    return token


@transaction.atomic
def replace_token(*, person: User) -> Token:
    """A new API token; the former one no longer works."""
    revoke_token(person=person)
    return issue_token(person=person)


@transaction.atomic
def revoke_token(*, person: User) -> None:
    """Make the person's API token worthless."""
    Token.objects.filter(user=person).delete()
