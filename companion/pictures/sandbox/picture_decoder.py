"""Decode a picture file as a viewer shows it. Runs in the sandbox."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from PIL import ExifTags, Image, UnidentifiedImageError

from companion.pictures.input_limits import PILLOW_FORMATS
from companion.pictures.sandbox import jpeg
from companion.pictures.sandbox.hevc_check import is_damaged, is_heic
from companion.pictures.sandbox.jpeg import JpegMarkers, is_jpeg

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns a picture upright, by its EXIF orientation."""

try:
    from pillow_heif import register_heif_opener
except ImportError:  # Android: there is no recipe for it, and its cameras save JPEG
    pass
else:
    register_heif_opener()
# Every size is checked here, with its numbers, before anything is decoded; Pillow's own warning would be printed.
Image.MAX_IMAGE_PIXELS = None
# What Pillow finds odd about a file (damaged EXIF, say) but can read all the same is nothing to print.
warnings.filterwarnings("ignore", module=r"PIL\.")

Prepare = Callable[[int], None]
"""Is called with the number of pixels about to be decoded."""


class NoPicture(ValueError):
    """Raise for bytes that are no readable picture.

    Args:
        kind: ``unknown``, ``large``, ``small``, ``short`` or ``damaged``.
        why: The reason in a library's words.
        width: Its width in pixels.
        height: Its height in pixels.
    """

    def __init__(self, kind: str, why: str = "", width: int = 0, height: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.why, self.width, self.height = kind, why, width, height


@dataclass(frozen=True, slots=True)
class RawPixels:
    """Decoded pixels row by row.

    Attributes:
        width: Columns.
        height: Rows.
        channels: 3 (red, green, blue) or 1 (grey).
        data: One byte for each channel of a pixel.
        whole_width: Columns of the whole picture.
        whole_height: Rows of the whole picture.
        undamaged: Whether no damage is known.
    """

    width: int
    height: int
    channels: int
    data: bytes
    whole_width: int
    whole_height: int
    undamaged: bool


def decode_whole(data: bytes | bytearray, most: int, least: int, prepare: Prepare = lambda pixels: None) -> RawPixels:
    """Decode all of a picture; of an animation the first picture, transparency on white.

    Args:
        data: The bytes of its file.
        most: Pixels that it may have.
        least: Pixels of its shortest side.
        prepare: Is called before decoding.

    Returns:
        The pixels, in colour.
    """
    with _open(data, most, least, prepare) as (image, undamaged):
        image.load()
        upright = _to_rgb(_upright(image))
        return RawPixels(*upright.size, 3, upright.tobytes(), *upright.size, undamaged)


def decode_half(data: bytes | bytearray, most: int, least: int, prepare: Prepare = lambda pixels: None) -> RawPixels:
    """Decode a picture as far as that is fast: grey, a JPEG at about half the size.

    Args:
        data: The bytes of its file.
        most: Pixels that it may have.
        least: Pixels of its shortest side.
        prepare: Is called before decoding.

    Returns:
        The pixels, in grey.
    """
    with _open_checked(data, most, least) as image:
        width, height = image.size
        prepare(width * height)
        small, undamaged = jpeg.decode_half(data) if is_jpeg(data) else (None, not (is_heic(data) and is_damaged(data)))
        if is_jpeg(data):
            _check_end(data, undamaged)
        if small is not None:
            upright = _turned(Image.fromarray(small), _orientation(image))
        else:
            image.load()
            upright = _upright(image)
        if (upright.width > upright.height) != (width > height):
            width, height = height, width
        grey = upright if upright.mode == "L" else _to_rgb(upright).convert("L")
        return RawPixels(*grey.size, 1, grey.tobytes(), width, height, undamaged)


@contextmanager
def _open(data: bytes | bytearray, most: int, least: int, prepare: Prepare) -> Iterator[tuple[Image.Image, bool]]:
    """Open a picture without decoding; yields whether no damage is known, too. See :func:`_open_checked`."""
    with _open_checked(data, most, least) as image:
        prepare(image.width * image.height)
        if not is_jpeg(data):
            yield image, not (is_heic(data) and is_damaged(data))
            return
        complete, undamaged = jpeg.complete_jpeg(data)
        _check_end(data, undamaged)
        with Image.open(BytesIO(complete), formats=PILLOW_FORMATS) as marked:
            yield marked, undamaged


def _check_end(data: bytes | bytearray, undamaged: bool) -> None:
    """Refuse a JPEG that was cut off: it is damaged and has no end marker."""
    if not undamaged and not JpegMarkers.of(data).marked:
        raise NoPicture("damaged", "image file is truncated")


@contextmanager
def _open_checked(data: bytes | bytearray, most: int, least: int) -> Iterator[Image.Image]:
    """Open a picture of an accepted size without decoding; errors become :class:`NoPicture`."""
    try:
        with Image.open(BytesIO(data), formats=PILLOW_FORMATS) as image:
            width, height = image.size
            if width * height > most:
                raise NoPicture("large", "", width, height)
            if min(width, height) < least:
                raise NoPicture("small", "", width, height)
            if is_jpeg(data) and JpegMarkers.of(data).too_short(len(data), width, height):
                raise NoPicture("short", "", width, height)
            yield image
    except (NoPicture, MemoryError):
        raise
    except UnidentifiedImageError as error:
        raise NoPicture("unknown") from error
    except Exception as error:  # a damaged file makes Pillow's readers raise almost anything
        raise NoPicture("damaged", str(error) or type(error).__name__) from error


def _upright(image: Image.Image) -> Image.Image:
    return _turned(image, _orientation(image))


def _orientation(image: Image.Image) -> int | None:
    try:
        return image.getexif().get(ExifTags.Base.Orientation)
    except Exception:  # damaged EXIF does not make a damaged picture: it is shown as it lies
        return None


def _turned(image: Image.Image, orientation: int | None) -> Image.Image:
    return image.transpose(_TURNS[orientation]) if orientation in _TURNS else image


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # grey of 16 bits, of which Pillow would cut off the light half
        import numpy as np

        grey = np.asarray(image)
        return Image.fromarray((np.clip(grey, 0, 65535) >> 8).astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", rgba.size, "white"), rgba).convert("RGB")
    return image.convert("RGB")
