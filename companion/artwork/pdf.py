"""Sheets as a PDF of vector paths, at true size."""

import io
import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path

import reportlab
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.artwork.shapes import Contour, Drawing, Shape
from companion.artwork.sheets import PrintSheet, Words

_POINTS = 72 / 25.4
_EVEN_ODD = 0
"""reportlab's FILL_EVEN_ODD, which its type stubs lack."""


AUTHOR = "Decktet Companion and its contributors"
"""The author in each document's properties."""


def as_pdf(sheets: Sequence[PrintSheet], title: str, day: date | None = None) -> bytes:
    """Return a PDF with one page per sheet; each drawing is stored once, and every font is embedded.

    Args:
        sheets: the pages.
        title: the document's title.
        day: the date in the document's properties; reportlab's fixed date if it is None.

    Returns:
        The file; the same sheets on the same day give the same bytes.
    """
    file = io.BytesIO()
    # Its types name the first font a number.
    canvas = Canvas(file, pageCompression=1, invariant=1, initialFontName=font(bold=False))  # type: ignore[arg-type]
    canvas.setTitle(title)
    canvas.setAuthor(AUTHOR)
    if day is not None:
        canvas.setDateFormatter(lambda *_: f"D:{day:%Y%m%d}000000Z")
    stored: dict[int, str] = {}
    for sheet in sheets:
        width, height = sheet.paper.size
        canvas.setPageSize((width * _POINTS, height * _POINTS))
        canvas.saveState()
        # A PDF counts y upwards from the foot of the page.
        canvas.transform(_POINTS, 0, 0, -_POINTS, 0, height * _POINTS)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for drawing, x, y in sheet.drawings:
            name = stored.get(id(drawing)) or _store(canvas, drawing, stored)
            canvas.saveState()
            canvas.translate(x, y)
            canvas.doForm(name)
            canvas.restoreState()
        for mark in sheet.marks:
            _paint(canvas, mark)
        for words in sheet.words:
            _write(canvas, words)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _store(canvas: Canvas, drawing: Drawing, stored: dict[int, str]) -> str:
    name = stored[id(drawing)] = f"drawing{len(stored)}"
    canvas.beginForm(name, 0, 0, drawing.width, drawing.height)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    if drawing.window is not None:
        canvas.saveState()
        canvas.clipPath(_path(canvas, (drawing.window,), closed=True), stroke=0, fill=0)
        for shape in drawing.shapes[: drawing.behind]:
            _paint(canvas, shape)
        canvas.restoreState()
    for shape in drawing.shapes[drawing.behind :]:
        _paint(canvas, shape)
    canvas.endForm()
    return name


def _write(canvas: Canvas, words: Words) -> None:
    canvas.saveState()
    canvas.translate(words.x, words.y)
    canvas.rotate(-90 if words.turned else 0)
    # The page counts y downwards; letters stand on their feet.
    canvas.scale(1, -1)
    canvas.setFillColor(HexColor("#000000"))
    canvas.setStrokeColor(HexColor("#000000"))
    canvas.setLineWidth(words.height / 14)
    name, x = font(bold=words.bold), 0.0
    canvas.setFont(name, words.height)
    for part in re.split(f"([{''.join(DRAWN_CIRCLES)}])", words.text):
        width = stringWidth(part, name, words.height)
        if part in DRAWN_CIRCLES:
            radius = _CIRCLE * words.height
            canvas.circle(x + width / 2, 0.36 * words.height, radius, stroke=1, fill=int(DRAWN_CIRCLES[part]))
        elif part:
            canvas.drawString(x, 0, part)
        x += width
    canvas.restoreState()


DRAWN_CIRCLES = {"●": True, "○": False}
"""Signs that the font lacks and that are drawn, and whether each is filled."""
_CIRCLE = 0.24
"""Radius of a drawn circle as a share of the letters' height."""


@cache
def font(*, bold: bool) -> str:
    """Return the name of the font, which reportlab brings along and embeds."""
    name, file = ("Vera-Bold", "VeraBd.ttf") if bold else ("Vera", "Vera.ttf")
    pdfmetrics.registerFont(TTFont(name, str(Path(reportlab.__file__).parent / "fonts" / file)))
    return name


def _paint(canvas: Canvas, shape: Shape) -> None:
    fill = shape.fill if shape.closed else None
    if fill is not None:
        canvas.setFillColor(HexColor(fill))
    if shape.stroke is not None:
        canvas.setStrokeColor(HexColor(shape.stroke))
        canvas.setLineWidth(round(shape.width, 3))
    path = _path(canvas, shape.contours, shape.closed)
    canvas.drawPath(path, stroke=int(shape.stroke is not None), fill=int(fill is not None), fillMode=_EVEN_ODD)


def _path(canvas: Canvas, contours: tuple[Contour, ...], closed: bool) -> PDFPathObject:
    path = canvas.beginPath()
    for contour in contours:
        points = contour.round(3).tolist()
        path.moveTo(*points[0])
        for x, y in points[1:]:
            path.lineTo(x, y)
        if closed:
            path.close()
    return path
