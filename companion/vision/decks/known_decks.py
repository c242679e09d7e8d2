"""The decks that were taught, kept in a folder of files, which are checked before anything in them is trusted.

The file is a zip of NumPy arrays (:meth:`~companion.vision.decks.gallery.Gallery.packed`), unpacked by
:mod:`companion.pictures.sandbox.deck_archive`.
"""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from companion.errors import CompanionError
from companion.files import write_data_file
from companion.input_files import read_input_file
from companion.locale import Message
from companion.names import is_file_name
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sandbox.deck_archive import Array
from companion.pictures.sandbox.process import borrow_decoder
from companion.pictures.sandbox.protocol import DecodingRefused, LimitExceeded
from companion.pieces import DECK, Card
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from companion.vision.decks.gallery import BACK, FEATURES_A_FACE, Gallery

ARRAY_NAMES = ("codes", "faces", "points", "descriptors", "owner")
_LONGEST_CODE = 16
"""Letters of a card's code, at most."""


class NoDeck(CompanionError):
    """Raise for a file that holds no deck, or a damaged one."""


def load_deck(name: str, path: Path, limits: InputLimits = INPUT_LIMITS) -> Gallery:
    """Load the deck in a file through the sandbox; :class:`NoDeck` is raised if it cannot be read or is none."""
    data = read_input_file(path, limits.deck_bytes, NoDeck)
    try:
        return gallery_from_arrays(name, _unpack_in_sandbox(data, limits))
    except LimitExceeded as error:
        raise NoDeck(str(path), error.reason) from error
    except DecodingRefused as error:
        raise _describe_refusal(path, error.kind, error.why, limits) from error
    except ValueError as error:
        raise _describe_refusal(path, "damaged", str(error), limits) from error


def gallery_from_arrays(name: str, held: dict[str, Array]) -> Gallery:
    """Return the deck that arrays hold.

    Args:
        name: The deck's name.
        held: The arrays by name.

    Raises:
        ValueError: An array holds something that belongs to no deck; its name is the message.
    """
    try:
        _check(held)
    except CompanionError as error:
        raise ValueError(str(error)) from error
    return Gallery(
        name,
        tuple(str(code) for code in held["codes"]),
        held["faces"],
        held["points"].astype(np.float32),
        held["descriptors"].astype(np.float32) / np.float32(255),
        held["owner"].astype(np.intp),
    )


def _unpack_in_sandbox(data: bytes, limits: InputLimits) -> dict[str, Array]:
    request = {"do": "arrays", "names": ARRAY_NAMES, "most": limits.deck_bytes}
    with borrow_decoder() as decoder:
        answer, raw = decoder.ask(request, limits.photo_seconds, limits.deck_bytes, data)
    held, at = {}, 0
    for name, kind, shape in answer["arrays"]:
        array = np.frombuffer(raw, kind, prod(shape), at)
        held[name], at = array.reshape(shape), at + array.nbytes
    return held


def _describe_refusal(path: Path, kind: str, why: str, limits: InputLimits) -> NoDeck:
    if kind == "large":
        most = {"most": limits.deck_bytes // 1_000_000}
        return NoDeck(str(path), Message("too large for a deck file: more than {most} MB", most))
    if kind == "other":
        return NoDeck(str(path), Message("not a deck file"))
    return NoDeck(str(path), Message("damaged ({why})", {"why": why}))


def _check(held: dict[str, Array]) -> None:
    """Raise ``ValueError`` with the name of an array that holds something that belongs to no deck."""
    codes, points, owner = held["codes"], held["points"], held["owner"]
    _require(codes.ndim == 1 and len(codes) > 0, "codes")
    _require(codes.dtype.kind == "U" and codes.dtype.itemsize <= 4 * _LONGEST_CODE, "codes")
    _require(all(code == BACK or Card.parse(str(code)).code == code for code in codes), "codes")
    views, features = len(codes), len(owner) if owner.ndim else 0
    shapes: dict[str, tuple[type, tuple[int, ...]]] = {
        "faces": (np.uint8, (views, HEIGHT, WIDTH, 3)),
        "points": (np.float16, (features, 4)),
        "descriptors": (np.uint8, (features, 128)),
        "owner": (np.int16, (features,)),
    }
    for name, (kind, shape) in shapes.items():
        _require(held[name].dtype == kind and held[name].shape == shape, name)
    # OpenCV returns a few more features than requested if some have equal responses.
    _require(features <= 2 * FEATURES_A_FACE * views, "points")
    _require(bool(np.isfinite(points).all()), "points")
    _require(bool(((owner >= 0) & (owner < views)).all()), "owner")


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise ValueError(f"{name}.npy")


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
