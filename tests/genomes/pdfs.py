"""Small PDFs written by hand: text operators on pages of 612 by 792 points, y upward."""

from collections.abc import Sequence
from dataclasses import dataclass

PLAIN, BOLD, CODE = "F1", "F2", "F3"
_FONTS = {PLAIN: "Helvetica", BOLD: "Helvetica-Bold", CODE: "Courier"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: its content stream, and how far a viewer turns it (0, 90, 180 or 270)."""

    content: str
    turned: int = 0


def text(x: float, y: float, words: str, *, size: float = 10, font: str = PLAIN, turn: int = 0) -> str:
    """Show one line. `turn` is the direction of writing in degrees, counted against the clock."""
    a, b = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{font} {size} Tf {a} {b} {-b} {a} {x} {y} Tm ({escaped}) Tj ET\n"


def column(
    x: float, y: float, lines: Sequence[str], *, size: float = 10, font: str = PLAIN, leading: float = 12
) -> str:
    """Lines below one another; one that begins with a blank is indented by twelve points for each."""
    return "".join(
        text(x + 12 * (len(line) - len(line.lstrip())), y - leading * n, line.lstrip(), size=size, font=font)
        for n, line in enumerate(lines)
    )


def pdf(*sheets: Sheet | str, info: dict[str, str] | None = None) -> bytes:
    """A whole file. Characters are those of Latin-1; a string alone is a page that is not turned."""
    count = len(sheets)
    fonts = " ".join(f"/{name} {3 + n} 0 R" for n, name in enumerate(_FONTS))
    first = 3 + len(_FONTS)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(count))
    objects.append(f"<< /Type /Pages /Count {count} /Kids [{kids}] >>")
    objects += [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>" for name in _FONTS.values()
    ]
    for n, sheet in enumerate(sheets):
        page = sheet if isinstance(sheet, Sheet) else Sheet(sheet)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate {page.turned}"
            f" /Resources << /Font << {fonts} >> >> /Contents {first + 2 * n + 1} 0 R >>"
        )
        length = len(page.content.encode("latin-1"))
        objects.append(f"<< /Length {length} >>\nstream\n{page.content}\nendstream")
    objects.append("<< " + " ".join(f"/{key} ({value})" for key, value in (info or {}).items()) + " >>")
    return _file(objects)


def _file(objects: Sequence[str]) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    trailer = (
        f"trailer << /Root 1 0 R /Info {len(objects)} 0 R /Size {len(objects) + 1} >>\nstartxref\n{len(data)}\n%%EOF\n"
    )
    return data + (end + trailer).encode("latin-1")
