"""The decks that the reader knows: those it was taught, kept in a folder, and the project's own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError
from companion.files import write_own
from companion.locale import Message
from companion.vision.arrays import Picture
from companion.vision.decks.deck_file import NoDeck, load_deck, load_trusted_deck
from companion.vision.gallery import BACK, Gallery

OWN = "companion"
"""The name of the project's own deck."""
OWN_FILE = Path(__file__).parent / "own_deck.npz"
"""Made by ``python -m models.training.own_gallery``."""
FORMAT_VERSION = 1
"""Goes up when what a gallery holds changes, so that an old one is made again or refused."""

MAX_VIEWS = 6
"""Views of one card from which on no more are remembered: they cost time with every picture."""

_NAME = re.compile(r"[\w][\w .-]{0,63}")


class UnusableDeck(CompanionError):
    """A name that no deck has or can have, or a kept deck that cannot be used, by its ``name``."""

    def __init__(self, thing: Message | str, reason: Message, next_step: Message, name: str = "") -> None:
        super().__init__(thing, reason, next_step)
        self.name = name


OnUnusableDeck = Callable[[UnusableDeck], None]
"""Hears of a deck that is left out, and why."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A deck that the reader knows: how many views of how many cards, and of its backs."""

    name: str
    cards: int
    views: int
    backs: int


class DeckStore:
    """Decks in a folder, one file each; made when the first is put there.

    What teaches raises :class:`~companion.files.UnwritableFile` where the deck cannot be kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @staticmethod
    def check_name(name: str) -> None:
        """Raises :class:`UnusableDeck` for a name that no taught deck can have."""
        if not _NAME.fullmatch(name) or name == OWN:
            raise UnusableDeck(
                repr(name),
                Message("cannot be a deck's name"),
                Message("give another with --name, of letters and digits"),
            )

    def keep(self, name: str, views: Iterable[tuple[str, Picture]]) -> EnrolledDeck:
        """Teaches the deck of these views, (code, BGR pixels); replaces one of that name.

        Raises :class:`UnusableDeck`, and what ``views`` raises; then nothing is changed.
        """
        self.check_name(name)
        return self._store(Gallery.of(name, views))

    def remember(self, name: str, code: str, pixels: Picture) -> EnrolledDeck:
        """Adds a view of a card to a deck that was taught; of a card with :data:`VIEWS` views already, nothing.

        Raises :class:`UnusableDeck` where there is no such deck, or it is damaged.
        """
        gallery = self.taught(name)
        if gallery.codes.count(code) >= MAX_VIEWS:
            return describe_deck(gallery)
        return self._store(gallery.with_view(code, pixels))

    def _store(self, gallery: Gallery) -> EnrolledDeck:
        write_own(self._file(gallery.name), gallery.packed())
        return describe_deck(gallery)

    def taught(self, name: str) -> Gallery:
        """The deck of this name. Raises :class:`UnusableDeck` where none was taught, or it is damaged."""
        self._check_there(name)
        return self._load(name)

    def forget(self, name: str) -> None:
        """Removes a deck that was taught, damaged or not. Raises :class:`UnusableDeck` where that cannot be."""
        self._check_there(name)
        try:
            self._file(name).unlink()
        except OSError as error:
            why = Message("cannot be removed ({why})", {"why": error.strerror or str(error)})
            raise UnusableDeck(str(self._file(name)), why, Message("remove it by hand")) from error

    def _check_there(self, name: str) -> None:
        if name not in self.names():
            raise UnusableDeck(
                repr(name), Message("is no deck that was taught"), Message("teach it first: companion deck enroll")
            )

    def names(self) -> list[str]:
        """What was taught, in order of name."""
        files = self._folder.glob(f"*.v{FORMAT_VERSION}.npz") if self._folder.is_dir() else ()
        return sorted(
            file.name.removesuffix(f".v{FORMAT_VERSION}.npz") for file in files if not file.name.startswith(".")
        )

    def galleries(self, left_out: OnUnusableDeck) -> list[Gallery]:
        """Every deck taught; of one that cannot be used ``left_out`` hears."""
        usable = []
        for name in self.names():
            try:
                usable.append(self._load(name))
            except UnusableDeck as error:
                left_out(error)
        return usable

    def _load(self, name: str) -> Gallery:
        try:
            return load_deck(name, self._file(name))
        except NoDeck as error:
            step = Message("teach that deck again, or: companion deck forget {name}", {"name": shlex.quote(name)})
            raise UnusableDeck(error.thing, error.reason, step, name) from error

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.v{FORMAT_VERSION}.npz"


def describe_deck(gallery: Gallery) -> EnrolledDeck:
    """A gallery in a few numbers."""
    faces = [code for code in gallery.codes if code != BACK]
    return EnrolledDeck(gallery.name, len(set(faces)), len(faces), gallery.codes.count(BACK))


def load_own_deck() -> Gallery:
    """The project's own deck."""
    return load_trusted_deck(OWN, OWN_FILE)


def load_known_decks(folder: Path, left_out: OnUnusableDeck) -> list[Gallery]:
    """Every deck there is to choose from: the project's own, and those taught and kept in ``folder``.

    One that cannot be used does not stop the others: ``left_out`` hears of it.
    """
    return [load_own_deck(), *DeckStore(folder).galleries(left_out)]
