"""Numbers as LaTeX gives them: counters, what a label names, and in which order works are cited.

The text is gone through twice, as LaTeX does: what the first time found, the second time can refer to.
"""

from dataclasses import dataclass, field

from .macros import Theorem

SECTIONS = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
_NUMBERED = ("section", "subsection", "subsubsection")
_OUTER = {"subsection": "section", "subsubsection": "subsection"}
_BOOK_COUNTERS = ("section", "equation", "figure", "table", "algorithm")
UNKNOWN = "??"


@dataclass(frozen=True, slots=True)
class Target:
    """What a label stands at: its number, and what that is the number of ("Figure", "Section", …)."""

    number: str
    kind: str = ""


@dataclass(slots=True)
class Aims:
    """What one way through the text found."""

    labels: dict[str, Target] = field(default_factory=dict)
    cited: dict[str, None] = field(default_factory=dict)


class Numbering:
    """The counters of one way through the text. `known` is what the way before found."""

    def __init__(self, known: Aims, within: dict[str, str], theorems: dict[str, Theorem], *, is_book: bool) -> None:
        self.known = known
        self.found = Aims()
        self.top = "chapter" if is_book else "section"
        self.target = Target("")
        self._values: dict[str, int] = {}
        self._within = {**_OUTER, **within}
        self._appendix = False
        self._group: tuple[str, int] | None = None
        self._part = ("", 0)
        for theorem in theorems.values():
            if theorem.counter and theorem.within:
                self._within[theorem.counter] = theorem.within
        if is_book:
            self._within = dict.fromkeys(_BOOK_COUNTERS, "chapter") | self._within

    def step(self, counter: str, kind: str) -> str:
        """Count one on and return the number; labels that follow name it."""
        if counter == "equation" and self._group is not None:
            outer, number = self._group
            self._group = (outer, number + 1)
            printed = outer + letters(number + 1).lower()
        else:
            self._values[counter] = self._values.get(counter, 0) + 1
            self._reset(counter, 0)
            printed = self.printed(counter)
        self.target = Target(printed, kind)
        return printed

    def _reset(self, counter: str, depth: int) -> None:
        for inner, outer in self._within.items():
            if outer == counter and depth < len(self._within):
                self._values[inner] = 0
                self._reset(inner, depth + 1)

    def printed(self, counter: str, depth: int = 0) -> str:
        value = self._values.get(counter, 0)
        own = letters(value) if self._appendix and counter == self.top and value else str(value)
        outer = self._within.get(counter, "")
        is_inside = outer and depth < len(SECTIONS) and (outer not in ("chapter",) or self._values.get(outer, 0))
        return f"{self.printed(outer, depth + 1)}.{own}" if is_inside else own

    def heading_number(self, name: str) -> str:
        """Count a section of this kind; "" for those that have no number."""
        is_numbered = name in _NUMBERED or name == "chapter"
        return self.step(name, "Section" if name != "chapter" else "Chapter") if is_numbered else ""

    def begin_appendix(self) -> None:
        self._appendix = True
        self._values[self.top] = 0
        self._reset(self.top, 0)

    def begin_group(self) -> None:
        """Equations (1a), (1b) and so on follow."""
        if self._group is None:
            self._group = (self.step("equation", "Equation"), 0)

    def end_group(self) -> None:
        self._group = None

    def name_item(self, number: str) -> None:
        """An item of a list is what labels name now."""
        if number:
            self.target = Target(number, "Item")

    def name_equation(self, printed: str) -> None:
        """A formula whose author numbered it."""
        self.target = Target(printed.removeprefix("(").removesuffix(")"), "Equation")

    def next_part(self) -> int:
        """Count on the parts of the figure or table that is open; labels name the part."""
        whole = self.target.number.rstrip("abcdefghijklmnopqrstuvwxyz")
        self._part = (whole, self._part[1] + 1 if self._part[0] == whole else 1)
        self.target = Target(whole + letters(self._part[1]).lower(), self.target.kind)
        return self._part[1]

    def label(self, name: str) -> None:
        self.found.labels[name.strip()] = self.target

    def target_of(self, name: str) -> Target:
        return self.known.labels.get(name.strip(), Target(UNKNOWN))


def letters(value: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    text = ""
    while value > 0:
        value, rest = divmod(value - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def roman(value: int) -> str:
    text = ""
    for size, sign in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        count, value = divmod(value, size)
        text += sign * count
    return text
