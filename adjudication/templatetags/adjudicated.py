"""Words for the values that answers hold."""

from typing import Any

from django import template

from annotation.wording import label
from evaluator.vocabulary import ContributionRole, ObjectType

register = template.Library()


@register.filter
def type_words(value: str) -> Any:
    """The name of an object type."""
    return label(ObjectType(value))


@register.filter
def role_words(value: str) -> Any:
    """The name of a contribution role."""
    return label(ContributionRole(value))
