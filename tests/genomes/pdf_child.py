"""Reads one PDF after another from its input, in a process of its own: a crash of pdfium ends this one alone.

Each file comes as its length in eight bytes and its bytes; each answer is one line: "ok", "refused" or what was raised.
"""

import sys
import traceback

from genomes.ingest import UnreadableFile
from genomes.ingest.pdf import read_pdf
from tests.genomes.documents import assert_sound


def main() -> None:
    source = sys.stdin.buffer
    while head := source.read(8):
        data = source.read(int.from_bytes(head, "big"))
        try:
            assert_sound(read_pdf(data))
            answer = "ok"
        except UnreadableFile:
            answer = "refused"
        except Exception:  # noqa: BLE001 - whatever it is, the test tells it
            answer = " ".join(traceback.format_exc().split("\n"))
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
