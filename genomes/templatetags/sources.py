"""Words for the source versions of papers."""

from django import template
from django.utils.translation import get_language_info, gettext

from genomes.ingest.formats import LABELS

register = template.Library()


@register.filter
def format_label(name: str) -> str:
    """What people call a format; the name itself when it is none that is read today."""
    return gettext(LABELS[name]) if name in LABELS else name


@register.filter
def language_label(code: str) -> str:
    """The name of a language in the language of the moment; the code itself where no name is known."""
    for known in (code, code.partition("-")[0]):
        try:
            return gettext(get_language_info(known)["name"])
        except KeyError:
            continue
    return code
