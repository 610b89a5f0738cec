"""Make every file of a release from the gold of now, or say why it cannot be made."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from adjudication.selectors import agreement_summary
from annotation.refusal import Fault, Refused, refused
from evaluator.io import verify_files
from evaluator.vocabulary import Split
from releases.audits import AUDITS, TITLES, Audit, scene_of
from releases.files import canary_of, describe
from releases.making import Made, make
from releases.models import Release
from releases.parts import splits_of
from releases.plan import ReleasePlan
from releases.records import Scope, scope_of
from releases.selectors import gold_rows, gold_rows_of
from releases.selectors.gold import sealed_keys_of
from releases.selectors.history import HISTORY, SEALED_HISTORY, earlier_history, history_lines
from releases.services.planning import plan_of
from releases.services.requesting import refuse_moved_gold
from releases.services.sealing import sealing_of
from releases.splits import Splits
from releases.spool import OpenFiles, Pile, Spool
from releases.tables import Led, Tables
from releases.versions import (
    Bump,
    ChangedRow,
    Changes,
    CountedRows,
    GoldHash,
    bump_between,
    bump_demanded,
    changed_rows,
    least_version,
    parse_version,
)

Tell = Callable[[str], None]


class AuditsFailed(Refused):
    """The gold does not pass its audits; `audits` holds what each found."""

    def __init__(self, audits: list[Audit]) -> None:
        self.audits = audits
        super().__init__(
            [
                Fault(audit.name, f"{TITLES[audit.name]}: {f.what}", f.where)
                for audit in audits
                if audit.fails
                for f in audit.findings
            ]
        )


class Assembled(NamedTuple):
    """What is kept of a release beside its files: what its audits found, and what each record rests on."""

    audits: list[Audit]
    led: Pile[Led]


def assemble(spool: Spool, release: Release, previous: Release | None, tell: Tell) -> Assembled:
    """Put every file into the spool. Raises Refused, and AuditsFailed among it."""
    plan = plan_of(release.plan, release.seed)
    tell("reading")
    with scope_of(release.project) as scope:
        if not scope.book.diffs:
            message = _("There is no gold yet: no pair has labels that agree, or a resolution.")
            raise refused("no_gold", message, "project")
        splits = splits_of(scope.book, plan, scope.measured)
        tables, made = _records(spool, release, plan, scope, splits, tell)
        tell("version")
        _compare(spool, release, previous, scope, splits)
        guidelines = scope.guidelines
        del scope  # the book is large, and what follows does not need it
    tell("files")
    agreement = agreement_summary(release.project)
    describe(spool, release, made, plan, agreement=agreement, guidelines=guidelines, previous=previous)
    _refuse_unsound(spool)
    return Assembled(made.audits, tables.led)


def _records(
    spool: Spool, release: Release, plan: ReleasePlan, scope: Scope, splits: Splits, tell: Tell
) -> tuple[Tables, Made]:
    canary = canary_of(release.project, release.version)
    sealing = sealing_of(release.project, release.version)
    tables = Tables(spool, splits.used, canary, sealing, {trace.id: trace.papers for trace in scope.traces()})
    made = make(
        scope,
        plan,
        scene_of(release.project, scope.book, leave_out_disputes=release.leave_out_disputes, splits=splits),
        canary=canary,
        sealing=sealing,
        sink=tables,
        audits=AUDITS.values(),
        tell=tell,
    )
    if not made.is_sound:
        raise AuditsFailed(made.audits)
    return tables, made


def _compare(spool: Spool, release: Release, previous: Release | None, scope: Scope, splits: Splits) -> None:
    """Write the log of what changed since the previous release. Refuses gold that moved, and too low a version."""
    digest = GoldHash()
    rows = changed_rows(gold_rows_of(previous) if previous else (), digest.over(gold_rows(scope)))
    sealed = set(sealed_keys_of(previous)) if previous else set()
    sealed.update(_sealed_keys(scope, splits))
    found = _write_logs(spool, release, previous, rows, sealed)
    refuse_moved_gold(release, digest.hexdigest())
    if previous is not None:
        _check_version(release, previous, found)


def _sealed_keys(scope: Scope, splits: Splits) -> Iterator[str]:
    """Keys of gold rows that stay on the server."""
    book = scope.book
    of: dict[str, Iterable[tuple[str, Split]]] = {
        "papers": splits.of_paper.items(),
        "objects": ((each.id, splits.of_object(each)) for each in book.objects.values()),
        "diffs": ((each.id, splits.of_diff(each)) for each in book.diffs.values()),
        "traces": ((each.id, splits.of_trace(each)) for each in book.traces.values()),
    }
    for table, records in of.items():
        yield from (f"{table}/{id}" for id, split in records if split is Split.SEALED)


def _write_logs(
    spool: Spool, release: Release, previous: Release | None, rows: Iterator[ChangedRow], sealed: set[str]
) -> Changes:
    """The log in the open, and the one of rows that are, or were, sealed, where there are any. Ends the rows."""
    logs = {path: spool.new(path) for path in (HISTORY, *([SEALED_HISTORY] if sealed else []))}
    for path, log in logs.items():
        for part in earlier_history(previous, path):
            log.write(part)
    counted = CountedRows(rows)
    canary = canary_of(release.project, release.version)
    for key, line in history_lines(release, previous, counted, canary):
        logs[SEALED_HISTORY if key in sealed else HISTORY].write(line)
    return counted.changes()


def _check_version(release: Release, previous: Release, found: Changes) -> None:
    """The version rule is a floor: a higher bump than demanded may be chosen, a lower one never."""
    before, wish = parse_version(previous.version), parse_version(release.version)
    if before is None or wish is None:
        raise refused("bad_version", _("Write the version as three numbers, for example 1.0.0."), "version")
    demanded, chosen = bump_demanded(found), bump_between(before, wish)
    if chosen is None or chosen < demanded:
        words = {"before": before, "least": least_version(before, demanded), "why": _reason(demanded)}
        message = _("Since %(before)s %(why)s, so this release must be at least %(least)s.") % words
        raise refused("version_too_low", message, "version")


def _reason(bump: Bump) -> str:
    return {
        Bump.MAJOR: _("gold was changed or withdrawn"),
        Bump.MINOR: _("gold was added"),
        Bump.PATCH: _("the gold is the same"),
    }[bump]


def _refuse_unsound(spool: Spool) -> None:
    """What leaves the house passes the check that everybody else can run on it."""
    faults = [Fault("unsound_file", str(fault), fault.path) for fault in verify_files(OpenFiles(spool))]
    if faults:
        raise Refused(faults)
