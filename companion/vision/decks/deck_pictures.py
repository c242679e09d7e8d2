"""Read a folder of pictures that teaches a deck, each named by its card: ``4MS.jpg``, ``4MS-2.heic``, ``back.png``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.errors import CompanionError
from companion.input_files import list_folder
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS, PICTURE_SUFFIXES
from companion.pictures.loading import load_picture
from companion.pieces import Card, UnknownCard
from companion.vision.decks.card_segmentation import cut_single_card
from companion.vision.decks.gallery import BACK

_VIEW = re.compile(r"(?P<code>[^-]+)(-\d+)?")
_BACK = re.compile(r"back[-\d]*")

Progress = Callable[[int, int], None]
"""Is called with the number of pictures learnt, and their total."""


class NoDeckPictures(CompanionError):
    """Raise for a folder that teaches no deck."""


class DeckPictures:
    """The pictures of a deck in a folder.

    Args:
        folder: The folder.

    Raises:
        NoDeckPictures: It holds none, or too many.
    """

    def __init__(self, folder: Path) -> None:
        try:
            files = list_folder(folder, INPUT_LIMITS.folder_files, NoDeckPictures)
        except OSError as error:
            why = Message("cannot read this folder ({why})", {"why": error.strerror or str(error)})
            raise NoDeckPictures(str(folder), why, Message("choose a folder of card pictures")) from error
        pictures = [(_code(file), file) for file in files if file.suffix.lower() in PICTURE_SUFFIXES]
        self._cards = [(code, file) for code, file in pictures if code is not None]
        self.other_files = [file.name for code, file in pictures if code is None]
        """Files whose names are no card codes; they teach nothing."""
        if all(code == BACK for code, _ in self._cards):
            raise NoDeckPictures(
                str(folder),
                Message("no card pictures found"),
                Message("name the pictures after the card codes: 4MS.jpg, AM.png, X.jpg, and back.jpg"),
            )
        if len(self._cards) > INPUT_LIMITS.deck_pictures:
            raise NoDeckPictures(
                str(folder),
                Message("too many card pictures: {count}", {"count": len(self._cards)}),
                Message("keep at most {most}; a few per card are enough", {"most": INPUT_LIMITS.deck_pictures}),
            )

    def views(self, report: Progress = lambda done, all_: None) -> Iterator[tuple[str, Picture]]:
        """Yield each picture as (code, BGR pixels), ``back`` for a back.

        A scan shows its card alone; from a photo the card is cut out. An unreadable picture raises
        :class:`~companion.pictures.loading.UnreadablePicture`, one without a single card
        :class:`~companion.vision.decks.card_segmentation.NoSingleCard`.

        Args:
            report: Is called before each picture.

        Yields:
            The code and the pixels.
        """
        for number, (code, file) in enumerate(self._cards):
            report(number, len(self._cards))
            yield code, cut_single_card(load_picture(file).pixels, str(file))


def _code(file: Path) -> str | None:
    if _BACK.fullmatch(file.stem):
        return BACK
    view = _VIEW.fullmatch(file.stem)
    if view is None:
        return None
    try:
        return Card.parse(view["code"]).code
    except UnknownCard:
        return None
