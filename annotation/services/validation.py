"""From Django's own validation of a model to a refusal that names every field."""

from unicodedata import category

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model

from annotation.refusal import Fault, Refused


def refuse_invalid(instance: Model, *, exclude: tuple[str, ...] = ()) -> None:
    """Raise `Refused` with every fault of the instance's fields, uniqueness and constraints."""
    try:
        instance.full_clean(exclude=set(exclude))
    except ValidationError as error:
        raise Refused(faults_of(error)) from error


def has_control(text: str) -> bool:
    """Whether it holds a control character: a name with one cannot be read, and breaks XML that it is written into."""
    return any(category(each) == "Cc" for each in text)


def insert(instance: Model) -> None:
    """Write a new row that was found valid. Raises `Refused` when somebody took its name in the same moment."""
    try:
        with transaction.atomic():
            instance.save(force_insert=True)
    except IntegrityError:
        refuse_invalid(instance)  # what the other has committed is seen now
        raise


def faults_of(error: ValidationError, field: str = "") -> list[Fault]:
    """One fault for each message of a ValidationError."""
    if hasattr(error, "error_dict"):
        return [
            fault
            for name, errors in error.error_dict.items()
            for each in errors
            for fault in faults_of(each, "" if name == "__all__" else name)
        ]
    return [Fault(each.code or "invalid", " ".join(each.messages), field) for each in error.error_list]
