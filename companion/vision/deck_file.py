"""A deck out of the file in which it is kept, which may be anything: nothing of it is believed before it was checked.

It is a zip of arrays as NumPy saves them (:meth:`~companion.vision.gallery.Gallery.packed`). Sizes are looked up in its
directory and in the arrays' heads before anything is unpacked.
"""

from __future__ import annotations

from io import BytesIO
from math import prod
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib import format as arrays

from companion.errors import CompanionError
from companion.given import contents
from companion.locale import Message
from companion.pieces import Card
from companion.vision.cardframe import HEIGHT, WIDTH
from companion.vision.gallery import BACK, FEATURES_A_FACE, Gallery
from companion.vision.intake import INTAKE, Intake

Array = np.ndarray[Any, np.dtype[Any]]

_NAMES = ("codes", "faces", "points", "descriptors", "owner")
_LONGEST_CODE = 16
"""Letters."""


class NoDeck(CompanionError):
    """A file that holds no deck, or a damaged one."""


def unpacked(name: str, path: Path, intake: Intake = INTAKE) -> Gallery:
    """The deck in a file. Raises :class:`NoDeck`."""
    data = contents(path, intake.deck_bytes, NoDeck)
    try:
        with ZipFile(BytesIO(data)) as packed:
            _check_directory(packed, path, intake)
            held = {array: _array(packed, array) for array in _NAMES}
        _check(held)
    except NoDeck:
        raise
    except Exception as error:  # a damaged file makes the readers of zips and arrays raise almost anything
        why = {"why": str(error) or type(error).__name__}
        raise NoDeck(str(path), Message("is damaged ({why})", why)) from error
    return Gallery(
        name,
        tuple(str(code) for code in held["codes"]),
        held["faces"],
        held["points"].astype(np.float32),
        held["descriptors"].astype(np.float32) / np.float32(255),
        held["owner"].astype(np.intp),
    )


def _check_directory(packed: ZipFile, path: Path, intake: Intake) -> None:
    members = packed.infolist()
    if sorted(member.filename for member in members) != sorted(f"{array}.npy" for array in _NAMES):
        raise NoDeck(str(path), Message("holds something else than a deck"))
    if sum(member.file_size for member in members) > intake.deck_bytes:
        most = {"most": intake.deck_bytes // 1_000_000}
        raise NoDeck(str(path), Message("holds more than the {most} MB of any deck", most))
    if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in members):
        raise NoDeck(str(path), Message("holds something else than a deck"))


def _array(packed: ZipFile, name: str) -> Array:
    """An array of numbers or letters; no object is ever made of what a file says."""
    member = packed.getinfo(f"{name}.npy")
    with packed.open(member) as file:
        # Not to the end: a zip may unpack to more than its directory says.
        written = BytesIO(file.read(member.file_size))
    version = arrays.read_magic(written)
    read_head = arrays.read_array_header_1_0 if version == (1, 0) else arrays.read_array_header_2_0
    shape, by_columns, kind = read_head(written)
    _require(not by_columns and not kind.hasobject, name)
    values = written.getbuffer()[written.tell() :]
    _require(len(values) == prod(shape) * kind.itemsize, name)
    return np.frombuffer(values, kind).reshape(shape)


def _check(held: dict[str, Array]) -> None:
    """Raises ``ValueError`` with the array in which something stands that is in no deck."""
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
    # OpenCV gives a few more features than it is asked for, where some are alike.
    _require(features <= 2 * FEATURES_A_FACE * views, "points")
    _require(bool(np.isfinite(points).all()), "points")
    _require(bool(((owner >= 0) & (owner < views)).all()), "owner")


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise ValueError(f"{name}.npy")
