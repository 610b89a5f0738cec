"""Files that are no papers are refused with what is wrong and what to do; nothing else is ever raised."""

import contextlib
import gzip
import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genomes.ingest import UnreadableFile, read_document, reading
from tests.patience import ends
from tests.shared_data import SHARED_DATA, needs_shared_data

from .documents import ARTICLE, assert_sound


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.xml", ARTICLE)
    return buffer.getvalue()


BOMB = (
    b'<!DOCTYPE article [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'
    b"<article><body><p>&c;</p></body></article>"
)
FILE_ENTITY = b'<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article><body><p>&x;</p></body></article>'


@pytest.mark.parametrize(
    ("data", "filename", "said"),
    [
        (b"", "a.xml", "empty"),
        (b" \n\t", "a.txt", "only blank space"),
        (b"%PDF-1.7 ...", "a.xml", ""),
        (zipped(), "a.txt", "zip archive"),
        (gzip.compress(b"x", mtime=0), "a.md", "gzip"),
        (b"<!doctype html><html><body>Hi</body></html>", "a.xml", "The page shows only"),
        (b"\n<html lang='en'><p>x", "a.nxml", "The page shows only"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "a.xml", "The page shows only"),
        (b"<TEI><text/></TEI>", "a.xml", "The TEI file holds no text"),
        (b"<root><x/></root>", "a.xml", "<root>"),
        (b"<book><body/></book>", "a.xml", "book"),
        (b"<article><front/></article>", "a.xml", "holds no text"),
        (b"<article><body><p>cut", "a.xml", "not well-formed"),
        (b"\x00\x01\x02\xff", "a.xml", "not well-formed"),
        (b"plain words", "a.xml", "not well-formed"),
        (b"<article><body><p>&unheardof;</p></body></article>", "a.xml", "not well-formed"),
        (
            b'<!DOCTYPE article SYSTEM "a.dtd"><article><body><p>&unheardof;</p></body></article>',
            "a.xml",
            "&unheardof;",
        ),
        (BOMB, "a.xml", "entity of its own"),
        (FILE_ENTITY, "a.xml", ""),
        (b"<article><body>" + b"<sec>" * 200 + b"</sec>" * 200 + b"</body></article>", "a.xml", "nested more than 100"),
        (b"<article>" + b"<b>" * 5000 + b"</b>" * 5000 + b"</article>", "a.xml", ""),
        (b"<?xml version='1.0' encoding='x-none'?><article/>", "a.xml", "not well-formed"),
        ("caf\u00e9".encode("latin-1"), "a.txt", "not UTF-8: byte 3"),
        ("text".encode("utf-16"), "a.txt", "not UTF-8"),
        (b"\xed\xa0\x80", "a.txt", "not UTF-8"),
        (b"a\0b", "a.txt", "NUL character at position 1"),
        (b"a\0b", "a.md", "NUL character"),
        (b"words", "a.docx", "*.docx are not read"),
        (b"words", "README", "without an extension"),
    ],
)
def test_a_file_that_is_no_paper_is_refused_with_the_reason(data: bytes, filename: str, said: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_document(data, filename)
    message = str(refusal.value)
    assert said in message
    assert message == (refusal.value.template % refusal.value.params if refusal.value.params else message)
    assert message.endswith(".")


def test_a_file_over_the_limit_is_refused_with_both_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 2 * 1024 * 1024)
    with pytest.raises(UnreadableFile, match="3 MiB, more than the 2 MiB"):
        read_document(b"a" * (2 * 1024 * 1024 + 1), "a.txt")


def test_no_secret_of_the_machine_gets_into_a_text() -> None:
    with pytest.raises(UnreadableFile):
        read_document(FILE_ENTITY, "a.xml")


def read_or_refuse(data: bytes, filename: str) -> None:
    """Fails on any other exception, on an unsound document, and on a reader that takes too long."""
    with ends(), contextlib.suppress(UnreadableFile):
        assert_sound(read_document(data, filename)[1])


def mutated(data: st.DataObject, source: bytes) -> bytes:
    """Cut the source, or overwrite, insert, repeat or remove some of it."""
    changed = bytearray(source)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed)))
        length = data.draw(st.integers(0, 40))
        match data.draw(st.sampled_from(["cut", "overwrite", "insert", "repeat", "remove"])):
            case "cut":
                del changed[at:]
            case "overwrite":
                changed[at : at + length] = data.draw(st.binary(max_size=40))
            case "insert":
                changed[at:at] = data.draw(st.sampled_from(PIECES))
            case "repeat":
                changed[at:at] = changed[at : at + length] * 3
            case "remove":
                del changed[at : at + length]
    return bytes(changed)


