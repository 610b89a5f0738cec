"""The signs before the items of lists, as LaTeX and the package enumitem print them."""

import re
from dataclasses import dataclass

from .numbering import letters, roman

_COUNTER = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*")
_SHORT = re.compile(r"([^\w=,]*)([1aAiI])([^\w=,]*)")
_SHORT_FORMS = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
_LABEL = re.compile(r"(?:^|,)\s*label\s*=\s*(\{[^{}]*\}|[^,]*)")
_DEFAULTS = (("", "arabic", "."), ("(", "alph", ")"), ("", "roman", "."), ("", "Alph", "."))


@dataclass(slots=True)
class Listing:
    """A list that is open: which signs it sets, and how many items it had."""

    name: str
    before: str = ""
    form: str = ""
    after: str = ""
    count: int = 0

    def next_sign(self) -> tuple[str, str]:
        """Count on; the sign to print, and the bare number to refer to. Both empty for lists without numbers."""
        self.count += 1
        if not self.form:
            return "", ""
        bare = _printed(self.form, self.count)
        return f"{self.before}{bare}{self.after}", bare


def listing(name: str, option: str, depth: int) -> Listing:
    """A list that begins at a depth (0 for the first of its kind), with what stands in its option."""
    if name not in ("enumerate", "compactenum", "inparaenum"):
        return Listing(name)
    label = _LABEL.search(option)
    template = label[1].strip("{} ") if label else ""
    counter = _COUNTER.search(template)
    if counter:
        return Listing(name, template[: counter.start()], counter[1], template[counter.end() :])
    short = _SHORT.fullmatch(option.strip())
    if short:
        return Listing(name, short[1], _SHORT_FORMS[short[2]], short[3])
    return Listing(name, *_DEFAULTS[min(depth, 3)])


def _printed(form: str, value: int) -> str:
    if form == "arabic" or value > 1000:
        return str(value)
    text = letters(value) if form.lower() == "alph" else roman(value)
    return text.lower() if form[0].islower() else text.upper()
