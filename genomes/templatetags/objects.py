"""Draws the cards of idea objects. A card is a value: an equal one that was drawn before is not drawn again."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from genomes.selectors.cards import Card

register = template.Library()

KEPT_CARDS = 4_000  # of about two kilobytes each
CARD = "genomes/object_card.html"


@register.simple_tag(takes_context=True)
def object_card(context: dict[str, Any], card: Card, swap: bool = False) -> SafeString:
    """The card in the list; with `swap` it takes the place of its former self in a page that is open."""
    project, paper = context["project"].slug, context["paper"].slug
    drawn = _drawn(card, project, paper, context["query"], bool(context["can_edit"]), get_language())
    return mark_safe(drawn.replace("<li ", '<li hx-swap-oob="true" ', 1) if swap else drawn)  # noqa: S308


@lru_cache(maxsize=KEPT_CARDS)
def _drawn(card: Card, project: str, paper: str, query: str, can_edit: bool, _language: str | None) -> str:
    """The template without a request: nothing in a card is about the person who looks."""
    context = {"card": card, "project_slug": project, "paper_slug": paper, "query": query, "can_edit": can_edit}
    drawn: str = get_template(CARD).render(context)
    return drawn.strip()
