"""Photos whose JPEG is damaged inside, and limits of what comes in from outside."""

import os
import random
import re
import socket
import struct
from collections.abc import Callable
from dataclasses import fields
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

from companion.demo import bundled
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.loading import (
    DamagedPicture,
    UnreadablePicture,
    decode_camera_jpeg,
    decode_picture,
    decode_preview,
    load_damaged,
    load_picture,
)
from companion.pictures.sandbox.jpeg import JpegMarkers
from companion.pictures.sources.files import PictureFolder, VideoFile
from companion.pictures.sources.frame import SourceError
from companion.pictures.sources.opening import open_source
from companion.vision.decks.teaching import DeckPictures, NoDeckPictures
from tests.cases import each

PAGE = Path(__file__).resolve().parents[2] / "docs" / "limits.md"


def sparse(path: Path, start: bytes = b"") -> Path:
    """A file of three gigabytes, nearly all of it never written."""
    path.write_bytes(start)
    os.truncate(path, 3_000_000_000)
    return path


def pipe(path: Path) -> Path:
    """A pipe to which nobody writes."""
    os.mkfifo(path)
    return path


def film(path: Path, width: int = 128, height: int = 72) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (width, height))
    for level in (40, 80, 120):
        writer.write(np.full((height, width, 3), level, np.uint8))
    writer.release()
    return path


def picture(path: Path) -> Path:
    cv2.imwrite(str(path), np.full((72, 128, 3), 90, np.uint8))
    return path


def test_a_photo_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.jpg"))
        for path in (pipe(tmp_path / "pipe.jpg"), Path("/dev/zero"), tmp_path, tmp_path / "socket.jpg"):
            with pytest.raises(UnreadablePicture, match=r"a pipe or a device|cannot read") as refused:
                load_picture(path)
            assert refused.value.next_step is not None


def test_a_photo_longer_than_any_photo_is_refused_unread(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match=r"too large \(3000 MB\). Use a file of at most 200 MB"):
        load_picture(sparse(tmp_path / "photo.jpg", b"\xff\xd8\xff"))


def test_a_link_that_leads_to_itself_is_no_photo_and_no_deck(tmp_path: Path) -> None:
    (tmp_path / "loop.jpg").symlink_to(tmp_path / "loop.jpg")
    with pytest.raises(UnreadablePicture, match="cannot read"):
        load_picture(tmp_path / "loop.jpg")
    with pytest.raises(NoDeckPictures, match="cannot read this folder"):
        DeckPictures(tmp_path / "loop.jpg")


def test_what_is_no_picture_in_a_folder_is_told_once_and_passed_over(tmp_path: Path) -> None:
    pipe(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").symlink_to(tmp_path / "nowhere")
    sparse(tmp_path / "c.jpg")
    picture(tmp_path / "d.png")
    source = open_source(str(tmp_path), paced=False)
    for why in ("a pipe", "no such file", "too large"):
        with pytest.raises(SourceError, match=why):
            source.read()
    assert source.read() is not None


def test_a_folder_of_too_many_files_is_no_folder_of_pictures(tmp_path: Path) -> None:
    for name in "abcd":
        picture(tmp_path / f"{name}.png")
    few = InputLimits(folder_files=3)
    with pytest.raises(SourceError, match="contains more than 3 files"):
        PictureFolder(tmp_path, limits=few).open()
    PictureFolder(tmp_path, limits=InputLimits(folder_files=4)).open()


def test_a_deck_is_learnt_from_so_many_pictures_and_no_more(tmp_path: Path) -> None:
    for number in range(INPUT_LIMITS.deck_pictures + 1):
        (tmp_path / f"4MS-{number}.jpg").touch()
    with pytest.raises(NoDeckPictures, match=r"too many card pictures: 301\. Keep at most 300"):
        DeckPictures(tmp_path)


def test_a_film_that_is_a_pipe_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="a pipe"):
        open_source(str(pipe(tmp_path / "film.mp4")))


