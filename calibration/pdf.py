"""Writes PDF pages of filled rectangles and short lines of text, exactly to scale (a minimum of ISO 32000-1)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

POINTS_PER_MM = 72 / 25.4


class Rectangle(NamedTuple):
    """A rectangle in millimetres from the page's upper left corner, x to the right and y down."""

    x: float
    y: float
    width: float
    height: float


class Text(NamedTuple):
    """A line of Helvetica in Latin-1; baseline from (x, y), height `size`, millimetres."""

    x: float
    y: float
    size: float
    words: str


@dataclass
class PdfPage:
    """A white page, `width` x `height` mm. `fills` are painted in order, each at once in a grey (0 is black)."""

    width: float
    height: float
    fills: list[tuple[float, list[Rectangle]]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def fill(self, rectangles: Sequence[Rectangle], grey: float = 0.0) -> None:
        """Paint rectangles as one shape, without seams between touching ones."""
        self.fills.append((grey, list(rectangles)))

    def write(self, x: float, y: float, words: str, size: float = 4.0) -> None:
        """Add a line of text."""
        self.texts.append(Text(x, y, size, words))


def to_pdf(pages: Sequence[PdfPage]) -> bytes:
    """Return the file's contents."""
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(len(pages)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = [
        # Viewers that honour PrintScaling do not shrink the page to the printer's margins.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
    ]
    for n, page in enumerate(pages):
        content = _content(page)
        box = f"[0 0 {_points(page.width)} {_points(page.height)}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {4 + 2 * n} 0 R "
            f"/Resources << /Font << /F1 {font} >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)


def _content(page: PdfPage) -> bytes:
    lines = []
    for grey, rectangles in page.fills:
        boxes = " ".join(
            f"{_points(r.x)} {_points(page.height - r.y - r.height)} {_points(r.width)} {_points(r.height)} re"
            for r in rectangles
        )
        lines.append(f"{grey:g} g {boxes} f")
    lines.append("0 g")
    for text in page.texts:
        words = text.words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        at = f"{_points(text.x)} {_points(page.height - text.y)}"
        lines.append(f"BT /F1 {_points(text.size)} Tf {at} Td ({words}) Tj ET")
    return "\n".join(lines).encode("latin-1")


def _points(mm: float) -> str:
    return f"{mm * POINTS_PER_MM:.4f}"
