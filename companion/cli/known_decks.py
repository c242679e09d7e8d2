"""The decks that a command reads with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.languages import say_error
from companion.cli.output import print_error

if TYPE_CHECKING:
    from companion.folders import Folders
    from companion.vision.decks.known_decks import UnusableDeck
    from companion.vision.gallery import Gallery


def known_decks(folders: Folders) -> list[Gallery]:
    """Every deck there is to choose from; one that cannot be used is left out, with a word on standard error."""
    from companion.vision.decks.known_decks import load_known_decks

    return load_known_decks(folders.decks, _left_out)


def _left_out(error: UnusableDeck) -> None:
    print_error(say_error(error))
