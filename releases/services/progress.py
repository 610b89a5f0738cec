"""How far a freeze has come, told outside its transaction: kept in the cache, lost without harm."""

from django.core.cache import cache

from releases.models import Release
from releases.selectors.progress import KEPT_SECONDS, release_key


def report_progress(release: Release, stage: str, done: int, total: int) -> None:
    """`stage` is one of reading, exam, audits, files, writing, frozen, failed."""
    cache.set(release_key(release.pk), {"stage": stage, "done": done, "total": total}, KEPT_SECONDS)
