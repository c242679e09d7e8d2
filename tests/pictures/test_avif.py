"""AVIF, as newer phones save photos: read if the installed Pillow can."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, features

from companion.pictures.input_limits import PICTURE_SUFFIXES
from companion.pictures.loading import UnreadablePicture, load_picture

needs_avif = pytest.mark.skipif(not features.check("avif"), reason="this Pillow was built without AVIF")


def avif(path: Path, size: tuple[int, int] = (320, 240)) -> Path:
    Image.new("RGB", size, (200, 120, 40)).save(path, "AVIF", quality=90)
    return path


@needs_avif
def test_an_avif_photo_is_read(tmp_path: Path) -> None:
    pixels = load_picture(avif(tmp_path / "table.avif")).pixels
    assert pixels.shape == (240, 320, 3)
    assert np.abs(pixels.reshape(-1, 3).mean(axis=0) - (40, 120, 200)).max() < 6
    assert ".avif" in PICTURE_SUFFIXES


@needs_avif
def test_an_avif_photo_of_twelve_megapixels_is_read_within_the_decoders_limits(tmp_path: Path) -> None:
    assert load_picture(avif(tmp_path / "table.avif", (4032, 3024))).width == 4032


@needs_avif
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_an_avif_photo_that_is_cut_off_is_refused(share: float, tmp_path: Path) -> None:
    path = avif(tmp_path / "table.avif")
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(UnreadablePicture):
        load_picture(path)


def test_what_only_calls_itself_avif_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.avif"
    path.write_bytes(b"\0\0\0\x20ftypavif" + bytes(200))
    with pytest.raises(UnreadablePicture):
        load_picture(path)