def test_a_film_of_pictures_too_large_is_refused(tmp_path: Path) -> None:
    large = film(tmp_path / "large.avi", 640, 480)
    with pytest.raises(SourceError, match=r"too large \(640 × 480 pixels\)\. Choose a resolution"):
        VideoFile(large, limits=InputLimits(frame_pixels=640 * 480 - 1)).open()
    VideoFile(large, limits=InputLimits(frame_pixels=640 * 480)).open()


def test_a_film_of_which_the_rest_was_never_written_says_so(tmp_path: Path) -> None:
    whole = film(tmp_path / "film.avi").read_bytes()
    torn = sparse(tmp_path / "film.avi", whole[: whole.rindex(b"idx1")])
    source = VideoFile(torn, paced=False, limits=InputLimits(film_seconds=0.3))
    with pytest.raises(SourceError, match=r"no picture within 0\.3 seconds"):
        while source.read() is not None:
            pass


def test_the_page_tells_the_limits_in_force() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| ([\d ]+) \|", PAGE.read_text("utf8"), re.MULTILINE))
    assert {name: float(value.replace(" ", "")) for name, value in documented.items()} == {
        field.name: getattr(INPUT_LIMITS, field.name) for field in fields(InputLimits)
    }


END = b"\xff\xd9"
BYTE_BY_BYTE = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
TRAILERS = {
    "Samsung's": b"\0\0\1\x0a\x0e\0\0\0Image_UTC_Data1600000000000SEFHe\0\0\0\1\0\0\0SEFT",
    "a film": b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + random.Random(7).randbytes(5000),
    "zeros": bytes(300),
    "text": b"MAKER NOTES: f/1.8 ISO 100\n" * 9,
}


