"""What a language model is asked, as versioned files: a frame, and one file for each type of object.

A changed word is a new version, in a folder of its own: each pass records the version that it was made with.
"""

import hashlib
from functools import cache
from pathlib import Path

from evaluator.vocabulary import ObjectType
from genomes.extraction.document import Part

VERSION = "v1"
MOST_OBJECTS = 12
MARK_LENGTH = 16


@cache
def _file(version: str, name: str) -> str:
    return (Path(__file__).parent / version / f"{name}.md").read_text(encoding="utf-8").strip()


def instructions(object_type: ObjectType, mark: str, version: str = VERSION) -> str:
    """The frame with what is looked for; `mark` delimits the text."""
    words = {"role": _file(version, object_type.value), "mark": mark, "most": str(MOST_OBJECTS)}
    text = _file(version, "frame")
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def delimited(part: Part, mark: str) -> str:
    """The text of a part between two lines that it cannot hold itself."""
    return f"===== paper text {mark} begins\n{part.text}\n===== paper text {mark} ends"


def mark_of(part: Part) -> str:
    """A mark that whoever wrote the text cannot have written into it, since it is made from the whole of it."""
    return hashlib.sha256(part.document.text.encode("utf-8", "surrogatepass")).hexdigest()[:MARK_LENGTH]


def messages(part: Part, object_type: ObjectType, version: str = VERSION) -> list[dict[str, str]]:
    """What is sent for one part: the instructions, then the text as data."""
    mark = mark_of(part)
    return [
        {"role": "system", "content": instructions(object_type, mark, version)},
        {"role": "user", "content": delimited(part, mark)},
    ]
