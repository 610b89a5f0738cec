"""How a change of a genome is answered: what became different, or the refusal; with scripts and without."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from annotation.access import allow
from annotation.feedback import htmx_of, say
from annotation.refusal import Refused
from genomes.models import IdeaObject
from genomes.permissions import can_write_genomes
from genomes.selectors.cards import Card
from genomes.selectors.marks import MarkedBlock
from genomes.selectors.screen import GenomeScreen, Shown, shown_of
from genomes.views.scene import Scene, scene_of, screen_context


@dataclass(frozen=True, slots=True)
class Changes:
    """What an open page has to put in place: cards in place, cards to take away, cards to add, passages."""

    same_shelf: list[Card]
    gone: list[int]
    moved: list[Card]
    blocks: list[MarkedBlock]


def changes_between(before: Shown, screen: GenomeScreen) -> Changes:
    """The difference between what a page showed and what it should show."""
    after = {card.pk: card for card in screen.all_cards}
    different = [card for card in screen.all_cards if before.cards.get(card.pk) != card]
    stays = {card.pk for card in different if (old := before.cards.get(card.pk)) and old.shelf == card.shelf}
    moved = [card for card in different if card.pk not in stays]
    gone = [pk for pk in before.cards if pk not in after] + [card.pk for card in moved if card.pk in before.cards]
    pairs = zip(before.blocks, screen.blocks, strict=True)
    blocks = [new for old, new in pairs if (old.marks, old.whole) != (new.marks, new.whole)]
    return Changes([card for card in different if card.pk in stays], gone, moved, blocks)


def writable(request: HttpRequest, slug: str, paper_slug: str) -> Scene:
    """The scene for an annotator who may see the genome; whether they hold it is asked by the service."""
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    scene.visible_genome()
    return scene


def before_of(scene: Scene) -> Shown:
    """What the person's page shows before a change."""
    return shown_of(scene.person, scene.project, scene.genome)


def done(
    request: HttpRequest, scene: Scene, before: Shown, idea_object: IdeaObject | None, *, did: str
) -> HttpResponse:
    """What changed, for scripts to put in place, with the object that is current then; a page of its own without."""
    if not htmx_of(request):
        messages.success(request, _("Saved."))
        return redirect(f"{scene.address}#object-{idea_object.pk}" if idea_object else scene.address)
    scene.genome.refresh_from_db(fields=["revision", "author", "handed_in_at"])
    context = screen_context(request, scene)
    context["changes"] = changes_between(before, context["screen"])
    response = render(request, "genomes/saved.html", context)
    here = IdeaObject.objects.filter(pk=idea_object.pk).first() if idea_object else None
    detail = {"id": here.pk, "handle": here.handle, "did": did} if here else {"id": None, "handle": "", "did": did}
    return trigger_client_event(response, "object:saved", detail, after="settle")


def move(request: HttpRequest, scene: Scene, did: str, service: Callable[[], IdeaObject | None]) -> HttpResponse:
    """Do something that has no form of its own: refused, it is said in passing."""
    before = before_of(scene)
    try:
        idea_object = service()
    except Refused as refusal:
        if htmx_of(request):
            return refused_as_toast(refusal)
        say(request, refusal)
        return redirect(scene.address)
    return done(request, scene, before, idea_object, did=did)


def refused_as_toast(refusal: Refused) -> HttpResponse:
    """Nothing on the page changes; why not is said in passing."""
    text = " ".join(str(fault.message) for fault in refusal.faults)
    response = HttpResponse(status=204)
    return trigger_client_event(response, "toast", {"text": text, "tone": "bad"})
