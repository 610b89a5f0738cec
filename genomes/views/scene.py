"""What every page of one genome begins with: who asks, in which project, about which text."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from annotation.access import person_of, project_for
from annotation.models import Project, User
from evaluator.vocabulary import ObjectType
from genomes.forms import ObjectForm
from genomes.models import Genome, IdeaObject, Paper
from genomes.permissions import can_correct_papers, can_write_genomes
from genomes.selectors import (
    GenomeScreen,
    genome_for,
    genome_screen,
    handle_order,
    limitations_by_key,
)
from genomes.selectors.carrying import carried_waiting
from genomes.selectors.extraction import Panel, panel_of


@dataclass(frozen=True, slots=True)
class Scene:
    person: User
    project: Project
    paper: Paper
    genome: Genome

    @property
    def address(self) -> str:
        """The genome's page; it names the version where the paper alone would mean another."""
        page = reverse("genomes:paper", args=[self.project.slug, self.paper.slug])
        number = self.genome.source_version.number
        return page if genome_for(self.person, self.paper) == self.genome else f"{page}?version={number}"

    def object_address(self, object_id: int, do: str = "edit") -> str:
        """The page with a form of this object open, for people without scripts."""
        joiner = "&" if "?" in self.address else "?"
        return f"{self.address}{joiner}object={object_id}&do={do}#editor"

    def visible_genome(self) -> Genome:
        """The genome, or Http404 for who may not see its objects."""
        genome: Genome = get_object_or_404(Genome.objects.visible_to(self.person), pk=self.genome.pk)
        return genome

    def visible_object(self, object_id: int) -> IdeaObject:
        """An object of this very genome, or Http404."""
        objects = IdeaObject.objects.visible_to(self.person).filter(genome=self.genome)
        found: IdeaObject = get_object_or_404(objects.select_related("genome"), pk=object_id)
        return found


class NoTextYet(Http404):
    """The paper is known by its metadata alone: there is no genome to show, and its own page says what is known."""

    def __init__(self, project: Project, paper: Paper) -> None:
        super().__init__()
        self.project, self.paper = project, paper


def scene_of(request: HttpRequest, slug: str, paper_slug: str) -> Scene:
    """Fetch with access; Http404 for strangers and for a version that is not there."""
    project = project_for(request.user, slug)
    person = person_of(request)
    paper = get_object_or_404(Paper.objects.visible_to(person).filter(project=project), slug=paper_slug)
    number = request.GET.get("version", "")
    if number and not (number.isdecimal() and len(number) < 9):
        raise Http404
    genome = genome_for(person, paper, int(number) if number else None)
    if genome is None:
        raise Http404 if number else NoTextYet(project, paper)
    return Scene(person, project, paper, genome)


def editor_context(scene: Scene, form: ObjectForm, idea_object: IdeaObject | None) -> dict[str, Any]:
    """What the form of an object needs beside its fields: the limitations that may be chosen."""
    limitations = scene.genome.objects_all.accepted().filter(type=ObjectType.LIMITATION)
    if idea_object is not None:
        limitations = limitations.exclude(pk=idea_object.pk)
    own = list(limitations.select_related("genome__source_version__paper").defer("genome__source_version__text"))
    keys = form.repairs()
    own_keys = {each.key for each in own}
    elsewhere = [key for key in keys if key not in own_keys]
    chosen = limitations_by_key(scene.person, scene.project, elsewhere) if elsewhere else []
    return {
        "form": form,
        "idea_object": idea_object,
        "letters": [(each.value, each.letter) for each in ObjectType],
        "limitations": [*sorted(own, key=handle_order), *chosen],
        "chosen": keys,
        "query": f"?version={scene.genome.source_version.number}",
        "project": scene.project,
        "paper": scene.paper,
    }


def screen_context(request: HttpRequest, scene: Scene) -> dict[str, Any]:
    """The genome screen, with the rights that its buttons need."""
    may_write = can_write_genomes(request.user, scene.project)
    screen = genome_screen(scene.person, scene.project, scene.paper, scene.genome)
    can_edit, is_admin = may_write and screen.hold.can_edit, can_correct_papers(request.user, scene.project)
    has_panel = screen.is_visible and not screen.hold.is_handed_in and (can_edit or is_admin)
    return {
        **(_panel_beside(scene, screen, can_edit) if has_panel else {}),
        "project": scene.project,
        "paper": scene.paper,
        "screen": screen,
        "query": f"?version={screen.version.number}",
        "can_edit": can_edit,
        "can_take": may_write and screen.hold.can_take,
        "can_correct": is_admin,
        "carried_waiting": carried_waiting(scene.genome) if can_edit and screen.version.number > 1 else 0,
    }


def _panel_beside(scene: Scene, screen: GenomeScreen, can_decide: bool) -> dict[str, Any]:
    """The panel of a whole page, which has seen the ghosts that it shows and no others."""
    seen = max((card.pk for card in screen.cards if card.state == IdeaObject.State.CANDIDATE), default=0)
    return panel_context(scene, panel_of(scene.genome, scene.project), can_decide, seen)


def panel_context(scene: Scene, panel: Panel, can_decide: bool, seen: int) -> dict[str, Any]:
    """What the panel of extraction passes needs; `seen` is the last candidate that the page has."""
    return {
        "panel": panel,
        "seen": seen,
        "project": scene.project,
        "paper": scene.paper,
        "query": f"?version={scene.genome.source_version.number}",
        "can_decide": can_decide,
    }


def genome_page(request: HttpRequest, scene: Scene, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page. `editor` is the context of an open form, `refusal` is why it was not handed in."""
    context = screen_context(request, scene)
    if context["can_edit"]:
        context["blank"] = editor_context(scene, ObjectForm(initial=BLANK, auto_id="editor_%s"), None)
    return render(request, "genomes/genome.html", {**context, **more}, status=status)


BLANK = {"contribution_role": "context", "lineage_relevant": True}
