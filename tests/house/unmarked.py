"""Text of a template that people read but that nothing marks for translation."""

import re
from html.parser import HTMLParser

# What the template engine puts there: its own tags, and everything inside a block that is translated.
ENGINE = re.compile(
    r"{#.*?#}|{%\s*comment\b.*?{%\s*endcomment\s*%}"
    r"|{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}"
    # Blocks that stand inside a tag.
    r"|{%\s*block \w+_(?:attributes|class)\b.*?{%\s*endblock\s*%}"
    r"|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
# Read by programs and people alike, in any language.
VERBATIM = {"code", "kbd", "pre", "samp", "script", "style"}
SPOKEN = {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
WORD = re.compile(r"[^\W\d_]{2,}")
FILE_NAME = re.compile(r"[\w/]+\.(?:jsonl?|md|csv|zip)\b")


class Reader(HTMLParser):
    """Collects words in text nodes and in the attributes that are read out or shown."""

    def __init__(self, allowed: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.allowed = allowed
        self.verbatim: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes; go silent inside what is shown as it is."""
        if tag in VERBATIM:
            self.verbatim.append(tag)
        for name, value in attrs:
            if name in SPOKEN:
                self._read(value or "")

    def handle_endtag(self, tag: str) -> None:
        """Leave what is shown as it is."""
        if self.verbatim and self.verbatim[-1] == tag:
            self.verbatim.pop()

    def handle_data(self, data: str) -> None:
        """Read a text node."""
        if not self.verbatim:
            self._read(data)

    def _read(self, text: str) -> None:
        if set(WORD.findall(FILE_NAME.sub("", text))) - self.allowed:
            self.found.append(" ".join(text.split()))


def unmarked(source: str, allowed: frozenset[str]) -> list[str]:
    """Return the pieces of a template that hold a word which is neither marked nor allowed as it is."""
    reader = Reader(allowed)
    reader.feed(ENGINE.sub("", source))
    reader.close()
    return reader.found
