"""What people say about a unit. All of it happens under the unit's row lock, so that a press sent twice is one comment
and nobody is told of something before they may see it.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.mentions import GROUPS, mentioned, with_numbers
from annotation.models import Comment, Membership, Unit, User
from annotation.permissions import Voice, sees_names, voice_in
from annotation.refusal import Conflict, Fault, TooOften, refused
from annotation.selectors.places import fields_of, objects_for
from annotation.services.announcing import announce

LONGEST = 4000  # characters of one comment
AT_ONCE, WITHIN = 20, timedelta(minutes=10)  # comments of one person


@transaction.atomic
def say(
    *,
    by: User,
    unit: Unit,
    body: str,
    about_field: str = "",
    about_object: str = "",
    reply_to: Comment | None = None,
    key: str = "",
) -> Comment:
    """Comment on a unit, an object of it or a field; sent twice with one `key`, it is one comment.

    `reply_to` is a comment that the person sees; what a non-labelling admin replies to a question is its answer.
    Raises `Refused` before the person has submitted (a guideline question can be asked), when the text is empty or
    too long, names somebody whom they may not name, or is about something that the unit does not have; `TooOften`.
    """
    unit = _locked(unit)
    voice = voice_in(by, unit)
    root = _root(reply_to)
    if root is not None and root.kind == Comment.Kind.QUESTION and voice.answers:
        return answer(by=by, question=root, body=body, key=key, close=False)
    own_question = root is not None and root.kind == Comment.Kind.QUESTION and root.author_id == by.pk
    if not (own_question or _may_say(voice, unit)):
        message = _(
            "Submit your own answer first: comments are open to you then. You can ask a guideline question now."
        )
        raise refused("not_submitted", message)
    if root is not None:
        about_field, about_object = root.about_field, root.about_object
    draft = Comment(unit=unit, author=by, spoken_as=voice.role, reply_to=root, key=key)
    draft.about_field, draft.about_object = about_field, about_object
    said = _store(draft, body)
    if own_question and root is not None and root.closed_at is not None:
        _reopen(root)
    return said


@transaction.atomic
def ask(*, by: User, unit: Unit, body: str, about_field: str = "", about_object: str = "", key: str = "") -> Comment:
    """Ask the admins a guideline question about a unit that one works on. Drafts are left alone."""
    unit = _locked(unit)
    voice = voice_in(by, unit)
    if not voice.may_ask:
        raise refused("no_part", _("Questions are asked from a unit that you hold. Open one of yours and ask there."))
    draft = Comment(unit=unit, author=by, spoken_as=voice.role, kind=Comment.Kind.QUESTION, key=key)
    draft.about_field, draft.about_object = about_field, about_object
    return _store(draft, body)


@transaction.atomic
def answer(*, by: User, question: Comment, body: str, key: str = "", close: bool = True) -> Comment:
    """Answer a question: only its asker and the admins read it until the unit has all its labels."""
    unit = _locked(question.unit)
    voice = voice_in(by, unit)
    if not voice.answers:
        raise refused("not_an_admin", _("Only admins who do not label here answer questions."))
    if question.kind != Comment.Kind.QUESTION:
        raise refused("no_question", _("Only a guideline question is answered. Comment on it instead."))
    draft = Comment(unit=unit, author=by, spoken_as=voice.role, kind=Comment.Kind.ANSWER, reply_to=question, key=key)
    draft.about_field, draft.about_object = question.about_field, question.about_object
    said = _store(draft, body)
    if close:
        close_question(by=by, question=question)
    return said


@transaction.atomic
def close_question(*, by: User, question: Comment) -> Comment:
    """Take a question off the list of open ones. Closing again changes nothing; a new word of its asker opens it."""
    row: Comment = Comment.objects.select_for_update(no_key=True).get(pk=question.pk)
    if row.kind != Comment.Kind.QUESTION:
        raise refused("no_question", _("Only a guideline question can be closed."))
    if row.closed_at is None:
        row.closed_at, row.closed_by = timezone.now(), by
        row.save(update_fields=["closed_at", "closed_by"])
    return row


@transaction.atomic
def withdraw(*, by: User, comment: Comment) -> Comment:
    """Take one's own comment back: its place stays, its text is shown to nobody. Twice is once."""
    row: Comment = Comment.objects.select_for_update(no_key=True).get(pk=comment.pk)
    if row.author_id != by.pk:
        raise refused("not_yours", _("Only its author takes a comment back."))
    if row.withdrawn_at is None:
        row.withdrawn_at = timezone.now()
        row.save(update_fields=["withdrawn_at"])
    return row


