"""What people are told, in words, and where it leads."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import Comment, Guideline, Notification, NotificationChoice, User
from annotation.selectors.discussion import comment_url
from annotation.selectors.links import UNIT_SUBJECT, dispute_url, link, unit_url

PER_PAGE = 30
Kind = Notification.Kind

# By kind, and by event or by what was said where a kind has several: %(unit)s, %(project)s and what `notify` was given
WORDS: dict[tuple[str, str], Any] = {
    (Kind.ASSIGNED, ""): gettext_lazy("“%(unit)s” is assigned to you."),
    (Kind.ASSIGNED, "dispute"): gettext_lazy("The dispute about “%(unit)s” is assigned to you."),
    (Kind.TAKEN_BACK, "dispute"): gettext_lazy(
        "The dispute about “%(unit)s” is given to somebody else. Your draft stays."
    ),
    (Kind.TAKEN_BACK, ""): gettext_lazy("“%(unit)s” is given to somebody else. Your draft stays."),
    (Kind.DUE, ""): gettext_lazy("“%(unit)s” is due on %(due)s."),
    (Kind.PAUSED, "admin"): gettext_lazy("An admin paused your work in %(project)s. What you hold you may finish."),
    (Kind.PAUSED, "resumed"): gettext_lazy("You may go on in %(project)s."),
    (Kind.PAUSED, "accuracy"): gettext_lazy("Your work in %(project)s is paused. An admin will talk with you."),
    (Kind.PAUSED, "accuracy_of"): gettext_lazy(
        "%(person)s is paused: %(right)s of %(of)s latest answers on known pairs are right."
    ),
    (Kind.QUALIFIED, "qualified"): gettext_lazy("You are qualified: real work in %(project)s is open to you."),
    (Kind.QUALIFIED, "let_work"): gettext_lazy("An admin opened the real work in %(project)s to you."),
    (Kind.QUALIFIED, "asked_again"): gettext_lazy("Some known pairs come first in %(project)s, then work goes on."),
    (Kind.QUALIFIED, "stuck"): gettext_lazy(
        "%(person)s has had all known pairs and is not qualified: %(right)s of %(of)s answers are right."
    ),
    (Kind.GUIDELINE, ""): gettext_lazy("Version %(version)s of the guideline is in force. %(note)s"),
    (Kind.COMMENT, ""): gettext_lazy("Somebody commented on “%(unit)s”."),
    (Kind.MENTION, ""): gettext_lazy("Somebody mentions you in a comment on “%(unit)s”."),
    (Kind.QUESTION, "question"): gettext_lazy("Somebody asks a guideline question about “%(unit)s”."),
    (Kind.QUESTION, "comment"): gettext_lazy("Somebody asks further about “%(unit)s”."),
    (Kind.QUESTION, "answer"): gettext_lazy("Your guideline question about “%(unit)s” is answered."),
    (Kind.QUESTION, "note"): gettext_lazy("A note to the guideline answers your question about “%(unit)s”."),
    (Kind.DECIDED, ""): gettext_lazy("“%(unit)s” is decided. See how your answer compares, and why."),
}


@dataclass(frozen=True, slots=True)
class Notice:
    notification: Notification
    words: str
    address: str

    @property
    def is_unread(self) -> bool:
        return self.notification.read_at is None


def notices_of(person: User, *, number: int | str = 1, only_unread: bool = False) -> tuple[list[Notice], Page[Any]]:
    """A page of what the person is told, newest first. 2 queries."""
    rows = visible_notifications(person)
    page = Paginator(rows.unread() if only_unread else rows, PER_PAGE).get_page(number)
    return [notice_of(row) for row in page], page


def visible_notifications(person: User) -> Any:
    """What the person is told, with all that its words and its place need."""
    related = ("project", "guideline", "comment__unit__project", *(f"unit__{path}" for path in UNIT_SUBJECT))
    return Notification.objects.visible_to(person).select_related(*related)


def unread_count(person: User) -> int:
    count: int = Notification.objects.visible_to(person).unread().count()
    return count


def notice_of(row: Notification) -> Notice:
    return Notice(row, sentence(row), address_of(row))


def sentence(row: Notification) -> str:
    """A notification in the reader's language. Names of people stand in it only where `notify` was given one."""
    params = {str(key): value for key, value in row.params.items()}
    count = params.get("count")
    if row.kind == Kind.ASSIGNED and isinstance(count, int):
        return ngettext("%(count)d unit is assigned to you.", "%(count)d units are assigned to you.", count) % {
            "count": count
        }
    if row.kind == Kind.TAKEN_BACK and isinstance(count, int):
        return ngettext(
            "%(count)d unit is given to somebody else.", "%(count)d units are given to somebody else.", count
        ) % {"count": count}
    if row.kind == Kind.UNDECIDABLE and isinstance(count, int):
        return ngettext(
            "%(count)d dispute has nobody who may decide it. Add an adjudicator.",
            "%(count)d disputes have nobody who may decide them. Add an adjudicator.",
            count,
        ) % {"count": count}
    variant = str(params.get("event") or params.get("said") or "")
    words = WORDS.get((row.kind, variant)) or WORDS.get((row.kind, ""))
    if words is None:
        return str(row.get_kind_display()).capitalize()
    unit = row.unit.title if row.unit is not None else ""
    known = {"unit": unit, "project": row.project.name, **params}
    return (str(words) % _Known(known)).strip()


