from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from companion.artwork.__main__ import write
from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH, face
from companion.artwork.glyphs import suit_glyph, suit_path
from companion.artwork.shapes import Drawing, placed
from companion.artwork.svg import as_svg
from companion.pieces import DECK, Card, Suit
from tests.cases import each

PATH = "{http://www.w3.org/2000/svg}path"


def outlines(path: ET.Element) -> list[np.ndarray]:
    """The contours of an SVG path made of straight lines."""
    parts = path.attrib["d"].strip("z").split("M")[1:]
    return [np.array(re.findall(r"-?[\d.]+", part), dtype=float).reshape(-1, 2) for part in parts]


@each("card", DECK, ids=str)
def test_a_face_is_well_formed_svg_of_the_cards_true_size(card: Card) -> None:
    root = ET.fromstring(as_svg(face(card), card.name))
    assert root.attrib["width"] == f"{CARD_WIDTH:g}mm"
    assert root.attrib["viewBox"] == f"0 0 {CARD_WIDTH:g} {CARD_HEIGHT:g}"
    assert len(list(root.iter(PATH))) == len(face(card).shapes) + 1, "every shape, and the picture's window"


@each("suit", Suit)
def test_a_glyph_comes_back_from_its_svg(suit: Suit) -> None:
    drawing = Drawing(100, 100, (placed(suit_glyph(suit), 50, 50, 90),))
    (path,) = ET.fromstring(as_svg(drawing)).iter(PATH)
    read = outlines(path)
    assert len(read) == len(suit_path(suit))
    for back, drawn in zip(read, suit_path(suit), strict=True):
        assert (back - 50) / 90 == pytest.approx(drawn, abs=1e-4)
    assert path.attrib["fill-rule"] == "evenodd"


def test_the_whole_deck_can_be_had_as_svg_files(tmp_path: Path) -> None:
    written = write(tmp_path / "deck")
    assert {path.stem for path in written} == {card.code for card in DECK} | {"back"} | {f"suit-{s}" for s in Suit}
    for path in written:
        ET.parse(path)
