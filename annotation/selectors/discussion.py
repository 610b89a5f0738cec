"""A unit's discussion as one reader may see it, with everybody under the name that this reader may know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from annotation.markdown import render_markdown
from annotation.mentions import with_names
from annotation.models import Comment, Project, Role, Unit, User
from annotation.permissions import Voice, sees_names, voice_in
from annotation.selectors.links import UNIT_SUBJECT, link
from annotation.selectors.places import ObjectPlace, fields_of, objects_for

LETTERS = "PQRSTUVWXYZ"  # A, B, C are the letters of a case, and mean something else


@dataclass(frozen=True, slots=True)
class Author:
    """Who says something, as the reader may know it. `name` is empty unless they may see names."""

    role: str
    letter: str = ""
    name: str = ""
    is_own: bool = False

    @property
    def words(self) -> str:
        if self.is_own:
            return _("You")
        shown = self._role_words()
        return f"{self.name} · {shown}" if self.name else shown

    def _role_words(self) -> str:
        if self.letter:
            return _("Annotator %(letter)s") % {"letter": self.letter}
        words = {Role.ADMIN: _("An admin"), Role.ADJUDICATOR: _("An adjudicator"), Role.ANNOTATOR: _("An annotator")}
        return words[Role(self.role)] if self.role else _("Somebody")


@dataclass(slots=True)
class Message:
    """One comment as the reader gets it; without its text once it is taken back."""

    comment: Comment
    author: Author
    text: str
    about: str = ""
    replies: list["Message"] = field(default_factory=list)

    @property
    def html(self) -> SafeString:
        return render_markdown(self.text)

    @property
    def is_question(self) -> bool:
        return bool(self.comment.kind == Comment.Kind.QUESTION)

    @property
    def is_open(self) -> bool:
        return self.is_question and self.comment.closed_at is None and self.comment.withdrawn_at is None


@dataclass(frozen=True, slots=True)
class Discussion:
    unit: Unit
    voice: Voice
    threads: list[Message]
    fields: dict[str, Any]
    objects: list[ObjectPlace]
    about_field: str
    about_object: str
    about: str
    names_are_seen: bool

    @property
    def may_say(self) -> bool:
        """As far as the reader's own part tells; the service decides."""
        return self.voice.has_submitted or self.voice.is_overseer


def discussion_of(unit: Unit, reader: User, *, about_object: str = "", about_field: str = "") -> Discussion:
    """All threads of a unit that the reader may see, or those about one object or field."""
    voice = voice_in(reader, unit)
    fields, objects = fields_of(unit), objects_for(unit, voice)
    about_field = about_field if about_field in fields else ""
    about_object = about_object if any(each.key == about_object for each in objects) else ""
    threads = threads_of(messages_of(unit, reader, objects))
    if about_field or about_object:
        threads = [
            each
            for each in threads
            if (each.comment.about_field, each.comment.about_object) == (about_field, about_object)
        ]
    return Discussion(
        unit=unit,
        voice=voice,
        threads=threads,
        fields=fields,
        objects=objects,
        about_field=about_field,
        about_object=about_object,
        about=about_words(unit, about_field, about_object, objects),
        names_are_seen=sees_names(reader, unit.project),
    )


def messages_of(unit: Unit, reader: User, objects: list[ObjectPlace] | None = None) -> list[Message]:
    """Every comment of a unit that the reader may see, oldest first; `objects` name what it is about."""
    rows = list(visible_comments(reader).filter(unit=unit))
    return worded(rows, reader, unit.project, {unit.pk: objects or []}, letters_of(rows))


def visible_comments(reader: User) -> Any:
    """What the reader may see anywhere, ready to be worded: 2 queries when it is read."""
    comments = Comment.objects.visible_to(reader).told_apart().prefetch_related("mentions")
    return comments.select_related("author", "reply_to", *(f"unit__{path}" for path in UNIT_SUBJECT))


def worded(
    comments: Iterable[Comment],
    reader: User,
    project: Project,
    objects: Mapping[int, list[ObjectPlace]],
    letters: Mapping[tuple[int, int], str],
) -> list[Message]:
    """Comments as messages. Everybody but the reader is a role, or a letter that means nothing on another unit."""
    names_are_seen = sees_names(reader, project)

    def author(person: User, role: str, unit_id: int) -> Author:
        own = person.pk == reader.pk  # without a letter: who is measured has none, and nobody may tell by that
        letter = "" if own else letters.get((unit_id, person.pk), "")
        return Author(role, letter, person.username if names_are_seen and not own else "", own)

    def text(row: Comment) -> str:
        if row.withdrawn_at is not None:
            return ""
        called = {each.pk: author(each, "", row.unit_id) for each in row.mentions.all()}
        return with_names(row.body, {pk: each.name or each.words for pk, each in called.items()})

    return [
        Message(
            comment=row,
            author=author(row.author, row.spoken_as, row.unit_id),
            text=text(row),
            about=about_words(row.unit, row.about_field, row.about_object, objects.get(row.unit_id, [])),
        )
        for row in comments
    ]


def letters_of(comments: Iterable[Any]) -> dict[tuple[int, int], str]:
    """Letters of a unit's annotators in the order in which they first spoke: the same for all who see them speak.

    `comments` are rows of `visible_comments`. Who is measured has no letter: their comments are not in what others
    see, and must not shift the letters.
    """
    letters: dict[tuple[int, int], str] = {}
    counts: dict[int, int] = {}
    for row in sorted(comments, key=lambda each: (each.created_at, each.pk)):
        key = (row.unit_id, row.author_id)
        if row.spoken_as != Role.ANNOTATOR or row.by_measured or key in letters:
            continue
        number = counts.get(row.unit_id, 0)
        letters[key] = LETTERS[number] if number < len(LETTERS) else f"{LETTERS[-1]}{number - len(LETTERS) + 2}"
        counts[row.unit_id] = number + 1
    return letters


def threads_of(messages: Iterable[Message]) -> list[Message]:
    """Messages with their replies below them. A reply whose beginning the reader may not see stands by itself."""
    rows = list(messages)
    roots = {each.comment.pk: each for each in rows if each.comment.reply_to_id is None}
    alone = []
    for each in rows:
        if each.comment.reply_to_id in roots:
            roots[each.comment.reply_to_id].replies.append(each)
        elif each.comment.reply_to_id is not None:
            alone.append(each)
    return [*roots.values(), *alone]


def about_words(unit: Unit, about_field: str, about_object: str, objects: Iterable[ObjectPlace]) -> str:
    """What a comment is about, in words; empty for the whole unit."""
    if about_object:
        return next((each.name for each in objects if each.key == about_object), about_object)
    return str(fields_of(unit).get(about_field, about_field))


def comment_url(comment: Comment) -> str:
    """The place of a comment on the page of its unit's discussion."""
    root = comment.reply_to_id or comment.pk
    return f"{link('annotation:discussion', comment.unit.project.slug, comment.unit_id)}#c-{root}"
