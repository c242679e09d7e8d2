"""Loading pictures that people hand in, and saying plainly what is wrong with those that are none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.input_files import read_input_file
from companion.locale import Message
from companion.vision.arrays import Picture
from companion.vision.input_limits import INPUT_LIMITS
from companion.vision.sandbox.errors import DecodingRefused, LimitExceeded
from companion.vision.sandbox.process import borrow_decoder
from companion.vision.sandbox.protocol import Document

_LARGEST_CHANNELS = 3
_ANOTHER = Message("take or copy the photo again")


class UnreadablePicture(CompanionError):
    """A file that gives no picture to look at."""


class TooManyPixels(UnreadablePicture):
    """A picture too large to be decoded: so many pixels wide and high, of which it may have ``most`` in all."""

    def __init__(self, thing: str, width: int, height: int, most: int) -> None:
        super().__init__(
            thing,
            Message("is too large ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("scale it down to at most {megapixels} megapixels", {"megapixels": most // 1_000_000}),
        )
        self.width = width
        self.height = height


DAMAGED = Message("The photo is damaged inside, so nothing in it is certain; take or copy it again")
"""What is in doubt about everything that is read in such a picture."""


class DamagedPicture(UnreadablePicture):
    """A picture that is damaged inside: it can be decoded, but not all of it is what was taken."""

    def __init__(self, thing: str) -> None:
        super().__init__(thing, Message("is damaged inside: part of it is not what the camera saw"), _ANOTHER)


@dataclass(frozen=True)
class LoadedPicture:
    """A picture as a viewer shows it, after its EXIF orientation: BGR pixels (height, width, 3)."""

    path: str
    pixels: Picture
    damage: DamagedPicture | None = None
    """What is wrong inside, where it was loaded all the same: nothing that is read in it is certain."""

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


def load_picture(path: Path) -> LoadedPicture:
    """The picture in a file; :class:`UnreadablePicture` says why there is none."""
    return LoadedPicture(
        str(path), decode_picture(read_input_file(path, INPUT_LIMITS.photo_bytes, UnreadablePicture), str(path))
    )


def load_damaged(path: Path) -> LoadedPicture:
    """The picture in a file, damaged inside or not. Raises :class:`UnreadablePicture` where nothing can be decoded."""
    thing = str(path)
    data = read_input_file(path, INPUT_LIMITS.photo_bytes, UnreadablePicture)
    said, raw = _asked("whole", data, thing, INPUT_LIMITS.photo_pixels, INPUT_LIMITS.photo_seconds)
    return LoadedPicture(thing, _blue_first(raw), None if said["undamaged"] else DamagedPicture(thing))


def decode_picture(data: bytes, thing: str, most_pixels: int = INPUT_LIMITS.photo_pixels) -> Picture:
    """The picture that these bytes of a file are, as a viewer shows it: BGR pixels (height, width, 3).

    Of one that moves it is the first picture; what is transparent lies on white. It is decoded in a process of its own,
    within limits. Raises :class:`UnreadablePicture`, which calls it ``thing``; :class:`DamagedPicture` if it is damaged
    inside.
    """
    said, raw = _asked("whole", data, thing, most_pixels, INPUT_LIMITS.photo_seconds)
    if not said["undamaged"]:
        raise DamagedPicture(thing)
    return _blue_first(raw)


def _blue_first(raw: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_RGB2BGR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class PicturePreview:
    """A picture of ``width`` × ``height`` pixels of which only ``half`` was decoded, grey pixels at half the size: a
    JPEG gives them in a quarter of the time."""

    data: bytes
    thing: str
    width: int
    height: int
    half: Picture

    def decoded(self) -> Picture:
        """All of it, as :func:`decoded` gives it."""
        return decode_picture(self.data, self.thing, self.width * self.height)


def decode_preview(data: bytes, thing: str, most_pixels: int = INPUT_LIMITS.photo_pixels) -> PicturePreview:
    """The picture that these bytes are, as far as it is decoded quickly. Raises as :func:`decoded` does."""
    said, grey = _asked("half", data, thing, most_pixels, INPUT_LIMITS.frame_seconds)
    if not said["undamaged"]:
        raise DamagedPicture(thing)
    width, height = int(said["width"]), int(said["height"])
    half = cv2.resize(grey[..., 0], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return PicturePreview(data, thing, width, height, np.asarray(half))


def decode_camera_jpeg(data: bytes, thing: str, most_pixels: int) -> Picture:
    """A camera's JPEG that leaves out the tables which all of them have in common. Raises as :func:`decoded` does."""
    return _asked("of_a_camera", data, thing, most_pixels, INPUT_LIMITS.frame_seconds)[1]


def _asked(what: str, data: bytes, thing: str, most_pixels: int, seconds: float) -> tuple[Document, Picture]:
    asked: Document = {"do": what, "most": most_pixels, "least": INPUT_LIMITS.shortest_side}
    try:
        with borrow_decoder() as decoder:
            said, raw = decoder.ask(asked, seconds, _LARGEST_CHANNELS * most_pixels, data)
        return said, np.frombuffer(raw, np.uint8).reshape(said["shape"])
    except LimitExceeded as error:
        raise UnreadablePicture(thing, error.reason, _ANOTHER) from error
    except DecodingRefused as error:
        raise _refused(thing, error, most_pixels) from error


def _refused(thing: str, error: DecodingRefused, most_pixels: int) -> UnreadablePicture:
    width, height = error.size
    if error.kind == "large":
        return TooManyPixels(thing, width, height, most_pixels)
    if error.kind == "small":
        return UnreadablePicture(
            thing,
            Message("is too small to show a table ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("give a photo of at least 640 × 480 pixels"),
        )
    if error.kind == "short":
        size = {"width": width, "height": height}
        reason = Message("claims {width} × {height} pixels, and holds too little for so many", size)
        return UnreadablePicture(thing, reason, _ANOTHER)
    if error.kind == "unknown":
        return UnreadablePicture(
            thing,
            Message("is not a picture that can be read, or is damaged"),
            Message("give a whole JPEG, HEIC, PNG, WebP, TIFF or BMP file"),
        )
    return UnreadablePicture(
        thing, Message("is damaged or cut off in the middle ({why})", {"why": error.why}), _ANOTHER
    )
