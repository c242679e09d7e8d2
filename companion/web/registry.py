"""How each game is shown on the page, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.web.game_view import PageFace
from companion.web.magistratvm.view import MAGISTRATVM_PAGE
from companion.web.magnate.view import MAGNATE_PAGE
from companion.web.sorcerous_futures.view import SORCEROUS_FUTURES_PAGE

_FACES: Mapping[str, PageFace] = {
    "magnate": MAGNATE_PAGE,
    "sorcerous-futures": SORCEROUS_FUTURES_PAGE,
    "magistratvm": MAGISTRATVM_PAGE,
}
_ANY = PageFace()


def page_face(game: str) -> PageFace:
    """How this game is shown; in words where it has no face of its own."""
    return _FACES.get(game, _ANY)
