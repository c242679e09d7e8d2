"""Teach a deck at the table, card after card before the camera, or by a folder of pictures named by their cards.

There is no thread and no clock: the time comes with the frames.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.input_files import list_folder
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS, PICTURE_SUFFIXES
from companion.pictures.loading import load_picture
from companion.pictures.sources.frame import Frame
from companion.pieces import DECK, Card, UnknownCard
from companion.table.sightings import Point
from companion.vision.decks.card_segmentation import HEIGHT, WIDTH, NoSingleCard, cut_single_card
from companion.vision.decks.gallery import BACK
from companion.vision.tracking.motion import SmallPicture, find_changes

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


REST_SECONDS = 0.5
"""Seconds for which a card lies still before it is taken."""
SAME_CARD_CORRELATION = 0.85
"""Correlation from which a card is the one taken before."""

CARDS_TO_SHOW = (*(card.code for card in DECK), BACK)
"""Codes in the order in which they are shown: every card, then the back."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledView:
    """A card that was taken: its code and its picture (420 × 300, BGR, upright)."""

    code: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Why what lies there cannot be taken; reported once each time that it comes to rest."""

    why: Message


class DeckTeaching:
    """A session in which cards are shown.

    Args:
        codes: Card codes, and ``back`` for a card face down.
    """

    def __init__(self, codes: Sequence[str] = CARDS_TO_SHOW) -> None:
        self._codes = tuple(codes)
        self._taken: list[EnrolledView] = []
        self._skipped: set[str] = set()
        self._before: SmallPicture | None = None
        self._still_since: float | None = None
        self._processed = False
        self._bare: SmallPicture | None = None
        """The empty cloth, as it lay still first."""

    @property
    def wanted(self) -> str | None:
        """The code of the card to show next; None after the last."""
        done = {one.code for one in self._taken} | self._skipped
        return next((code for code in self._codes if code not in done), None)

    @property
    def views(self) -> list[tuple[str, Picture]]:
        """The views so far, (code, pixels), as a gallery takes them."""
        return [(one.code, one.picture) for one in self._taken]

    @property
    def left(self) -> int:
        """How many cards are still to be shown."""
        return len(self._codes) - len(self._taken) - len(self._skipped)

    def skip(self) -> None:
        """Skip the wanted card."""
        if self.wanted is not None:
            self._skipped.add(self.wanted)

    def retake(self) -> None:
        """Take the last card again, from what lies there next."""
        if self._taken:
            self._taken.pop()

    def process_frame(self, frame: Frame) -> EnrolledView | NotTaken | None:
        """Take in a frame; return the view taken, why none was, or None."""
        small = SmallPicture.from_pixels(frame.pixels)
        moves = (
            self._before is None
            or self._before.grey.shape != small.grey.shape
            or find_changes(self._before, small).any()
        )
        self._before = small
        if moves:
            self._still_since, self._processed = None, False
            return None
        if self._still_since is None:
            self._still_since = frame.at
        if self._processed or frame.at - self._still_since < REST_SECONDS or self.wanted is None:
            return None
        self._processed = True
        return self._take(frame.pixels, small, self.wanted)

    def _take(self, pixels: Picture, small: SmallPicture, wanted: str) -> EnrolledView | NotTaken | None:
        try:
            cut = cut_single_card(pixels, wanted)
        except NoSingleCard as refused:
            if self._bare is None:
                self._bare = small
            empty = self._bare.grey.shape == small.grey.shape and not find_changes(self._bare, small).any()
            return None if empty else NotTaken(refused.reason)
        picture = np.asarray(cv2.resize(cut, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
        if self._taken and _correlation(picture, self._taken[-1].picture) > SAME_CARD_CORRELATION:
            return None
        view = EnrolledView(wanted, picture)
        self._taken.append(view)
        return view


def rectify_card(pixels: Picture, corners: Sequence[Point]) -> Picture:
    """Return the card with these corners, clockwise from its own top left, as a view (420 × 300, BGR)."""
    onto = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), onto)
    return np.asarray(cv2.warpPerspective(pixels, matrix, (WIDTH, HEIGHT)), np.uint8)


def _correlation(one: Picture, other: Picture) -> float:
    """Return the correlation of two cards' pictures, either way up; 1 for the same."""
    small = [cv2.resize(picture, (60, 84), interpolation=cv2.INTER_AREA) for picture in (one, other)]
    turned = (small[1], np.ascontiguousarray(small[1][::-1, ::-1]))
    return max(float(cv2.matchTemplate(small[0], way, cv2.TM_CCOEFF_NORMED)[0, 0]) for way in turned)
