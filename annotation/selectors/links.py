"""Addresses by name. Apps above are known here by the names of their pages only."""

from collections.abc import Iterable

from django.urls import NoReverseMatch, reverse

from annotation.models import Project, Role, Unit


def link(name: str, *args: str | int) -> str:
    """The address of a page, empty when this site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def unit_url(unit: Unit) -> str:
    """The screen where a unit is worked on: a paper's genome or its second reading, or a pair. Else My work.

    Costs no query when the unit was read with `UNIT_SUBJECT`.
    """
    slug = unit.project.slug
    address = ""
    if unit.kind == Unit.Kind.GENOME and hasattr(unit, "genome"):
        address = link("genomes:paper", slug, unit.genome.source_version.paper.slug)
    elif unit.kind == Unit.Kind.PAIR and hasattr(unit, "pair"):
        address = link("diffs:pair", slug, unit.pair.pk)
    elif unit.kind == Unit.Kind.READING and hasattr(unit, "second_reading"):
        version = unit.second_reading.genome.source_version
        page = link("genomes:reading", slug, version.paper.slug)
        address = f"{page}?version={version.number}" if page else ""
    return address or link("annotation:work", slug)


def dispute_url(unit: Unit) -> str:
    """The screen where a dispute about a unit is decided, read as for `unit_url`."""
    slug = unit.project.slug
    if unit.kind == Unit.Kind.PAIR and hasattr(unit, "pair"):
        return link("adjudication:case", slug, unit.pair.pk)
    if unit.kind == Unit.Kind.READING and hasattr(unit, "second_reading"):
        return link("adjudication:genome", slug, unit.second_reading.pk)
    return link("adjudication:queue", slug)


UNIT_SUBJECT = (
    "project",
    "genome__source_version__paper",
    "second_reading__genome__source_version__paper",
    "pair",
)


def start_url(project: Project, roles: Iterable[str]) -> str:
    """Where a person begins in a project: own work, then the disputes, then the progress of all."""
    held = set(roles)
    starts = [
        (Role.ANNOTATOR, "annotation:work"),
        (Role.ADJUDICATOR, "adjudication:queue"),
        (Role.ADMIN, "annotation:progress"),
    ]
    addresses = [link(name, project.slug) for role, name in starts if role in held]
    return next((address for address in addresses if address), link("annotation:guidelines", project.slug))
