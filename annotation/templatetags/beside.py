"""Notes of apps above beside things of apps below: see annotation.beside."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from annotation.beside import Aside, asides
from annotation.models import Project

register = template.Library()


@register.simple_tag(takes_context=True)
def asides_of(context: Mapping[str, Any], place: str, project: Project, thing: Any) -> Sequence[Aside]:
    """The notes beside one thing, as this reader may know them."""
    return asides(place, project, context["request"].user, [thing]).get(thing.pk, ())


@register.filter
def of(notes: Mapping[Any, Sequence[Aside]], key: Any) -> Sequence[Aside]:
    """Of notes that were asked for a whole list: those beside one of it."""
    return notes.get(key, ())
