"""What comes in from outside is taken in up to a limit, and the limit is said."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.loading import UnreadablePicture, load_picture
from companion.pictures.sources import SourceError, open_source
from companion.pictures.sources.files import PictureFolder, VideoFile
from companion.vision.decks.deck_pictures import DeckPictures, NoDeckPictures

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
