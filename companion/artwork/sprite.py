"""``python -m companion.artwork.sprite FOLDER``: write sheets of small drawings for web pages, each with a name.

A page shows one by ``<use href="cards.svg#7SK">``. Coordinates are whole numbers and relative, which is a quarter of
the size of the exact drawings.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from companion import files
from companion.artwork import piecepack_faces
from companion.artwork.faces import back, face
from companion.artwork.glyphs import suit_glyph
from companion.artwork.palette import INK, SUIT_INKS
from companion.artwork.shapes import Contour, Drawing, Shape, circle, placed
from companion.pieces import DECK, Suit
from companion.pieces.piecepack import TILES

STEPS = 20
"""Steps of the coordinates in a unit of a drawing: a twentieth of a millimetre of a card."""

ICONS: Mapping[str, str] = {
    "back": "M15 5l-7 7 7 7",
    "play": "M6 4h8v16H6zM14 7l5 2-4 11h-2",
    "photo": "M3 7h5l2-3h4l2 3h5v13H3zM12 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8",
    "plus": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v10M7 12h10",
    "dice": "M4 4h16v16H4zM8.5 8.5v.1M15.5 8.5v.1M12 12v.1M8.5 15.5v.1M15.5 15.5v.1",
    "book": "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
    "turn": "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
    "undo": "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3",
    "redo": "M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12h3",
    "trade": "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
    "onto": "M12 3v12M7 10l5 5 5-5M4 20h16",
    "draw": "M7 3h10v14H7zM4 7v14h10",
    "tax": "M12 3l9 5H3zM5 10v8M10 10v8M14 10v8M19 10v8M3 21h18",
    "gain": "M12 4v14M6 12l6 6 6-6M5 21h14",
    "history": "M4 5h16M4 10h16M4 15h10M4 20h7",
    "home": "M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6",
    "fix": "M4 20l4-1L20 7l-3-3L5 16zM14 6l4 4",
    "why": "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19",
    "done": "M4 12l5 6L20 6",
    "close": "M5 5l14 14M19 5L5 19",
    "chart": "M4 4v16h16M7 16l4-5 3 3 5-7",
    "sound": "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6",
    "crown": "M4 18h16M4 15l-1-9 5 4 4-6 4 6 5-4-1 9z",
    "star": "M12 3l2.7 6 6.3.6-4.8 4.2 1.4 6.4L12 17l-5.6 3.2 1.4-6.4L3 9.600l6.300-.6z",
    "tv": "M3 5h18v12H3zM8 21h8",
    "phone": "M7 2h10v20H7zM11 19h2",
    "more": "M5 12v.1M12 12v.1M19 12v.1",
}
"""The lines of ornaments on buttons, in a square of 24."""


def write(folder: Path) -> list[Path]:
    """Write the sheets of cards, tiles and signs.

    Args:
        folder: Where the files go.

    Returns:
        The files written.
    """
    sheets = {
        "cards": _sheet({**{card.code: face(card) for card in DECK}, "back": back()}),
        "tiles": _sheet({str(tile): piecepack_faces.tile(tile) for tile in TILES}),
        "signs": _sheet({str(suit): draw_token(suit) for suit in Suit}, "".join(_icons())),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in sheets.items():
        files.write(folder / f"{name}.svg", sheet.encode())
    return [folder / f"{name}.svg" for name in sheets]


def draw_token(suit: Suit) -> Drawing:
    """Return a suit's token: its glyph, dark, on a disc of its colour, 20 across."""
    disc = Shape((circle(10, 10, 9.4),), fill=SUIT_INKS[suit].on_dark, stroke=INK, width=0.8)
    return Drawing(20, 20, (disc, placed(suit_glyph(suit, INK), 10, 10, 12.5)))


def _icons() -> Iterator[str]:
    for name, data in ICONS.items():
        yield (
            f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{data}" fill="none" stroke="currentColor" '
            'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></symbol>\n'
        )


def _sheet(drawings: Mapping[str, Drawing], more: str = "") -> str:
    symbols = "".join(_symbol(name, drawing) for name, drawing in drawings.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}{more}</svg>\n'


def _symbol(name: str, drawing: Drawing) -> str:
    """Return a drawing by its name. What a later shape covers needs no window."""
    paths = "".join(map(_path, drawing.shapes))
    box = f"0 0 {round(drawing.width * STEPS)} {round(drawing.height * STEPS)}"
    return f'<symbol id="{name}" viewBox="{box}">{paths}</symbol>\n'


def _path(shape: Shape) -> str:
    style = f' fill="{shape.fill if shape.closed and shape.fill else "none"}"'
    if len(shape.contours) > 1:
        style += ' fill-rule="evenodd"'
    if shape.stroke is not None:
        style += f' stroke="{shape.stroke}" stroke-width="{round(shape.width * STEPS, 1):g}"'
        style += ' stroke-linecap="round" stroke-linejoin="round"'
    data = "".join(_data(contour, "z" if shape.closed else "") for contour in shape.contours)
    return f'<path d="{data}"{style}/>'


def _data(contour: Contour, end: str) -> str:
    points = np.rint(contour * STEPS).astype(int)
    moves = np.diff(points, axis=0)
    lines = [f"{x}{' ' if y >= 0 else ''}{y}" for x, y in moves if x or y]
    joined = "".join(one if one.startswith("-") or not number else f" {one}" for number, one in enumerate(lines))
    return f"M{points[0][0]} {points[0][1]}l{joined or '0 0'}{end}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m companion.artwork.sprite FOLDER")
    print(f"{len(write(Path(sys.argv[1])))} files in {sys.argv[1]}")