def encoded(progressive: bool = False, restarts: int = 0, side: int = 640) -> bytes:
    """A picture full of detail, as a JPEG."""
    with Image.open(bundled.photo()) as image:
        small = image.convert("RGB").resize((side, side * 3 // 4))
    held = BytesIO()
    small.save(held, "JPEG", quality=88, progressive=progressive, restart_marker_rows=restarts)
    return held.getvalue()


BASELINE, PROGRESSIVE, RESTARTING = encoded(), encoded(progressive=True), encoded(restarts=1)
KINDS = pytest.mark.parametrize(
    "data", [BASELINE, PROGRESSIVE, RESTARTING], ids=["baseline", "progressive", "with restart markers"]
)


def test_the_pictures_end_with_their_marker() -> None:
    assert all(data.endswith(END) for data in (BASELINE, PROGRESSIVE, RESTARTING))


@KINDS
def test_a_photo_without_its_end_marker_is_read_like_the_original(data: bytes) -> None:
    whole = decode_picture(data, "photo")
    for left in (1, 2):
        assert np.array_equal(decode_picture(data[:-left], "photo"), whole)


@each("trailer", TRAILERS.values(), ids=TRAILERS)
@KINDS
def test_what_a_maker_appends_changes_nothing_with_the_end_marker_or_without(data: bytes, trailer: bytes) -> None:
    whole = decode_picture(data, "photo")
    assert np.array_equal(decode_picture(data + trailer, "photo"), whole)
    if data is not PROGRESSIVE or b"\xff" not in trailer:
        assert np.array_equal(decode_picture(data[:-2] + trailer, "photo"), whole)


def test_a_second_picture_behind_one_without_its_end_marker_changes_nothing() -> None:
    assert np.array_equal(decode_picture(BASELINE[:-2] + encoded(side=80), "photo"), decode_picture(BASELINE, "photo"))


@KINDS
@each("filled", [bytes, random.Random(3).randbytes], ids=["zeros", "random bytes"])
@each("share", [0.2, 0.5, 0.8])
@each("size", [1500, 6000])
def test_a_damaged_block_is_said(data: bytes, filled: Callable[[int], bytes], share: float, size: int) -> None:
    at = round(len(data) * share)
    broken = data[:at] + filled(size) + data[at + size :]
    for read in (lambda: decode_picture(broken, "photo"), lambda: decode_preview(broken, "frame")):
        with pytest.raises(UnreadablePicture, match="damaged"):
            read()


@KINDS
@each("share", [0.5, 0.9, 0.99])
@each("rest", [b"", END, bytes(2000)], ids=["cut", "cut and marked", "never filled"])
def test_a_photo_cut_off_is_never_taken_for_a_whole_one(data: bytes, share: float, rest: bytes) -> None:
    with pytest.raises(UnreadablePicture, match="damaged"):
        decode_picture(data[: round(len(data) * share)] + rest, "photo")


def test_a_damaged_photo_can_be_looked_at_and_says_so(tmp_path: Path) -> None:
    middle = len(BASELINE) // 2
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(BASELINE[:middle] + bytes(4096) + BASELINE[middle + 4096 :])
    picture = load_damaged(photo)
    assert (picture.width, picture.height) == (640, 480)
    assert picture.damage is not None and "damaged: part of the picture" in str(picture.damage)
    with pytest.raises(DamagedPicture):
        load_picture(photo)


@KINDS
def test_a_streams_picture_without_its_end_marker_is_followed(data: bytes) -> None:
    whole = decode_preview(data, "frame")
    for other in (data[:-2], data[:-1], data[:-2] + TRAILERS["text"]):
        read = decode_preview(other, "frame")
        assert np.array_equal(read.half, whole.half)
        assert np.array_equal(read.decode(), whole.decode())


def test_a_picture_turned_by_its_exif_is_turned_in_a_stream_too() -> None:
    turned = Image.open(BytesIO(BASELINE))
    exif = turned.getexif()
    exif[ExifTags.Base.Orientation] = 6
    held = BytesIO()
    turned.save(held, "JPEG", exif=exif)
    preview = decode_preview(held.getvalue(), "frame")
    assert (preview.width, preview.height) == (480, 640) and preview.half.shape == (320, 240)
    upright = preview.decode().mean(axis=2)[1::2, 1::2]
    assert np.corrcoef(upright.ravel(), preview.half.ravel())[0, 1] > 0.95


def test_two_bytes_too_many_as_some_webcams_leave_them_damage_nothing() -> None:
    assert decode_picture(BASELINE[:-2] + b"\x12\x34" + END, "frame").shape == (480, 640, 3)
    assert decode_camera_jpeg(BASELINE, "frame", 1_000_000).shape == (480, 640, 3)


def test_a_damaged_picture_of_a_camera_without_tables_is_none() -> None:
    middle = len(BASELINE) // 2
    with pytest.raises(UnreadablePicture):
        decode_camera_jpeg(BASELINE[:middle] + bytes(4096) + BASELINE[middle + 4096 :], "frame", 1_000_000)


def test_a_header_that_claims_more_pixels_than_its_data_can_hold_is_refused() -> None:
    at = BASELINE.index(b"\xff\xc0") + 5
    claimed = BASELINE[:at] + struct.pack(">HH", 10_900, 10_900) + BASELINE[at + 4 :]
    for read in (lambda: decode_picture(claimed, "photo"), lambda: decode_preview(claimed, "frame")):
        with pytest.raises(UnreadablePicture, match="too little data for 10900 × 10900 pixels"):
            read()


def test_a_plain_picture_of_many_pixels_is_no_false_claim() -> None:
    held = BytesIO()
    Image.new("L", (4_000, 4_000), 90).save(held, "JPEG", optimize=True, progressive=True)
    assert decode_picture(held.getvalue(), "photo").shape == (4_000, 4_000, 3)


@each("seed", range(200))
def test_coded_data_ends_where_a_search_byte_by_byte_ends_it(seed: int) -> None:
    chance = random.Random(seed)
    data = b"\xff\xd8" + bytes(chance.choice((0, 0xFF, 0xD0, 0xD7, 0xD9, 0x41)) for _ in range(chance.randrange(12)))
    found = JpegMarkers.of(data)
    first = BYTE_BY_BYTE.search(data, 2)
    assert (found.end, found.marked) == ((first.start(), first[1] == b"\xd9") if first else (len(data), False))
