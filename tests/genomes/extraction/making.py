"""Passes over the genomes of tests, run in the process of the test."""

from typing import Any

from annotation.models import User
from genomes.models import ExtractionPass, Genome, IdeaObject
from genomes.services import run_pass, start_passes
from tests.genomes.extraction.endpoint import KEY, Endpoint


def endpoint_settings(endpoint: Endpoint, **changes: Any) -> dict[str, Any]:
    """What the settings hold when the stand-in is set up as the language model."""
    return {
        "base_url": endpoint.url,
        "model": "tiny",
        "api_key": KEY,
        "timeout": 0.5,
        "retries": 1,
        "backoff": 0.001,
        "part_characters": 12_000,
        "reply_tokens": 400,
        "response_format": "json_object",
        **changes,
    }


def a_pass(genome: Genome, *, by: User, type: str = "limitation", provider: str = "cues") -> ExtractionPass:
    """A pass that waits."""
    (extraction,) = start_passes(by=by, genome=genome, types=[type], provider=provider)
    return extraction


def a_run_pass(genome: Genome, *, by: User, type: str = "limitation", provider: str = "cues") -> ExtractionPass:
    """A pass that has been run."""
    extraction = a_pass(genome, by=by, type=type, provider=provider)
    run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    return extraction


def candidates(genome: Genome) -> list[IdeaObject]:
    return list(genome.objects_all.filter(state=IdeaObject.State.CANDIDATE).order_by("pk"))
