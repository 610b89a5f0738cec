"""The places that the settings name."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings

from releases.publishing.base import Place
from releases.publishing.folder import Folder
from releases.publishing.hugging_face import HuggingFace
from releases.publishing.s3 import S3
from releases.publishing.zenodo import Zenodo

PLACES: Mapping[str, Callable[[dict[str, Any]], Place]] = {
    "folder": Folder,
    "s3": S3,
    "hugging_face": HuggingFace,
    "zenodo": Zenodo,
}


def configured_places() -> list[str]:
    """Names of the places that are on; none as long as no setting says so."""
    return [name for name in PLACES if _made(name).is_configured]


def place_named(name: str) -> Place | None:
    """The place, if it is on."""
    place = _made(name) if name in PLACES else None
    return place if place is not None and place.is_configured else None


def _made(name: str) -> Place:
    patience = {"tries": settings.PUBLISHING["tries"], "pause": settings.PUBLISHING["pause"]}
    return PLACES[name]({**patience, **settings.PUBLISHING[name]})
