"""What audits found, each with the page where it is mended."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from adjudication.models import Resolution
from annotation.models import Project, User
from annotation.permissions import can_adjudicate, can_see_agreement
from annotation.selectors import link
from diffs.models import PaperPair
from diffs.selectors import listed_traces, stops_of
from genomes.models import IdeaObject, SecondReading
from releases.audits import TITLES
from releases.models import Release
from releases.permissions import can_freeze
from releases.selectors.audit_row import AuditRow, FindingRow
from releases.wording import AUDIT_NOTES

ENDS = ("source__source_version__paper__slug", "target__source_version__paper__slug")


def audit_rows(reader: User, project: Project, audits: Iterable[Mapping[str, Any]]) -> list[AuditRow]:
    """Audits as `releases.audits` gives them (as JSON), the failed ones first. At most seven queries, whatever fails.

    What concerns a pair that the reader may still label stays unnamed: it would tell what others made of it.
    """
    listed = list(audits)
    newest = max(listed, key=lambda audit: audit.get("at", ""), default={})
    places = _Places(reader, project, [found["where"] for audit in listed for found in audit["findings"]])
    rows = [
        AuditRow(
            name=audit["name"],
            title=TITLES[audit["name"]],
            note=AUDIT_NOTES[audit["name"]],
            passed=audit["passed"],
            findings=[_finding(places, audit["name"], found) for found in audit["findings"]],
            stops=audit.get("stops", True),
            count=audit.get("count", len(audit["findings"])),
            notes=audit.get("notes", ()),
            at=datetime.fromisoformat(audit["at"]) if "at" in audit else None,
            is_older=audit.get("gold_sha256") != newest.get("gold_sha256"),
        )
        for audit in listed
    ]
    return sorted(rows, key=lambda row: ("failed", "warns", "passed").index(row.state))


def release_audit_rows(reader: User, release: Release) -> list[AuditRow]:
    """What the audits of a release found. What they list or count may lead to what is sealed: only admins see that."""
    audits: list[Mapping[str, Any]] = release.audits
    if not can_freeze(reader, release.project):
        audits = [{**audit, "findings": [], "notes": [], "count": 0} for audit in audits]
    return audit_rows(reader, release.project, audits)


def _finding(places: "_Places", audit: str, found: Mapping[str, Any]) -> FindingRow:
    kind, _sign, key = found["where"].partition(":")
    if kind == "pair" and key in places.hidden:
        return FindingRow("", _("A pair that you may still label. Another admin sees which."), "", "")
    address, action = places.of(kind, key, audit)
    return FindingRow(subject=key or str(_("project")), what=found["what"], address=address, action=action)


class _Places:
    """Where a record is mended. Pairs and objects are looked up by their ids in releases, all at once."""

    def __init__(self, reader: User, project: Project, wheres: Iterable[str]) -> None:
        self.reader, self.project = reader, project
        named = [where.partition(":") for where in wheres]
        self.hidden: set[str] = set()
        self.pairs = self._find_pairs({key for kind, _sign, key in named if kind == "pair"})
        self.resolves = bool(self.pairs) and can_adjudicate(reader, project)
        self.cases = self._find_cases() if self.resolves else set()
        self.genomes = self._find_readings({key for kind, _sign, key in named if kind == "genome"})
        self.sees_disputes = bool(self.genomes) and can_see_agreement(reader, project)
        self.traces = self._find_traces({key for kind, _sign, key in named if kind == "trace"})
        self.objects = self._find_objects({key for kind, _sign, key in named if kind == "object"})

    def of(self, kind: str, key: str, audit: str) -> tuple[str, str]:
        slug = self.project.slug
        pages: dict[str, Callable[[], tuple[str, str] | None]] = {
            "pair": lambda: self._pair(key, audit),
            "object": lambda: self._object(key),
            "genome": lambda: self._genome(key),
            "paper": lambda: (link("genomes:paper", slug, key), _("Open the paper")),
            "trace": lambda: self._trace(key),
            "exam": lambda: (link("genomes:papers", slug), _("Complete the names of the papers")),
            "pairs": lambda: (link("diffs:pairs", slug), _("Open the pairs")),
            "guidelines": lambda: (link("annotation:guidelines", slug), _("Open the guidelines")),
        }
        found = pages[kind]() if kind in pages else None
        return found or (link("annotation:settings", slug), _("Open the settings"))

    def _pair(self, key: str, audit: str) -> tuple[str, str] | None:
        slug, pair = self.project.slug, self.pairs.get(key)
        if pair is None:
            return None
        if audit == "open_disputes" and self.resolves:
            return link("adjudication:case", slug, pair), _("Resolve the dispute")
        if pair in self.cases:
            return link("adjudication:case", slug, pair), _("Open the case and decide it anew")
        return link("diffs:pair", slug, pair), _("Open the pair")

    def _object(self, key: str) -> tuple[str, str] | None:
        if key not in self.objects:
            return None
        paper = link("genomes:paper", self.project.slug, key.partition(":")[0])
        return f"{paper}#object-{self.objects[key]}" if paper else "", _("Open the object")

    def _genome(self, key: str) -> tuple[str, str]:
        page = self.genomes.get(key)
        if page is not None and self.sees_disputes:
            return link("adjudication:genome", self.project.slug, page), _("Decide the objects")
        return link("genomes:paper", self.project.slug, key), _("Open the genome")

    def _trace(self, key: str) -> tuple[str, str]:
        slug, page = self.project.slug, self.traces.get(key)
        return link("diffs:trace", slug, page) if page else link("diffs:traces", slug), _("Mend the trace")

    def _find_pairs(self, keys: set[str]) -> dict[str, int]:
        if not keys:
            return {}
        rows = PaperPair.objects.filter(
            project=self.project, target__source_version__paper__slug__in=_possible_targets(keys)
        ).told_apart(self.reader)
        found = {}
        for pk, source, target, is_shown in rows.values_list("pk", *ENDS, "labels_shown"):
            found[f"{source}__{target}"] = pk
            if not is_shown:
                self.hidden.add(f"{source}__{target}")
        return found

    def _find_cases(self) -> set[int]:
        """Pairs with a resolution: what is wrong with their gold, a further one mends."""
        return set(Resolution.objects.filter(pair__in=self.pairs.values()).values_list("pair", flat=True))

    def _find_readings(self, keys: set[str]) -> dict[str, int]:
        """The submitted reading of each genome, by its paper; of several versions the newest."""
        if not keys:
            return {}
        rows = SecondReading.objects.filter(
            unit__project=self.project,
            submitted_at__isnull=False,
            genome__source_version__paper__slug__in=keys,
        ).order_by("genome__source_version__number")
        return dict(rows.values_list("genome__source_version__paper__slug", "pk"))

    def _find_traces(self, keys: set[str]) -> dict[str, int]:
        """Traces by the papers that make their ids in releases."""
        if not keys:
            return {}
        listed = [(trace.pk, stops_of(trace)) for trace in listed_traces(self.project, self.reader)]
        return {"-".join(stop.paper.slug for stop in stops): pk for pk, stops in listed}

    def _find_objects(self, keys: set[str]) -> dict[str, int]:
        if not keys:
            return {}
        rows = IdeaObject.objects.filter(
            genome__source_version__paper__project=self.project,
            genome__source_version__paper__slug__in={key.partition(":")[0] for key in keys},
        ).order_by("genome__source_version__number")
        named = rows.values_list("pk", "genome__source_version__paper__slug", "handle")
        return {f"{paper}:{handle}": pk for pk, paper, handle in named}


def _possible_targets(keys: Iterable[str]) -> set[str]:
    """The target's short name in "source__target"; a short name may hold two underscores itself."""
    return {key[at + 2 :] for key in keys for at in range(len(key)) if key.startswith("__", at)}
