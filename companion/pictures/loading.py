"""Load and decode pictures that people provide, with clear errors for files that are none."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.input_files import read_input_file
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS
from companion.pictures.sandbox.process import borrow_decoder
from companion.pictures.sandbox.protocol import DecodingRefused, Document, LimitExceeded

_LARGEST_CHANNELS = 3
_ANOTHER = Message("take or copy the photo again")


class UnreadablePicture(CompanionError):
    """Raise for a file that cannot be read as a picture."""


class TooManyPixels(UnreadablePicture):
    """Raise for a picture that is too large to decode.

    Args:
        thing: The name of the picture.
        width: Its width in pixels.
        height: Its height in pixels.
        most: Pixels that it may have in all.
    """

    def __init__(self, thing: str, width: int, height: int, most: int) -> None:
        super().__init__(
            thing,
            Message("too large ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("scale it down to at most {megapixels} megapixels", {"megapixels": most // 1_000_000}),
        )
        self.width = width
        self.height = height


DAMAGED = Message("The photo is damaged, so every reading is uncertain. Take or copy it again.")
"""Why all readings of a damaged picture are uncertain."""


class DamagedPicture(UnreadablePicture):
    """Raise for a picture that can be decoded but is damaged inside."""

    def __init__(self, thing: str) -> None:
        super().__init__(thing, Message("damaged: part of the picture is wrong"), _ANOTHER)


@dataclass(frozen=True)
class LoadedPicture:
    """A picture as a viewer shows it, after its EXIF orientation.

    Attributes:
        path: Where it came from.
        pixels: Height × width × 3, BGR.
        damage: The error if it was loaded although it is damaged; all its readings are uncertain then.
    """

    path: str
    pixels: Picture
    damage: DamagedPicture | None = None

    @property
    def width(self) -> int:
        """Width in pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Height in pixels."""
        return int(self.pixels.shape[0])


def load_picture(path: Path) -> LoadedPicture:
    """Load the picture in a file; raise :class:`UnreadablePicture` if there is none."""
    return LoadedPicture(
        str(path), decode_picture(read_input_file(path, INPUT_LIMITS.photo_bytes, UnreadablePicture), str(path))
    )


def load_damaged(path: Path) -> LoadedPicture:
    """Load the picture in a file, damaged or not; raise :class:`UnreadablePicture` if nothing can be decoded."""
    return decode_damaged(read_input_file(path, INPUT_LIMITS.photo_bytes, UnreadablePicture), str(path))


def decode_damaged(data: bytes, thing: str) -> LoadedPicture:
    """Decode a picture, damaged or not; raise :class:`UnreadablePicture` if nothing can be decoded."""
    answer, raw = _request("whole", data, thing, INPUT_LIMITS.photo_pixels, INPUT_LIMITS.photo_seconds)
    return LoadedPicture(thing, _to_bgr(raw), None if answer["undamaged"] else DamagedPicture(thing))


def decode_picture(data: bytes, thing: str, most_pixels: int = INPUT_LIMITS.photo_pixels) -> Picture:
    """Decode a picture in the sandbox, as a viewer shows it.

    If it cannot be decoded within the limits, :class:`UnreadablePicture` is raised.

    Args:
        data: The bytes of its file. Of an animation the first picture counts; transparency becomes white.
        thing: The name of the picture in errors.
        most_pixels: Pixels that it may have.

    Returns:
        BGR pixels (height × width × 3).

    Raises:
        DamagedPicture: It is damaged inside.
    """
    answer, raw = _request("whole", data, thing, most_pixels, INPUT_LIMITS.photo_seconds)
    if not answer["undamaged"]:
        raise DamagedPicture(thing)
    return _to_bgr(raw)


def _to_bgr(raw: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_RGB2BGR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class PicturePreview:
    """A picture of which only grey pixels at half the size are decoded: a JPEG gives them in a quarter of the time.

    Attributes:
        data: The bytes of its file.
        thing: Its name in errors.
        width: Of the whole picture, pixels.
        height: Of the whole picture, pixels.
        half: Grey pixels at half the size.
    """

    data: bytes
    thing: str
    width: int
    height: int
    half: Picture

    def decode(self) -> Picture:
        """Decode all of it, as :func:`decode_picture` does."""
        return decode_picture(self.data, self.thing, self.width * self.height)


def decode_preview(data: bytes, thing: str, most_pixels: int = INPUT_LIMITS.photo_pixels) -> PicturePreview:
    """Decode a picture as far as that is fast; arguments and errors are those of :func:`decode_picture`."""
    answer, grey = _request("half", data, thing, most_pixels, INPUT_LIMITS.frame_seconds)
    if not answer["undamaged"]:
        raise DamagedPicture(thing)
    width, height = int(answer["width"]), int(answer["height"])
    half = cv2.resize(grey[..., 0], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return PicturePreview(data, thing, width, height, np.asarray(half))


def decode_camera_jpeg(data: bytes, thing: str, most_pixels: int) -> Picture:
    """Decode a camera's JPEG that lacks the common tables; arguments and errors as of :func:`decode_picture`."""
    return _request("of_a_camera", data, thing, most_pixels, INPUT_LIMITS.frame_seconds)[1]


def _request(what: str, data: bytes, thing: str, most_pixels: int, seconds: float) -> tuple[Document, Picture]:
    request: Document = {"do": what, "most": most_pixels, "least": INPUT_LIMITS.shortest_side}
    try:
        with borrow_decoder() as decoder:
            answer, raw = decoder.ask(request, seconds, _LARGEST_CHANNELS * most_pixels, data)
        return answer, np.frombuffer(raw, np.uint8).reshape(answer["shape"])
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
            Message("too small to show a table ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("use a photo of at least 640 × 480 pixels"),
        )
    if error.kind == "short":
        size = {"width": width, "height": height}
        reason = Message("damaged: too little data for {width} × {height} pixels", size)
        return UnreadablePicture(thing, reason, _ANOTHER)
    if error.kind == "unknown":
        return UnreadablePicture(
            thing,
            Message("unsupported or damaged picture"),
            Message("use a complete JPEG, HEIC, PNG, WebP, TIFF or BMP file"),
        )
    return UnreadablePicture(thing, Message("damaged or incomplete ({why})", {"why": error.why}), _ANOTHER)
