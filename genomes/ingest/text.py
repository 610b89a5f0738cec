"""Bytes of a text file to a string that the database and every other tool can hold."""

from .document import UnreadableFile, gettext_noop


def decode_text(data: bytes) -> str:
    """Decode UTF-8 (a byte order mark is dropped) and make every line end a line feed. Nothing else is touched."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            gettext_noop(
                "The text is not UTF-8: byte %(position)d cannot be read. Save the file as UTF-8 in your editor and"
                " import it again."
            ),
            position=error.start,
        ) from error
    if "\0" in text:
        raise UnreadableFile(
            gettext_noop(
                "The file is not text: there is a NUL character at position %(position)d. Import the paper as JATS"
                " XML, plain text or Markdown."
            ),
            position=text.index("\0"),
        )
    if not text.strip():
        raise UnreadableFile(
            gettext_noop("The file holds only blank space. Check that it was saved, and import it again.")
        )
    return newlines(text)


def newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
