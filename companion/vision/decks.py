"""The decks that the reader knows: those it was taught, kept in a folder, and the project's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

from companion.errors import CompanionError
from companion.files import keep
from companion.locale import Message
from companion.pieces import Card, UnknownCard
from companion.vision.cardframe import Bytes
from companion.vision.formats import SUFFIXES
from companion.vision.gallery import BACK, Gallery
from companion.vision.pictures import load
from companion.vision.singling import single_card

OWN = "companion"
"""The name of the project's own deck."""
OWN_FILE = Path(__file__).parent / "own_deck.npz"
"""Made by ``python -m models.train.own_gallery``."""
FORMAT = 1
"""Goes up when what a gallery holds changes, so that an old one is made again or refused."""

VIEWS = 6
"""Views of one card from which on no more are remembered: they cost time with every picture."""

_VIEW = re.compile(r"(?P<code>[^-]+)(-\d+)?")
_BACK = re.compile(r"back[-\d]*")
_NAME = re.compile(r"[\w][\w .-]{0,63}")


class UnusableDeck(CompanionError):
    """A folder that teaches no deck, or a stored deck that cannot be read."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A deck that the reader knows: how many views of how many cards, and of its backs."""

    name: str
    cards: int
    views: int
    backs: int


class DeckShelf:
    """Decks in a folder, one file each; made when the first is put there.

    What teaches raises :class:`~companion.files.UnwritableFile` where the deck cannot be kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def enroll(self, pictures: Path, name: str | None = None) -> EnrolledDeck:
        """Teaches the deck whose cards lie in ``pictures`` as ``CODE.jpg``, ``CODE.heic`` …; replaces one of that name.

        Raises :class:`UnusableDeck` or :class:`~companion.vision.pictures.UnreadablePicture`; then nothing is changed.
        """
        name = name or pictures.resolve().name
        self.check_name(name)
        return self.keep(name, views_in(pictures))

    @staticmethod
    def check_name(name: str) -> None:
        """Raises :class:`UnusableDeck` for a name that no taught deck can have."""
        if not _NAME.fullmatch(name) or name == OWN:
            raise UnusableDeck(
                repr(name),
                Message("cannot be a deck's name"),
                Message("give another with --name, of letters and digits"),
            )

    def keep(self, name: str, views: Sequence[tuple[str, Bytes]]) -> EnrolledDeck:
        """Teaches the deck of these views, (code, BGR pixels); replaces one of that name."""
        return self._store(Gallery.of(name, views))

    def remember(self, name: str, code: str, pixels: Bytes) -> EnrolledDeck:
        """Adds a view of a card to a deck that was taught; of a card with :data:`VIEWS` views already, nothing.

        Raises :class:`UnusableDeck` where there is no such deck, or it is damaged.
        """
        self.check_taught(name)
        gallery = self._load(name)
        if gallery.codes.count(code) >= VIEWS:
            return described(gallery)
        return self._store(gallery.with_view(code, pixels))

    def _store(self, gallery: Gallery) -> EnrolledDeck:
        keep(self._file(gallery.name), gallery.packed())
        return described(gallery)

    def check_taught(self, name: str) -> None:
        """Raises :class:`UnusableDeck` where no deck of this name was taught."""
        if name not in self.names():
            raise UnusableDeck(
                repr(name), Message("is no deck that was taught"), Message("teach it first: companion deck enroll")
            )

    def forget(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    def names(self) -> list[str]:
        """What was taught, in order of name."""
        files = self._folder.glob(f"*.v{FORMAT}.npz") if self._folder.is_dir() else ()
        return sorted(file.name.removesuffix(f".v{FORMAT}.npz") for file in files if not file.name.startswith("."))

    def galleries(self) -> list[Gallery]:
        """Every deck taught; :class:`UnusableDeck` names one that is damaged."""
        return [self._load(name) for name in self.names()]

    def _load(self, name: str) -> Gallery:
        try:
            return Gallery.load(name, self._file(name))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise UnusableDeck(
                str(self._file(name)),
                Message("is damaged ({why})", {"why": str(error) or type(error).__name__}),
                Message("enroll that deck again"),
            ) from error

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.v{FORMAT}.npz"


def described(gallery: Gallery) -> EnrolledDeck:
    """A gallery in a few numbers."""
    faces = [code for code in gallery.codes if code != BACK]
    return EnrolledDeck(gallery.name, len(set(faces)), len(faces), gallery.codes.count(BACK))


def views_in(folder: Path) -> list[tuple[str, Bytes]]:
    """The pictures of a deck in a folder as (code, BGR pixels), ``back`` for its backs.

    Scans are filled by their card; out of a photo the card is cut. Raises :class:`UnusableDeck` and
    :class:`~companion.vision.singling.NoSingleCard`.
    """
    if not folder.is_dir():
        raise UnusableDeck(str(folder), Message("there is no such folder"), Message("name a folder of card pictures"))
    views = []
    for file in sorted(folder.iterdir()):
        code = _code(file)
        if code is not None:
            views.append((code, single_card(load(file).pixels, str(file))))
    if not any(code != BACK for code, _ in views):
        raise UnusableDeck(
            str(folder),
            Message("holds no picture of a card"),
            Message("name the pictures by card code: 4MS.jpg, AM.png, X.jpg, and back.jpg"),
        )
    return views


def _code(file: Path) -> str | None:
    if file.suffix.lower() not in SUFFIXES:
        return None
    if _BACK.fullmatch(file.stem):
        return BACK
    view = _VIEW.fullmatch(file.stem)
    if view is None:
        return None
    try:
        return Card.parse(view["code"]).code
    except UnknownCard:
        return None


def own() -> Gallery:
    """The project's own deck."""
    return Gallery.load(OWN, OWN_FILE)


def known(folder: Path) -> list[Gallery]:
    """Every deck there is to choose from: the project's own, and those taught and kept in ``folder``."""
    return [own(), *DeckShelf(folder).galleries()]


def strangers_in(folder: Path) -> list[str]:
    """Pictures in a folder whose names are no card codes, which teach nothing."""
    return sorted(f.name for f in folder.iterdir() if f.suffix.lower() in SUFFIXES and _code(f) is None)
