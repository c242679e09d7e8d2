from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.pictures import UnreadablePicture, load


def photo(path: Path, width: int = 320, height: int = 240) -> Path:
    pixels = np.random.default_rng(0).integers(0, 256, (height, width, 3)).astype(np.uint8)
    path.write_bytes(cv2.imencode(path.suffix, pixels)[1].tobytes())
    return path


def huge_png(path: Path) -> Path:
    """A PNG that says it is 20000 × 20000; its pixels would fill memory."""
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    path.write_bytes(start + b"\x00\x00\x00\x00IEND\xaeB`\x82")
    return path


def with_orientation(path: Path, orientation: int) -> Path:
    """A JPEG whose EXIF says how it is to be turned."""
    tag = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 1) + tag + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    plain = photo(path).read_bytes()
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:])
    return path


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".tif", ".bmp"])
def test_pictures_of_every_usual_kind_are_loaded(tmp_path: Path, kind: str) -> None:
    picture = load(photo(tmp_path / f"table{kind}"))
    assert (picture.width, picture.height) == (320, 240)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".tif", ".bmp"])
def test_a_truncated_picture_is_refused(tmp_path: Path, kind: str) -> None:
    path = photo(tmp_path / f"table{kind}")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(UnreadablePicture, match="table"):
        load(path)


def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="20000 × 20000"):
        load(huge_png(tmp_path / "huge.png"))


def test_a_picture_too_small_to_show_anything_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="1 × 1"):
        load(photo(tmp_path / "dot.png", 1, 1))


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7"])
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.jpg"
    path.write_bytes(content)
    with pytest.raises(UnreadablePicture, match=r"letter\.jpg"):
        load(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="no such file"):
        load(tmp_path / "none.jpg")
    with pytest.raises(UnreadablePicture, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize(("orientation", "size"), [(1, (320, 240)), (6, (240, 320)), (8, (240, 320)), (3, (320, 240))])
def test_a_picture_is_turned_as_a_viewer_shows_it(tmp_path: Path, orientation: int, size: tuple[int, int]) -> None:
    picture = load(with_orientation(tmp_path / "turned.jpg", orientation))
    assert (picture.width, picture.height) == size
