"""Reading plain text: nothing is changed but line ends."""

from genomes.ingest import ParsedDocument, read_document

from .documents import assert_sound, labels, quotes


def read(data: bytes) -> ParsedDocument:
    name, document = read_document(data, "paper.TXT")
    assert name == "text"
    assert_sound(document)
    return document


def test_the_text_is_the_files_own_but_for_line_ends_and_the_mark() -> None:
    kept = "  Title\u00a0x \n\n\n\ta\u2028b \ufb01 e\u0301 soft\u00adhyphen 💩.\x0c\n"
    data = b"\xef\xbb\xbf" + kept.replace("\n", "\r\n").encode()
    assert read(data).text == kept


def test_blank_lines_part_paragraphs_and_plain_headings_make_sections() -> None:
    document = read(
        b"A Short Title\n\nAbstract\n\nWe do it. It\nworks."
        b"\n\n1 Intro\n\nText.\n\n1.1 Detail\n\nMore.\n\n2. Data\n\nEnd.\n"
    )
    assert document.metadata.title == "A Short Title"
    sections = [(p.level, p.label) for p in document.passages if p.kind == "section"]
    assert sections == [(0, "A Short Title"), (1, "Abstract"), (1, "1 Intro"), (2, "1.1 Detail"), (1, "2. Data")]
    assert quotes(document, "paragraph") == ["We do it. It\nworks.", "Text.", "More.", "End."]
    assert quotes(document, "sentence")[:2] == ["We do it.", "It\nworks."]


def test_a_sentence_is_no_title_and_a_numbered_sentence_no_heading() -> None:
    document = read(b"This is a sentence.\n\n1. We propose a thing.\n\nYes.")
    assert document.metadata.title == ""
    assert labels(document, "section") == [""]


def test_one_line_without_an_end_is_one_paragraph() -> None:
    document = read(b"just words")
    assert quotes(document, "paragraph") == ["just words"]
    assert document.metadata.title == ""
