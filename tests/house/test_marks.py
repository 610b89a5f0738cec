import re

from tests.house.tracked import name_of, written_files

# Written in pieces, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|raise NotImplemented" + r"Error")
SKIPPED = re.compile(r"pytest\.mark\.(skip|xfail)|pytest\.(skip|importorskip)\(")
FAKED = re.compile(r"unittest\.mock|MagicMock|mocker\.|fakeredis|sqlite3")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")|\sstyle=\"|\son[a-z]+=\"|javascript:")
ELSEWHERE = re.compile(r"(?:src|href)=\"(?:https?:)?//[^\"]+\.(?:js|css|woff2?)\"")


def marks(pattern: re.Pattern[str], *endings: str) -> list[str]:
    """Return where a pattern occurs."""
    found = []
    for path in written_files(*endings):
        if path.name == "test_marks.py":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{name_of(path)}:{number}: {line.strip()[:120]}")
    return found


def test_nothing_is_marked_as_unfinished() -> None:
    assert marks(UNFINISHED, ".py", ".html", ".css", ".js", ".md") == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    """Except for want of the shared data, which lies beside a checkout or not (tests/shared_data.py)."""
    assert [place for place in marks(SKIPPED, ".py") if not place.startswith("tests/shared_data.py:")] == []


def test_no_server_is_faked() -> None:
    assert marks(FAKED, ".py") == []


def test_templates_hold_nothing_that_the_content_policy_forbids() -> None:
    assert marks(INLINE, ".html") == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert marks(ELSEWHERE, ".html") == []
