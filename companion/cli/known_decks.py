"""The taught decks that commands read cards with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.output import print_error
from companion.folders import Folders
from companion.vision.decks.known_decks import DeckStore

if TYPE_CHECKING:
    from companion.vision.decks.gallery import Gallery


def known_decks(folders: Folders) -> list[Gallery]:
    """Return every taught deck that can be used; the error of any other is printed."""
    return DeckStore(folders.decks).galleries(print_error)
