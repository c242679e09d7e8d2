"""Load a deck from its file. Nothing in the file is trusted before it is checked.

The file is a zip of NumPy arrays (:meth:`~companion.vision.decks.gallery.Gallery.packed`), unpacked by
:mod:`companion.pictures.sandbox.deck_archive`.
"""

from __future__ import annotations

from math import prod
from pathlib import Path

import numpy as np

from companion.errors import CompanionError
from companion.input_files import read_input_file
from companion.locale import Message
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sandbox.deck_archive import Array
from companion.pictures.sandbox.errors import DecodingRefused, LimitExceeded
from companion.pictures.sandbox.process import borrow_decoder
from companion.pieces import Card
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
