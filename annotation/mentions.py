"""Who a text mentions. Pure: no Django.

A group is written as it is: `@admins`, `@adjudicators`, `@annotators`. A person is written by name by those who may
see names, and kept by number, `@{12}`: what is stored names nobody.
"""

import re
from collections.abc import Callable, Mapping

GROUPS = {"admins": "admin", "adjudicators": "adjudicator", "annotators": "annotator"}
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)  # what stands in code mentions nobody
MENTION = re.compile(r"(?<![\w@/.])@(\w(?:[\w.+@-]*\w)?)")
NUMBER = re.compile(r"@\{(\d{1,18})\}")


def mentioned(text: str) -> list[str]:
    """The words after an @, in order and without repeats: groups and names."""
    found = [name for part in CODE.split(text)[::2] for name in MENTION.findall(part)]
    return list(dict.fromkeys(found))


def groups_in(text: str) -> set[str]:
    """The roles that a text mentions as groups."""
    return {GROUPS[name] for name in mentioned(text) if name in GROUPS}


def with_numbers(text: str, numbers: Mapping[str, int]) -> str:
    """The text as it is stored: each name of `numbers` as its number."""
    return _outside_code(text, MENTION, lambda found: f"@{{{numbers[found[1]]}}}" if found[1] in numbers else found[0])


def with_names(text: str, names: Mapping[int, str]) -> str:
    """The text as a reader gets it: each number of `names` as what this reader may call the person.

    Numbers that somebody only typed are no mention and stay as they are.
    """
    return _outside_code(text, NUMBER, lambda found: f"@{names[int(found[1])]}" if int(found[1]) in names else found[0])


def _outside_code(text: str, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> str:
    parts = CODE.split(text)
    return "".join(part if number % 2 else pattern.sub(replace, part) for number, part in enumerate(parts))
