"""Who may propose candidates for a genome: the built-in cues always, a language model when it is set up and allowed."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.models import Project
from annotation.refusal import Fault
from genomes.extraction import Document, Provider, cues, prompts
from genomes.extraction.cues import CueProvider
from genomes.models import ExtractionPass, Paper, SourceVersion

CUES, ENDPOINT = ExtractionPass.Provider.CUES, ExtractionPass.Provider.ENDPOINT


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider as a person may choose it. `fault` says why it cannot be chosen, and what to do about it."""

    provider: str
    name: Any
    note: str
    fault: Fault | None = None


def offers_for(project: Project, paper: Paper) -> list[Offer]:
    """Both providers, the one without a network first."""
    heuristic = _("Looks for turns of phrase and headings. A heuristic: it does not read, and is often wrong.")
    model = settings.EXTRACTION_ENDPOINT["model"]
    asks = _("Sends the text in parts to %(model)s. Quotes that do not stand in the text are dropped.") % {
        "model": model or ENDPOINT.label
    }
    return [
        Offer(CUES.value, CUES.label, heuristic),
        Offer(ENDPOINT.value, ENDPOINT.label, asks, endpoint_fault(project, paper)),
    ]


def endpoint_fault(project: Project, paper: Paper) -> Fault | None:
    """Why the text of a paper may not be sent to the language model; None when it may."""
    if not (settings.EXTRACTION_ENDPOINT["base_url"] and settings.EXTRACTION_ENDPOINT["model"]):
        message = _(
            "No language model is set up. Whoever runs this site sets EXTRACTION_BASE_URL and EXTRACTION_MODEL, "
            "and starts it again."
        )
        return Fault("endpoint_off", message, "provider")
    if not project.may_send_texts:
        message = _("The texts of this project stay in the house. An admin can allow sending them, in the settings.")
        return Fault("no_consent", message, "provider")
    if not (paper.redistributable or project.may_send_restricted_texts):
        message = _(
            "The text of this paper may not be redistributed, so it is not sent. "
            "An admin can allow it, in the settings."
        )
        return Fault("restricted_text", message, "provider")
    return None


def provider_facts(provider: str) -> dict[str, Any]:
    """What a pass records of its provider as it is set up now."""
    if provider == CUES:
        return {"provider": CUES, "prompt_version": cues.VERSION}
    return {
        "provider": ENDPOINT,
        "model": settings.EXTRACTION_ENDPOINT["model"][:120],
        "prompt_version": prompts.VERSION,
        "token_budget": settings.EXTRACTION_TOKEN_BUDGET,
    }


def provider_of(extraction: ExtractionPass) -> Provider:
    """The provider of a pass, with the model and the words that it was started with."""
    if extraction.provider == CUES:
        return CueProvider(extraction.prompt_version)
    from genomes.extraction.endpoint import EndpointProvider, EndpointSettings  # a second of imports, for the worker

    chosen = {**settings.EXTRACTION_ENDPOINT, "model": extraction.model}
    return EndpointProvider(EndpointSettings(**chosen), version=extraction.prompt_version)


def document_of(version: SourceVersion) -> Document:
    """The text as a provider reads it. One query."""
    rows = version.passages.order_by("position").values_list("kind", "start", "end", "label", "level")
    return Document.of(version.text, rows)