def _locked(unit: Unit) -> Unit:
    rows = Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project")
    locked: Unit = rows.get(pk=unit.pk)
    return locked


def _root(reply_to: Comment | None) -> Comment | None:
    """Threads are flat: a reply to a reply is one to their beginning."""
    if reply_to is None or reply_to.reply_to is None:
        return reply_to
    return reply_to.reply_to


def _may_say(voice: Voice, unit: Unit) -> bool:
    return voice.has_submitted or (voice.is_overseer and unit.labels_done >= unit.overlap)


def _store(draft: Comment, body: str) -> Comment:
    """Write a comment and tell of it, or find the one that was sent with the same key."""
    body = body.strip()
    sent: Comment | None = None
    if draft.key:
        sent = Comment.objects.filter(unit=draft.unit, author=draft.author, key=draft.key).first()
    _refuse_text(draft, body)
    numbers = _numbers(draft, body)
    stored = with_numbers(body, numbers)
    if sent is not None:
        if (sent.kind, sent.body, sent.reply_to_id) != (draft.kind, stored, draft.reply_to_id):
            raise Conflict([Fault("key_used", _("This was sent already, with other words. Load the page again."))])
        return sent
    _refuse_flood(draft.author)
    draft.body = stored
    draft.save(force_insert=True)
    draft.mentions.set(numbers.values())
    announce(draft)
    return draft


def _refuse_text(draft: Comment, body: str) -> None:
    if not body:
        raise refused("empty", _("Write something first."), "body")
    if len(body) > LONGEST:
        message = _("This is %(count)s characters long; a comment has at most %(limit)s. Split it.")
        raise refused("too_long", message % {"count": len(body), "limit": LONGEST}, "body")
    if draft.about_field and draft.about_field not in fields_of(draft.unit):
        raise refused("unknown_field", _("This unit has no such field. Choose one that is offered."), "about_field")
    objects = objects_for(draft.unit, voice_in(draft.author, draft.unit)) if draft.about_object else []
    if draft.about_object and all(each.key != draft.about_object for each in objects):
        raise refused("unknown_object", _("This unit has no such object. Choose one that is offered."), "about_object")


def _numbers(draft: Comment, body: str) -> dict[str, int]:
    """The people whom a comment mentions by name. Only who may see names names people; all others are told the same
    of a name that exists and of one that does not."""
    names = [name for name in mentioned(body) if name not in GROUPS] if draft.kind == Comment.Kind.COMMENT else []
    if not names:
        return {}
    found: dict[str, int] = {}
    if sees_names(draft.author, draft.unit.project):
        members = Membership.objects.filter(project=draft.unit.project_id, user__username__in=names)
        found = dict(members.values_list("user__username", "user_id"))
    unknown = next((name for name in names if name not in found), None)
    if unknown is not None:
        message = _(
            "@%(name)s cannot be mentioned. Mention @admins, @adjudicators or @annotators, or write it in `code`."
        )
        raise refused("no_such_mention", message % {"name": unknown}, "body")
    return found


def _refuse_flood(author: User) -> None:
    recent = Comment.objects.filter(author=author, created_at__gt=timezone.now() - WITHIN).count()
    if recent >= AT_ONCE:
        message = _("You have written %(count)s comments in a few minutes. Wait a little, then send this one.")
        raise TooOften([Fault("too_often", message % {"count": recent})])


def _reopen(question: Comment) -> None:
    question.closed_at, question.closed_by = None, None
    question.save(update_fields=["closed_at", "closed_by"])


__all__ = ["answer", "ask", "close_question", "say", "withdraw"]