PIECES = [
    b"<p>", b"</p>", b"<sec>", b"</sec>", b"<fig/>", b"<sup>1</sup>", b"<td colspan='99999999'/>", b"<tr/>", b"&nbsp;",
    b"&#13;", b"&#x2028;", b"<!--c-->", b"<?pi?>", b"<![CDATA[x]]>", b"<mml:msup/>", b"<tex-math>$$</tex-math>", b"$$",
    b"```", b"\n---\n", b"> ", b"[^1]: ", b"[^1]", b"| a |\n|---|\n", b"![](", b"\r", b"\r\n\r\n", b"\xff",
    b"\xef\xbb\xbf",
    "\u00a0\u2028💩".encode(), b"<fn><p>x</p></fn>", b"<label>1</label>", b"<!-- ", b"\n    ", b"1. ", b"# ",
]  # fmt: skip

MARKDOWN = (
    "---\ntitle: T\n---\n# T\n\nA *b* $c$ [d](e).\n\n$$x$$\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n1. x[^1]\n\n[^1]: n\n"
)

FUZZ = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@FUZZ
@given(st.data())
def test_a_damaged_article_is_read_or_refused(data: st.DataObject) -> None:
    read_or_refuse(mutated(data, ARTICLE.encode()), "a.xml")


@FUZZ
@given(st.data())
def test_a_damaged_text_is_read_or_refused(data: st.DataObject) -> None:
    source = mutated(data, MARKDOWN.encode())
    read_or_refuse(source, "a.md")
    read_or_refuse(source, "a.txt")


@FUZZ
@given(st.text(max_size=300), st.sampled_from(["a.md", "a.txt"]))
def test_any_text_is_read_or_refused(text: str, filename: str) -> None:
    read_or_refuse(text.encode("utf-8", "surrogatepass"), filename)


@FUZZ
@given(st.binary(max_size=200), st.sampled_from(["a.md", "a.txt", "a.xml", "a"]))
def test_any_bytes_are_read_or_refused(data: bytes, filename: str) -> None:
    read_or_refuse(data, filename)


NAMES = (
    "p sec title label fig caption table-wrap table tr td th list list-item disp-formula inline-formula "
    "tex-math sup sub xref fn fn-group ref-list ref mixed-citation element-citation name surname given-names "
    "boxed-text disp-quote supplementary-material media alternatives graphic def-list def-item term def break "
    "ack app code abstract sub-article front-stub title-group article-title back body floats-group mml:math "
    "mml:mrow mml:mi mml:mo mml:msup mml:msubsup mml:mfrac mml:mtable mml:mtr mml:mtd mml:mfenced mml:mover "
    "mml:mtext mml:semantics "
)
ELEMENTS = st.recursive(
    st.text(alphabet="ab1 .\n\u00a0\u2028$\\{}%💩。", max_size=8),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(NAMES.split()),
        st.lists(inner, max_size=5),
    ),
    max_leaves=40,
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(ELEMENTS, max_size=6), st.lists(ELEMENTS, max_size=3), st.lists(ELEMENTS, max_size=3))
def test_any_tree_of_known_elements_is_read_soundly(body: list[str], back: list[str], meta: list[str]) -> None:
    source = (
        '<article xmlns:mml="http://www.w3.org/1998/Math/MathML">'
        f"<front><article-meta>{''.join(meta)}</article-meta></front>"
        f"<body>{''.join(body)}</body><back>{''.join(back)}</back></article>"
    )
    read_or_refuse(source.encode(), "a.xml")


REAL = SHARED_DATA / "jats" / "elife_14093_mathml.xml"


@needs_shared_data
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_real_paper_is_read_or_refused(data: st.DataObject) -> None:
    read_or_refuse(mutated(data, REAL.read_bytes()), "a.xml")


@pytest.mark.parametrize(
    "unit", ["[", "*a_ ", "> ", "`", "![](", "- ", "|a", "$", "<b", "&", "\\", "[^1]", "#", "~~a", "<!--\n"]
)
def test_odd_long_markdown_does_not_hang(unit: str) -> None:
    read_or_refuse((unit * (30_000 // len(unit))).encode(), "a.md")


@pytest.mark.parametrize("inside", [" ", "%", "\\", "{", "$", "\n"])
def test_odd_long_formulas_do_not_hang(inside: str) -> None:
    source = f"<article><body><p>x<tex-math>a{inside * 200_000}a</tex-math></p></body></article>"
    read_or_refuse(source.encode(), "a.xml")


def test_a_long_blank_line_does_not_hang() -> None:
    read_or_refuse(b"a\n" + b" " * 500_000 + b"\nb", "a.txt")
