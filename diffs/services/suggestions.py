"""Suggestions: computed by the worker and stored whole; what people take of them is noted."""

import logging

from celery import current_app
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as QueueError

from annotation.models import Project, User
from annotation.refusal import refused
from diffs.models import PaperPair, Suggestion, SuggestionTake
from diffs.selectors.suggestions import (
    REMEMBERED,
    current_suggester,
    failure_key,
    suggestion_of,
    things_of,
)
from diffs.services.drafts import held_label
from diffs.suggesting import Suggester

logger = logging.getLogger(__name__)
TASK, PROJECT_TASK = "diffs.suggest_pair", "diffs.suggest_project"


def ask_for_suggestions(pair: PaperPair) -> None:
    """Hand a pair without suggestions to the worker, once it is committed. Asked twice, it is done once.

    Where the queue is away nothing is lost: the next look at the pair asks again, and so does a worker that starts.
    Sent by its name, since whatever makes a pair asks, and tasks stand above services.
    """
    if pair.suggested_at is None and pair.project.wants_suggestions:
        _hand_over(TASK, pair.pk)


def ask_for_all_suggestions(project: Project) -> None:
    """The same for every pair of a project that waits, by one message."""
    if project.wants_suggestions:
        _hand_over(PROJECT_TASK, project.pk)


def _hand_over(task: str, pk: int) -> None:
    def send() -> None:
        try:
            current_app.send_task(task, [pk])
        except QueueError:
            logger.exception("The queue does not answer; %s %s waits", task, pk)

    transaction.on_commit(send)


def suggest_pair(*, pair_id: int) -> bool:
    """Compute and store what is suggested for a pair; False when there is nothing to do.

    Genomes are fixed before they are paired, so what is stored stays right until another provider is chosen; then it
    is replaced as a whole. A fault of ours is logged and told on the screen for an hour; nothing is stored then.
    """
    pair = PaperPair.objects.with_papers().filter(pk=pair_id).first()
    if pair is None or not pair.project.wants_suggestions:
        return False
    try:
        suggester = current_suggester()
        if _is_done(pair, suggester):
            return False
        _store(pair, suggester)
    except (OperationalError, InterfaceError):
        raise  # the database is away: the task is tried again
    except Exception:
        logger.exception("The suggestions of pair %s failed", pair_id)
        cache.set(failure_key(pair_id), True, REMEMBERED)
        return False
    cache.delete(failure_key(pair_id))
    return True


def _is_done(pair: PaperPair, suggester: Suggester) -> bool:
    others = Suggestion.objects.filter(pair=pair).exclude(provider=suggester.name)
    return pair.suggested_at is not None and not others.exists()


def _store(pair: PaperPair, suggester: Suggester) -> None:
    sources, targets = things_of(pair.source), things_of(pair.target)
    ranked = suggester.rank(list(sources.values()), list(targets.values()))
    ids = {thing.key: pk for pk, thing in {**sources, **targets}.items()}
    rows = [
        Suggestion(
            pair=pair,
            source_object_id=ids[each.source],
            target_object_id=ids[each.target],
            rank=each.rank,
            score=each.score,
            words=list(each.words),
            provider=suggester.name,
        )
        for each in ranked
    ]
    with transaction.atomic():
        PaperPair.objects.select_for_update(no_key=True).get(pk=pair.pk)  # two workers come one after the other
        Suggestion.objects.filter(pair=pair).delete()
        Suggestion.objects.bulk_create(rows)
        pair.suggested_at = timezone.now()
        pair.save(update_fields=["suggested_at"])


@transaction.atomic
def take_suggestion(*, by: User, pair: PaperPair, source: str, target: str) -> SuggestionTake:
    """Note that a person aligned two objects by pressing a suggestion; told twice, it is noted once.

    The answer itself is the draft's matter. Raises Refused when the person does not label this pair, or when the two
    are not suggested.
    """
    held_label(by, pair)
    found = suggestion_of(pair, source, target)
    if found is None:
        message = _("%(target)s is not suggested for %(source)s.") % {"source": source, "target": target}
        raise refused("not_suggested", message, "target")
    take: SuggestionTake = SuggestionTake.objects.get_or_create(
        pair=pair,
        person=by,
        source_object_id=found.source_object_id,
        target_object_id=found.target_object_id,
        defaults={"rank": found.rank, "provider": found.provider},
    )[0]
    return take
