"""What is published of a release and where, and what a place outside is given."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from releases.models import Publication, Release
from releases.publishing import Account, PublicFile, configured_places
from releases.selectors.bytes_of import chunks_of, public_files
from releases.selectors.progress import Progress, stuck_words
from releases.selectors.releases import manifest_of

KEPT_SECONDS = 3600


def publication_key(publication_id: int) -> str:
    """Where the progress of a publication is told."""
    return f"release-publication:{publication_id}"


def files_to_publish(release: Release) -> list[PublicFile]:
    """Every file that may leave, and no sealed one; bytes are read when they are asked for."""
    return [PublicFile(file.path, file.size, file.sha256, partial(chunks_of, file)) for file in public_files(release)]


def account_of(release: Release) -> Account:
    manifest, project = manifest_of(release), release.project
    said = " ".join(project.description.split())
    return Account(
        project=project.slug,
        name=project.name,
        version=release.version,
        licence=manifest["licence"],
        description=said or f"Ideas of papers and how they descend, labelled by people: the project {project.name}.",
        day=manifest["created"][:10],
        manifest_sha256=release.manifest_sha256,
        canary=manifest["canary"],
    )


@dataclass(frozen=True)
class Handing(Progress):
    """A publication on its way, in files."""

    @property
    def text(self) -> str:
        return _("Handing over file %(done)d of %(total)d") % {"done": self.done, "total": self.total}


@dataclass(frozen=True)
class PlaceRow:
    """A place with what lies there; `progress` while the worker is to do it."""

    name: str
    words: Any
    is_on: bool
    publication: Publication | None
    progress: Progress | None

    @property
    def is_link(self) -> bool:
        return self.publication is not None and self.publication.address.startswith(("https://", "http://"))


def place_rows(release: Release) -> list[PlaceRow]:
    """Places that are on, and those where the release was published before. One query."""
    found = {each.place: each for each in Publication.objects.filter(release=release)}
    on = configured_places()
    return [
        PlaceRow(name, words, name in on, found.get(name), _progress(found.get(name)))
        for name, words in Publication.Place.choices
        if name in on or name in found
    ]


def _progress(publication: Publication | None) -> Progress | None:
    waits = publication is not None and publication.state == Publication.State.WAITING
    return publication_progress(publication) if publication is not None and waits else None


def publication_progress(publication: Publication) -> Progress:
    """How far it is, in files."""
    if publication.state == Publication.State.FAILED:
        return Progress("failed", "failed")
    if publication.state == Publication.State.DONE:
        return Progress("done", "done")
    told = cache.get(publication_key(publication.pk))
    if told is None:
        return Progress("running", "waiting", stuck=stuck_words())
    return Handing("running", "publishing", told["done"], told["total"])
