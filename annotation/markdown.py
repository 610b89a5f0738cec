"""Markdown of guidelines as safe HTML: raw HTML is shown as text, and only harmless elements get through.

Conventions of guidelines, beside CommonMark with tables and strikethrough (docs/guidelines.md):
`## Ecology {#ecology}` gives a heading its anchor (several may stand in the braces), without one it is made of its
words; a quotation that begins with `[!example] Title` is a worked example.
"""

import re
from dataclasses import dataclass

import nh3
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    *("p", "br", "hr", "blockquote", "pre", "code", "em", "strong", "s", "a", "span"),
    *("h2", "h3", "h4", "h5", "h6", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    "a": {"href", "title"},
    "ol": {"start"},
    **{tag: {"id"} for tag in ("h2", "h3", "h4", "h5", "h6", "span")},
}
CLASSES = {"blockquote": {"example"}, "p": {"example-title"}}
PREFIX = "g-"  # before every anchor, so that no heading takes the name of a part of the page around it

parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_ANCHORS = re.compile(r"\s*\{((?:\s*#[\w-]+)+)\s*\}\s*$")
_NUMBER = re.compile(r"^[\d.)\s]+")
_EXAMPLE = re.compile(r"^\[!example\]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A section of a guideline: how deep it lies (1 to 6, as written), its words, its anchors, the first its own."""

    level: int
    text: str
    anchors: tuple[str, ...]

    @property
    def address(self) -> str:
        return f"#{PREFIX}{self.anchors[0]}"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A guideline to be read: its HTML, and its sections in order."""

    html: SafeString
    outline: tuple[Heading, ...]

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(anchor for heading in self.outline for anchor in heading.anchors)


def render_markdown(text: str) -> SafeString:
    """Render Markdown for a place below the page's own heading: `#` becomes h2, and so on down to h6."""
    tokens = parser.parse(text)
    _lower_headings(tokens)
    return _cleaned(tokens)


def render_guideline(text: str) -> Rendered:
    """Render a guideline with anchors at its sections and its worked examples set apart."""
    tokens = parser.parse(text)
    outline = _anchored(tokens)
    _lower_headings(tokens)
    return Rendered(_cleaned(_with_examples(tokens)), tuple(outline))


def _cleaned(tokens: list[Token]) -> SafeString:
    html = parser.renderer.render(tokens, parser.options, {})
    schemes = {"http", "https", "mailto"}
    safe = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, allowed_classes=CLASSES, url_schemes=schemes)
    return mark_safe(safe)  # noqa: S308 - it has just been cleaned


def _lower_headings(tokens: list[Token]) -> None:
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"


def _anchored(tokens: list[Token]) -> list[Heading]:
    """Take the anchors out of the headings' words and put them into their ids; a name that is taken gets a number."""
    outline: list[Heading] = []
    taken: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        inline = tokens[place + 1]
        named = _take_anchors(inline)
        words = "".join(child.content for child in inline.children or []).strip()
        anchors = tuple(_free(name, taken) for name in named or [_slug(words)])
        token.attrSet("id", f"{PREFIX}{anchors[0]}")
        places = [Token("html_inline", "", 0, content=f'<span id="{PREFIX}{name}"></span>') for name in anchors[1:]]
        inline.children = [*places, *(inline.children or [])]
        outline.append(Heading(int(token.tag[1]), words, anchors))
    return outline


def _take_anchors(inline: Token) -> list[str]:
    last = inline.children[-1] if inline.children else None
    if last is None or last.type != "text" or (found := _ANCHORS.search(last.content)) is None:
        return []
    last.content = last.content[: found.start()]
    return [name.removeprefix("#").lower() for name in found[1].split()]


def _slug(words: str) -> str:
    parts = re.findall(r"\w+", _NUMBER.sub("", words).lower())
    return "-".join(parts) or "section"


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free)
    return free


def _with_examples(tokens: list[Token]) -> list[Token]:
    """Quotations that say that they are worked examples get a title of their own."""
    found: list[Token] = []
    for place, token in enumerate(tokens):
        opens = [each.type for each in tokens[place - 2 : place + 1]] == ["blockquote_open", "paragraph_open", "inline"]
        if opens and _EXAMPLE.match(token.content):
            tokens[place - 2].attrSet("class", "example")
            found[-1:] = _title(token)  # the paragraph's opening comes again after the title, if it goes on
        elif found and token.type == "paragraph_close" and found[-1].type == "paragraph_close":
            continue  # the title was all there was in it
        else:
            found.append(token)
    return found


def _title(inline: Token) -> list[Token]:
    """The first line of an example as its title, then the opening and the words of what follows in its paragraph."""
    children = inline.children or []
    end = next((place for place, each in enumerate(children) if each.type == "softbreak"), len(children))
    first, rest = children[:end], children[end + 1 :]
    first[0].content = _EXAMPLE.sub(f"{_('Worked example')}: ", first[0].content)
    opening = Token("paragraph_open", "p", 1, attrs={"class": "example-title"})
    title = [opening, Token("inline", "", 0, children=first), Token("paragraph_close", "p", -1)]
    if not rest:
        return title
    return [*title, Token("paragraph_open", "p", 1), Token("inline", "", 0, children=rest)]
