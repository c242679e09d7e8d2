"""HEIC photos that are damaged inside are said to be, and nothing in them is certain."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from companion.demo import bundled
from companion.pictures.loading import DamagedPicture, decode_picture, load_damaged, load_picture
from companion.pictures.sandbox.hevc_check import is_damaged, is_heic

pillow_heif.register_heif_opener()


WIDTH, HEIGHT = 640, 480


def encode(tile: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A HEIC file as cameras write it: one coded picture, or a grid of tiles as phones use."""
    monkeypatch.setattr(pillow_heif.options, "GRID_TILE_SIZE", tile)
    with Image.open(bundled.photo()) as image:
        small = image.convert("RGB").resize((WIDTH, HEIGHT))
    file = BytesIO()
    small.save(file, "HEIF", quality=80)
    return file.getvalue()


@pytest.fixture(scope="module", params=[0, 256], ids=["one picture", "a grid of tiles"])
def photo(request: pytest.FixtureRequest) -> bytes:
    with pytest.MonkeyPatch.context() as here:
        return encode(request.param, here)


def test_a_sound_photo_is_read(photo: bytes) -> None:
    assert is_heic(photo) and not is_damaged(photo)
    assert decode_picture(photo, "photo").shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize(("each", "at_least"), [(1, 5), pytest.param(3, 16, marks=pytest.mark.prove("readings"))])
def test_holes_in_the_coded_picture_are_found(photo: bytes, each: int, at_least: int) -> None:
    rng, found = random.Random(3), 0
    for size in (256, 1024, 4096):
        for filling in (bytes(size), rng.randbytes(size)):
            for _ in range(each):
                at = rng.randrange(3000, len(photo) - size)
                found += is_damaged(photo[:at] + filling + photo[at + size :])
    assert found >= at_least  # of 6 or 18: a hole may look like coded data


def test_a_photo_with_a_hole_is_refused_and_read_only_as_damaged(photo: bytes, tmp_path: Path) -> None:
    middle = len(photo) // 2
    file = tmp_path / "photo.heic"
    file.write_bytes(photo[:middle] + bytes(4096) + photo[middle + 4096 :])
    with pytest.raises(DamagedPicture):
        load_picture(file)
    assert np.asarray(load_damaged(file).pixels).shape == (HEIGHT, WIDTH, 3)
