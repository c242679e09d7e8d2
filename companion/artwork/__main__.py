"""``python -m companion.artwork FOLDER``: write the deck as SVG files, for print shops and drawing programs."""

import sys
from pathlib import Path

from companion import files
from companion.artwork.faces import back, face
from companion.artwork.glyphs import suit_glyph
from companion.artwork.shapes import Drawing, placed
from companion.artwork.svg import as_svg
from companion.pieces import DECK, Suit


def write(folder: Path) -> list[Path]:
    """Write every face by card code, the back, and the suit glyphs by letter.

    Args:
        folder: where the files go.

    Returns:
        The files written.
    """
    documents = {card.code: as_svg(face(card), card.name) for card in DECK}
    documents["back"] = as_svg(back(), "back")
    for suit in Suit:
        glyph = Drawing(10, 10, (placed(suit_glyph(suit), 5, 5, 9),))
        documents[f"suit-{suit}"] = as_svg(glyph, suit.name.capitalize())
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents.items():
        files.write(folder / f"{name}.svg", document.encode())
    return [folder / f"{name}.svg" for name in documents]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m companion.artwork FOLDER")
    print(f"{len(write(Path(sys.argv[1])))} files in {sys.argv[1]}")
