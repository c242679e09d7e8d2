"""Loading pictures that people hand in, and saying plainly what is wrong with those that are none."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError
from pillow_heif import register_heif_opener

from companion.errors import CompanionError
from companion.given import contents
from companion.locale import Message
from companion.vision.cardframe import Bytes
from companion.vision.formats import FORMATS
from companion.vision.intake import INTAKE

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What sets a picture upright, by its EXIF orientation."""

register_heif_opener()
# Every size is checked here, with its numbers, before anything is decoded; Pillow's own warning would be printed.
Image.MAX_IMAGE_PIXELS = None
# What Pillow finds odd about a file (damaged EXIF, say) but can read all the same is nothing to print.
warnings.filterwarnings("ignore", module=r"PIL\.")


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


@dataclass(frozen=True)
class LoadedPicture:
    """A picture as a viewer shows it, after its EXIF orientation: BGR pixels (height, width, 3)."""

    path: str
    pixels: Bytes

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


def load(path: Path) -> LoadedPicture:
    """The picture in a file; :class:`UnreadablePicture` says why there is none."""
    return LoadedPicture(str(path), decoded(contents(path, INTAKE.photo_bytes, UnreadablePicture), str(path)))


def decoded(data: bytes, thing: str, most_pixels: int = INTAKE.photo_pixels) -> Bytes:
    """The picture that these bytes of a file are, as a viewer shows it: BGR pixels (height, width, 3).

    Of one that moves it is the first picture; what is transparent lies on white. Raises :class:`UnreadablePicture`,
    which calls it ``thing``.
    """
    with _opened(data, thing, most_pixels) as image:
        image.load()
        return np.asarray(cv2.cvtColor(np.asarray(_in_colours(_upright(image))), cv2.COLOR_RGB2BGR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """A picture of ``width`` × ``height`` pixels of which only ``half`` was decoded, grey pixels at half the size: a
    JPEG gives them in a quarter of the time."""

    data: bytes
    thing: str
    width: int
    height: int
    half: Bytes

    def decoded(self) -> Bytes:
        """All of it, as :func:`decoded` gives it."""
        return decoded(self.data, self.thing, self.width * self.height)


def glimpsed(data: bytes, thing: str, most_pixels: int = INTAKE.photo_pixels) -> Glimpse:
    """The picture that these bytes are, as far as it is decoded quickly. Raises as :func:`decoded` does."""
    with _opened(data, thing, most_pixels) as image:
        width, height = image.size
        image.draft("L", (width // 2, height // 2))
        image.load()
        upright = _upright(image)
        if (upright.width > upright.height) != (width > height):
            width, height = height, width
        grey = np.asarray(upright if upright.mode == "L" else _in_colours(upright).convert("L"), np.uint8)
        half = cv2.resize(grey, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        return Glimpse(data, thing, width, height, np.asarray(half))


@contextmanager
def _opened(data: bytes, thing: str, most_pixels: int) -> Iterator[Image.Image]:
    """The picture, not decoded yet; what goes wrong inside is told as :class:`UnreadablePicture`."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check_size(thing, *image.size, most_pixels)
            yield image
    except UnreadablePicture:
        raise
    except UnidentifiedImageError as error:
        raise UnreadablePicture(
            thing,
            Message("is not a picture that can be read, or is damaged"),
            Message("give a whole JPEG, HEIC, PNG, WebP, TIFF or BMP file"),
        ) from error
    except Exception as error:  # a damaged file makes Pillow's readers raise almost anything
        raise UnreadablePicture(
            thing,
            Message("is damaged or cut off in the middle ({why})", {"why": str(error) or type(error).__name__}),
            Message("take or copy the photo again"),
        ) from error


def _check_size(thing: str, width: int, height: int, most_pixels: int) -> None:
    if width * height > most_pixels:
        raise TooManyPixels(thing, width, height, most_pixels)
    if min(width, height) < INTAKE.shortest_side:
        raise UnreadablePicture(
            thing,
            Message("is too small to show a table ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("give a photo of at least 640 × 480 pixels"),
        )


def _upright(image: Image.Image) -> Image.Image:
    try:
        orientation = image.getexif().get(ExifTags.Base.Orientation)
    except Exception:  # damaged EXIF does not make a damaged picture: it is shown as it lies
        return image
    return image.transpose(_TURNS[orientation]) if orientation in _TURNS else image


def _in_colours(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # grey of 16 bits, of which Pillow would cut off the light half
        grey = np.asarray(image)
        return Image.fromarray((np.clip(grey, 0, 65535) >> 8).astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        seen = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")
    return image.convert("RGB")