class _Known(dict[str, Any]):
    """What a sentence names; what is not known stays empty."""

    def __missing__(self, key: str) -> str:
        return ""


def address_of(row: Notification) -> str:
    """The place that a notification speaks of."""
    slug = row.project.slug
    if row.comment is not None:
        said_to_admins = row.kind == Kind.QUESTION and row.comment.kind != Comment.Kind.ANSWER
        questions = link("annotation:questions", slug) if said_to_admins else ""
        return f"{questions}#c-{row.comment.reply_to_id or row.comment_id}" if questions else comment_url(row.comment)
    if row.kind == Kind.GUIDELINE:
        guideline: Guideline | None = row.guideline
        return (
            link("annotation:guideline", slug, guideline.version) if guideline else link("annotation:guidelines", slug)
        )
    if row.params.get("said") == "note":
        return link("annotation:guidelines", slug)
    if row.kind == Kind.UNDECIDABLE:
        return link("adjudication:queue", slug)
    if row.unit is not None and row.kind != Kind.TAKEN_BACK:
        return dispute_url(row.unit) if row.params.get("event") == "dispute" else unit_url(row.unit)
    return link("annotation:project", slug)


@dataclass(frozen=True, slots=True)
class Way:
    """How a person is told of one kind of thing."""

    kind: str
    label: str
    on_page: bool
    by_mail: bool


def ways_of(person: User) -> list[Way]:
    """Every kind with the person's choice, or page and mail where they made none."""
    chosen = {each.kind: each for each in NotificationChoice.objects.filter(person=person)}
    return [
        Way(kind.value, str(kind.label), chosen[kind.value].on_page, chosen[kind.value].by_mail)
        if kind.value in chosen
        else Way(kind.value, str(kind.label), True, True)
        for kind in Kind
    ]


def mail_of(row: Notification) -> tuple[str, str]:
    """Subject and body of a mail: what the page says and a link, never what somebody wrote."""
    words = sentence(row)
    context = {
        "words": words,
        "project": row.project.name,
        "address": f"{settings.SITE_ADDRESS}{address_of(row)}",
        "choices": f"{settings.SITE_ADDRESS}{link('annotation:notification-choices')}",
        "has_site": bool(settings.SITE_ADDRESS),
        "kind": row.get_kind_display(),
    }
    subject = " ".join(f"{row.project.name}: {words}".split())  # a title may hold line breaks, a subject may not
    return subject[:200], render_to_string("annotation/notification_mail.txt", context)
