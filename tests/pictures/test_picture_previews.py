"""A picture of which only what following needs is decoded, until somebody wants all of it."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.pictures.arrays import Picture
from companion.pictures.loading import TooManyPixels, UnreadablePicture, decode_picture, decode_preview
from companion.pictures.sources import Frame
from companion.pictures.sources.frame import to_half
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture

SIZE = (960, 540)


@pytest.fixture(scope="module")
def table() -> Picture:
    return table_picture([Lying("PSWK", 250, 270), Lying("X", 400, 270)], SIZE)


def saved(pixels: Picture, kind: str, **how: object) -> bytes:
    """The picture as a file's bytes."""
    out = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1])).save(out, kind, **how)
    return out.getvalue()


@each("kind", ["JPEG", "PNG"])
def test_a_glimpse_is_the_picture_at_half_its_size(table: Picture, kind: str) -> None:
    data = saved(table, kind)
    glimpse = decode_preview(data, "frame")
    assert (glimpse.width, glimpse.height, glimpse.half.shape) == (960, 540, (270, 480))
    assert np.abs(glimpse.half.astype(int) - to_half(decode_picture(data, "frame"))).mean() < 2


def test_a_frame_of_a_glimpse_has_all_its_pixels_once_they_are_wanted(table: Picture) -> None:
    data = saved(table, "JPEG")
    frame = Frame(decode_preview(data, "frame"), 0.0, 0)
    assert frame.size == SIZE and "pixels" not in vars(frame)
    assert np.array_equal(frame.pixels, decode_picture(data, "frame"))


def test_a_phone_held_upright_is_glimpsed_upright(table: Picture) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(table, "JPEG", exif=exif)
    frame = Frame(decode_preview(data, "frame"), 0.0, 0)
    assert frame.size == (540, 960) == frame.pixels.shape[1::-1]
    assert np.abs(frame.half.astype(int) - to_half(frame.pixels)).mean() < 2


def test_a_picture_of_odd_size_is_glimpsed_too(table: Picture) -> None:
    odd = np.ascontiguousarray(table[:401, :641])
    glimpse = decode_preview(saved(odd, "JPEG"), "frame")
    assert glimpse.half.shape == to_half(odd).shape


def test_a_glimpse_of_half_a_file_is_refused(table: Picture) -> None:
    data = saved(table, "JPEG")
    with pytest.raises(UnreadablePicture, match="damaged or incomplete"):
        decode_preview(data[: len(data) // 2], "frame")
    with pytest.raises(TooManyPixels):
        decode_preview(data, "frame", 1000)


def test_a_grey_picture_is_glimpsed_as_it_is(table: Picture) -> None:
    grey = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    glimpse = decode_preview(cv2.imencode(".jpg", grey)[1].tobytes(), "frame")
    assert np.abs(glimpse.half.astype(int) - to_half(table)).mean() < 3
