"""Every route by which one annotator could hope to see another's work, walked with the session of their browser."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import product

from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Page

from diffs.models import Diff, PaperPair
from tests.house.test_permission_table import ADDRESSES

ABSENT = 999_999
CSRF_TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
NOT_OURS = ("admin:*", "account_*", "mfa_*", "headless:*", "api-schema", "healthz")


def every_address(pair: PaperPair, others: Diff) -> list[str]:
    """Every address of the site below this project, about this pair, its unit, its papers and its first label."""
    known: dict[str, list[object]] = {
        "slug": [pair.project.slug],
        "pair_id": [pair.pk],
        "unit_id": [pair.unit_id],
        "diff_id": [others.pk],
        "user_id": [others.author_id],
        "paper_slug": [pair.source.paper.slug, pair.target.paper.slug],
        "object_id": list(pair.source.objects_all.values_list("pk", flat=True)),
        "version": [1, "1.0.0"],
        "name": ["report.json"],
        "path": ["manifest.json"],
        "task": ["dynamics"],
        "instance_id": ["dynamics-000000000000"],
    }
    ours = {name for name in ADDRESSES if not any(fnmatch(name, each) for each in NOT_OURS)}
    return sorted({path for name in ours for path in _addresses(name, known)})


def _addresses(name: str, known: dict[str, list[object]]) -> Iterator[str]:
    parameters = ADDRESSES[name]
    for values in product(*(known.get(each, [1]) for each in parameters)):
        try:
            yield reverse(name, kwargs=dict(zip(parameters, values, strict=True)))
        except NoReverseMatch:
            continue  # a version is a number for a guideline and three for a release


def searches(words: str) -> list[str]:
    """Addresses that search or narrow what they list, asked for the other's words or name."""
    pages = ("papers/?q=", "pairs/?q=", "pairs/?search=", "search/?q=", "search/?kind=objects&q=")
    programs = (
        *("search/?kind=objects&q=", "papers/?q=", "genomes/?q=", "pairs/?q="),
        *("pairs/?search=", "diffs/?search=", "diffs/?author="),
    )
    return [
        *(f"/projects/demo/{each}{words}" for each in pages),
        *(f"/api/v1/projects/demo/{each}{words}" for each in programs),
    ]


def forbidden(pair: PaperPair) -> list[str]:
    """What only adjudicators and admins may read: 403."""
    return [
        *(reverse(f"adjudication:{name}", args=["demo"]) for name in ("queue", "agreement", "agreement-labels")),
        *(reverse(f"adjudication:{name}", args=["demo", pair.pk]) for name in ("case", "missing")),
        reverse("annotation:progress", args=["demo"]),
        *(reverse(f"api:{name}", args=["demo"]) for name in ("disputes", "agreement")),
        reverse("api:dispute", args=["demo", pair.pk]),
    ]


def not_there(others: Diff) -> list[str]:
    """The other's submission by its own id, and ids that nobody has: the same 404."""
    return [
        f"/api/v1/projects/demo/diffs/{others.pk}/",
        f"/api/v1/projects/demo/drafts/{ABSENT}/",
        f"/api/v1/projects/demo/pairs/{ABSENT}/",
        f"/projects/demo/pairs/{ABSENT}/",
        f"/projects/elsewhere/pairs/{others.pair_id}/",
    ]


def ask(page: Page, base: str, path: str) -> tuple[int, str]:
    """What the person of this browser is answered: status, and every byte of the answer as text."""
    answer = page.request.get(f"{base}{path}")
    return answer.status, answer.body().decode(errors="replace")


def pages_as_served(page: Page, pair: PaperPair, base: str) -> dict[str, str]:
    """The pair as pages and as programs get it, byte for byte but for the tokens that every answer has anew."""
    paths = (
        "/projects/demo/pairs/",
        f"/projects/demo/pairs/{pair.pk}/",
        "/api/v1/projects/demo/pairs/",
        f"/api/v1/projects/demo/pairs/{pair.pk}/",
        f"/api/v1/projects/demo/drafts/{pair.pk}/",
        "/api/v1/projects/demo/diffs/",
    )
    return {path: CSRF_TOKEN.sub("", ask(page, base, path)[1]) for path in paths}
