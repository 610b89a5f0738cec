"""The texts of papers, kept in a file that only this process has: quotes are looked for in them one at a time."""

from collections import OrderedDict
from tempfile import TemporaryFile

AT_HAND = 32  # texts that are in memory at once


class Texts:
    """Texts by paper. A text is read back when it is asked for; the last few stay at hand."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._places: dict[str, tuple[int, int]] = {}
        self._at_hand: OrderedDict[str, str] = OrderedDict()

    def keep(self, paper: str, text: str) -> None:
        data = text.encode()
        self._places[paper] = (self._file.seek(0, 2), len(data))
        self._file.write(data)

    def of(self, paper: str) -> str | None:
        """The text of a paper, None when there is none."""
        if paper in self._at_hand:
            self._at_hand.move_to_end(paper)
            return self._at_hand[paper]
        if paper not in self._places:
            return None
        start, size = self._places[paper]
        self._file.seek(start)
        text = self._at_hand[paper] = self._file.read(size).decode()
        if len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        return text

    def close(self) -> None:
        self._file.close()
