"""The decks that were taught, kept in a folder."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError
from companion.files import write_data_file
from companion.locale import Message
from companion.names import is_file_name
from companion.pictures.arrays import Picture
from companion.pieces import DECK
from companion.vision.decks.deck_file import NoDeck, load_deck
from companion.vision.decks.gallery import BACK, Gallery

OWN = "companion"
"""The name of the project's own deck."""
FORMAT_VERSION = 1
"""Version of a gallery's contents; older files are refused."""

MAX_VIEWS = 6
"""Views of one card that are kept: more cost time with every picture."""


class UnusableDeck(CompanionError):
    """Raise for a name that no deck can have, or a deck that cannot be used.

    Args:
        thing: What the error is about.
        reason: Why it cannot be used.
        next_step: What to do.
        name: The deck's name.
    """

    def __init__(self, thing: Message | str, reason: Message, next_step: Message, name: str = "") -> None:
        super().__init__(thing, reason, next_step)
        self.name = name


OnUnusableDeck = Callable[[UnusableDeck], None]
"""Is called with the error of a deck that cannot be used."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A deck in numbers."""

    name: str
    cards: int
    """The number of different cards."""
    views: int
    """The number of pictures of the cards."""
    backs: int
    """The number of pictures of card backs."""


OWN_DECK = EnrolledDeck(OWN, len(DECK), len(DECK), 1)
"""The project's own deck, which the networks know."""


class DeckStore:
    """Decks in a folder, one file each; the folder is made for the first.

    Saving raises :class:`~companion.files.UnwritableFile` if a deck cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @staticmethod
    def check_name(name: str) -> None:
        """Raise :class:`UnusableDeck` for a name that no taught deck can have."""
        if not is_file_name(name) or name == OWN:
            raise UnusableDeck(
                repr(name),
                Message("not a valid deck name"),
                Message("choose a name of letters and digits with --name"),
            )

    def keep(self, name: str, views: Iterable[tuple[str, Picture]]) -> EnrolledDeck:
        """Save the deck of these views, (code, BGR pixels), in place of one with that name.

        A wrong name raises :class:`UnusableDeck`. After an error nothing has changed.

        Args:
            name: The deck's name.
            views: The views; their errors are passed on.

        Returns:
            The deck in numbers.
        """
        self.check_name(name)
        return self._store(Gallery.of(name, views))

    def remember(self, name: str, code: str, pixels: Picture) -> EnrolledDeck:
        """Add a view of a card to a taught deck, unless the card has :data:`MAX_VIEWS` views.

        A missing or damaged deck raises :class:`UnusableDeck`.

        Args:
            name: The deck's name.
            code: The card's code.
            pixels: The card, BGR.

        Returns:
            The deck in numbers.
        """
        gallery = self.taught(name)
        if gallery.codes.count(code) >= MAX_VIEWS:
            return describe_deck(gallery)
        return self._store(gallery.with_view(code, pixels))

    def _store(self, gallery: Gallery) -> EnrolledDeck:
        write_data_file(self._file(gallery.name), gallery.packed())
        return describe_deck(gallery)

    def taught(self, name: str) -> Gallery:
        """Load a taught deck; :class:`UnusableDeck` is raised if there is none or it is damaged."""
        return self._load(self._check_there(name))

    def forget(self, name: str) -> None:
        """Remove a taught deck, damaged or not.

        Args:
            name: The deck's name; its case does not count if only one deck is called so.

        Raises:
            UnusableDeck: There is none, or it cannot be removed.
        """
        name = self._check_there(name)
        try:
            self._file(name).unlink()
        except OSError as error:
            why = Message("cannot delete ({why})", {"why": error.strerror or str(error)})
            raise UnusableDeck(str(self._file(name)), why, Message("delete it by hand")) from error

    def _check_there(self, name: str) -> str:
        """Return the name as the deck has it: this one, or the only one that differs in its case alone."""
        names = self.names()
        same = [name] if name in names else [one for one in names if one.casefold() == name.casefold()]
        if len(same) != 1:
            raise UnusableDeck(
                repr(name), Message("unknown deck"), Message("add it first with `companion deck enroll`")
            )
        return same[0]

    def names(self) -> list[str]:
        """Return the names of the taught decks, sorted."""
        files = self._folder.glob(f"*.v{FORMAT_VERSION}.npz") if self._folder.is_dir() else ()
        return sorted(
            file.name.removesuffix(f".v{FORMAT_VERSION}.npz") for file in files if not file.name.startswith(".")
        )

    def galleries(self, on_unusable: OnUnusableDeck) -> list[Gallery]:
        """Load every taught deck; ``on_unusable`` is called for each that cannot be used."""
        usable = []
        for name in self.names():
            try:
                usable.append(self._load(name))
            except UnusableDeck as error:
                on_unusable(error)
        return usable

    def _load(self, name: str) -> Gallery:
        try:
            return load_deck(name, self._file(name))
        except NoDeck as error:
            step = Message(
                "add this deck again, or delete it with `companion deck forget {name}`", {"name": shlex.quote(name)}
            )
            raise UnusableDeck(error.thing, error.reason, step, name) from error

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.v{FORMAT_VERSION}.npz"


def describe_deck(gallery: Gallery) -> EnrolledDeck:
    """Return a gallery in numbers."""
    faces = [code for code in gallery.codes if code != BACK]
    return EnrolledDeck(gallery.name, len(set(faces)), len(faces), gallery.codes.count(BACK))
