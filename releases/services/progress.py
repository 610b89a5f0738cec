"""How far a freeze has come, told outside its transaction: kept in the cache, lost without harm."""

from django.core.cache import cache

from releases.models import Release

KEPT_SECONDS = 3600


def progress_key(release_id: int) -> str:
    return f"release-progress:{release_id}"


def report_progress(release: Release, stage: str, done: int, total: int) -> None:
    """`stage` is one of reading, exam, audits, files, writing, frozen, failed."""
    cache.set(progress_key(release.pk), {"stage": stage, "done": done, "total": total}, KEPT_SECONDS)
