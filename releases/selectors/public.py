"""The public page of a release that an admin opened: everything on it comes from the files and from notices."""

from dataclasses import dataclass, replace
from typing import Any, cast

from releases.models import Notice, Release
from releases.packaging.citation import citation_bibtex, citation_line
from releases.packaging.facts import Facts
from releases.selectors.bytes_of import bytes_of, public_files
from releases.selectors.files import FileRow, file_rows
from releases.selectors.publications import account_of
from releases.selectors.releases import manifest_of
from releases.selectors.status import Status, status_of

CITATION, CROISSANT = "CITATION.cff", "croissant.json"


@dataclass(frozen=True)
class PublicPage:
    """`newer` is the version that stands in its place, as far as that one is open, too."""

    manifest: dict[str, Any]
    files: list[FileRow]
    size: int
    bibtex: str
    citation: str
    cff: str
    status: Status
    newer: str
    has_croissant: bool


def is_open(release: Release) -> bool:
    """Whether the last word on it is that everybody may read it."""
    kinds = [Notice.Kind.OPENED, Notice.Kind.CLOSED]
    last = release.notices.filter(kind__in=kinds).order_by("at", "pk").last()
    return last is not None and last.kind == Notice.Kind.OPENED


def public_page(release: Release, url: str) -> PublicPage:
    """`url` is the address of the page, for the citation."""
    files, paths = file_rows(release), set(public_files(release).values_list("path", flat=True))
    status = status_of(release)
    cited = cast(Facts, replace(account_of(release), url=url))  # a citation reads what both have
    return PublicPage(
        manifest=manifest_of(release),
        files=files,
        size=sum(file.size for file in files),
        bibtex=citation_bibtex(cited),
        citation=citation_line(cited),
        cff=bytes_of(release, CITATION).decode() if CITATION in paths else "",
        status=status,
        newer=status.newer if status.newer and _is_open(release, status.newer) else "",
        has_croissant=CROISSANT in paths,
    )


def _is_open(release: Release, version: str) -> bool:
    newer = Release.objects.frozen().filter(project=release.project_id, version=version).first()
    return newer is not None and is_open(newer)
