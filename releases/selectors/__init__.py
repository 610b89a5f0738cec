"""Page-shaped reads of releases: their files and gold, the exam, runs and the leaderboard."""

from releases.selectors.audit_row import AuditRow
from releases.selectors.bytes_of import StoredFiles, bytes_of, chunks_of, public_files
from releases.selectors.chain import chain_of
from releases.selectors.content import json_file_of, table
from releases.selectors.exam import exam_axes, instance_rows, instance_view, task_row
from releases.selectors.files import file_rows, release_zip, zip_name
from releases.selectors.findings import audit_rows, release_audit_rows
from releases.selectors.gold import evaluator_release, gold_rows, gold_rows_of, latest_frozen, release_bytes
from releases.selectors.history import revisions_of
from releases.selectors.leaderboard import COLUMNS, FIGURES, board_of, ranked_releases, release_to_show
from releases.selectors.lineage import lineages
from releases.selectors.progress import (
    Progress,
    audit_progress,
    check_progress,
    freeze_progress,
    run_progress,
    stuck_words,
)
from releases.selectors.releases import (
    agreement_of,
    annotated,
    contents,
    last_check,
    manifest_of,
    releases_for,
    suggested_version,
)
from releases.selectors.runs import FILTERS, answer_of_run, outcomes_of, report_of, runs_for
from releases.selectors.status import status_of, statuses
from releases.selectors.yields import yield_rows

__all__ = [
    "COLUMNS",
    "FIGURES",
    "FILTERS",
    "AuditRow",
    "Progress",
    "StoredFiles",
    "agreement_of",
    "annotated",
    "answer_of_run",
    "audit_progress",
    "audit_rows",
    "board_of",
    "bytes_of",
    "chain_of",
    "check_progress",
    "chunks_of",
    "contents",
    "evaluator_release",
    "exam_axes",
    "file_rows",
    "freeze_progress",
    "gold_rows",
    "gold_rows_of",
    "instance_rows",
    "instance_view",
    "json_file_of",
    "last_check",
    "latest_frozen",
    "lineages",
    "manifest_of",
    "outcomes_of",
    "public_files",
    "ranked_releases",
    "release_audit_rows",
    "release_bytes",
    "release_to_show",
    "release_zip",
    "releases_for",
    "report_of",
    "revisions_of",
    "run_progress",
    "runs_for",
    "status_of",
    "statuses",
    "stuck_words",
    "suggested_version",
    "table",
    "task_row",
    "yield_rows",
    "zip_name",
]
