"""The lines that load a release, as its page shows them: the code of `releases.packaging.snippets`, coloured."""

import re

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from releases.packaging.snippets import Snippet, snippets

register = template.Library()

_MARKED = re.compile(r"(?P<s>'''.*?'''|\"[^\"\n]*\"|'[^'\n]*')|\b(?P<k>import|from|as|for|in|break)\b", re.DOTALL)


@register.simple_tag
def loading_snippets() -> tuple[Snippet, ...]:
    return snippets()


@register.filter
def coloured(code: str) -> SafeString:
    """Code with its strings and words of the language marked; without the marks it is the code itself."""
    parts: list[SafeString] = []
    end = 0
    for match in _MARKED.finditer(code):
        parts += [escape(code[end : match.start()]), _marked(match)]
        end = match.end()
    return mark_safe("".join([*parts, escape(code[end:])]))  # noqa: S308 - every part is escaped


def _marked(match: re.Match[str]) -> SafeString:
    return format_html('<span class="{}">{}</span>', match.lastgroup, match[0])
