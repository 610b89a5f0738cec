"""Who is told of a comment: people who may see it, as soon as they may, and nobody before.

Whoever changes who may see what calls in here, under the unit's row lock: saying something, and finishing a unit.
"""

from collections.abc import Collection, Iterable

from annotation.mentions import groups_in
from annotation.models import Assignment, Comment, Membership, Notification, Role, Unit, User
from annotation.services.telling import notify

Audience = dict[int, str]  # person → kind of notification


def announce(comment: Comment) -> None:
    """Tell of a new comment those who may see it now."""
    _tell(comment.unit, [comment])


def announce_finished(unit: Unit, person: User, *, completes: bool) -> None:
    """After somebody finished a unit: with its last label, tell everybody what was said on it; later, that person.

    Nobody is told twice, and nobody anything while a label is missing.
    """
    if unit.labels_done >= unit.overlap:
        _tell(unit, _standing(unit), only=None if completes else person)


def announce_mentions(unit: Unit, person: User) -> None:
    """Tell somebody who takes the unit's case where they are mentioned; the rest they see on their screen."""
    _tell(unit, _standing(unit), only=person, kinds=(Notification.Kind.MENTION,))


def _standing(unit: Unit) -> list[Comment]:
    """Comments that were not taken back. Questions and their answers were told when they were written."""
    said = Comment.objects.filter(unit=unit, kind=Comment.Kind.COMMENT, withdrawn_at__isnull=True)
    return list(said.select_related("reply_to", "unit__project"))


def _tell(
    unit: Unit, comments: list[Comment], only: User | None = None, kinds: Collection[str] = Notification.Kind.values
) -> None:
    if not comments:
        return
    audiences = {comment.pk: _audience(unit, comment) for comment in comments}
    people = User.objects.filter(pk__in={pk for each in audiences.values() for pk in each}, is_active=True)
    seen = {each.pk: _seen_by(each, comments) for each in people if only is None or each == only}
    told = set(Notification.objects.filter(comment__in=comments).values_list("recipient_id", "comment_id"))
    for comment in comments:
        by_kind: dict[str, list[User]] = {}
        for person in people:
            kind = audiences[comment.pk].get(person.pk, "")
            if kind in kinds and comment.pk in seen.get(person.pk, ()) and (person.pk, comment.pk) not in told:
                by_kind.setdefault(kind, []).append(person)
        for kind, recipients in by_kind.items():
            notify(
                recipients=recipients,
                project=unit.project,
                kind=kind,
                unit=unit,
                comment=comment,
                said=comment.kind,
            )


def _seen_by(person: User, comments: Iterable[Comment]) -> set[object]:
    found = Comment.objects.visible_to(person).filter(pk__in=[each.pk for each in comments])
    return set(found.values_list("pk", flat=True))


def _audience(unit: Unit, comment: Comment) -> Audience:
    """Who would be told, whether or not they may see it: the strongest reason for each."""
    root = comment.reply_to
    asker = root.author_id if root is not None and root.kind == Comment.Kind.QUESTION else None
    if comment.kind == Comment.Kind.ANSWER:
        audience = {asker: Notification.Kind.QUESTION.value} if asker is not None else {}
    elif comment.kind == Comment.Kind.QUESTION or asker == comment.author_id:
        audience = dict.fromkeys(_with_role(unit, Role.ADMIN), Notification.Kind.QUESTION.value)
    else:
        audience = dict.fromkeys(_concerned(unit), Notification.Kind.COMMENT.value)
        audience |= dict.fromkeys(_mentioned(unit, comment), Notification.Kind.MENTION.value)
    audience.pop(comment.author_id, None)
    return audience


def _concerned(unit: Unit) -> set[int]:
    """Those who labelled or adjudicate the unit, and those who have said something about it."""
    holds = Assignment.objects.filter(unit=unit).exclude(state=Assignment.State.RELEASED)
    spoke = Comment.objects.filter(unit=unit, kind=Comment.Kind.COMMENT)
    return {*holds.values_list("person_id", flat=True), *spoke.values_list("author_id", flat=True)}


def _mentioned(unit: Unit, comment: Comment) -> set[int]:
    named = set(comment.mentions.values_list("pk", flat=True))
    groups = groups_in(comment.body)
    if Role.ANNOTATOR in groups:
        named |= set(
            Assignment.objects.done_with().filter(unit=unit, purpose="label").values_list("person_id", flat=True)
        )
    return named | _with_role(unit, *(groups - {Role.ANNOTATOR}))


def _with_role(unit: Unit, *roles: str) -> set[int]:
    members = Membership.objects.filter(project=unit.project_id, role__in=roles)
    return set(members.values_list("user_id", flat=True))
