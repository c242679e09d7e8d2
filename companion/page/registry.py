"""How each game is shown on the page, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.page.face import PageFace
from companion.page.magistratvm.face import MAGISTRATVM_PAGE
from companion.page.magnate.face import MAGNATE_PAGE
from companion.page.sorcerous_futures.face import SORCEROUS_FUTURES_PAGE

_FACES: Mapping[str, PageFace] = {
    "magnate": MAGNATE_PAGE,
    "sorcerous-futures": SORCEROUS_FUTURES_PAGE,
    "magistratvm": MAGISTRATVM_PAGE,
}
_ANY = PageFace()


def page_face(game: str) -> PageFace:
    """How this game is shown; in words where it has no face of its own."""
    return _FACES.get(game, _ANY)
