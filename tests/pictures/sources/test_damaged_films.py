"""Damage in a film or a stream is reported as damage, and no damaged picture is shown to a reader."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import run
from companion.demo.film import film_path
from companion.pictures.arrays import Picture
from companion.pictures.sources import CaptureFormat, DamagedPictures, NewestFrame, SourceEnded, SourceError, SourceLost
from companion.pictures.sources.files import VideoFile
from companion.pictures.sources.stream_discovery import DiscoveredStream
from tests.pictures.sources.quirky import camera, jpeg, once
from tests.pictures.sources.test_misbehaving_streams import HURRIED

SAME = 2.0
"""Mean difference of two pictures, of 255: FFmpeg says nothing of a little wrong texture."""


def frames(path: Path) -> tuple[dict[int, Picture], list[str]]:
    """The frames that a film gives, by number, and what it reports."""
    film, found, reported = VideoFile(path, paced=False), dict[int, Picture](), list[str]()
    while True:
        try:
            frame = film.read()
        except SourceError as error:
            reported.append(str(error))
            continue
        if frame is None:
            return found, reported
        found[frame.number] = frame.pixels


def damaged(source: Path, folder: Path, seed: int, suffix: str) -> Path:
    """A copy with a few bytes changed, in its pictures."""
    data, chance = bytearray(source.read_bytes()), random.Random(seed)
    first, last = len(data) // 10, len(data) * 8 // 10
    for _ in range(3):
        place = chance.randrange(first, last)
        data[place : place + 16] = chance.randbytes(16)
    path = folder / f"damaged{suffix}"
    path.write_bytes(data)
    return path


@pytest.fixture
def single_pictures(tmp_path: Path) -> Path:
    """A film whose every picture stands alone."""
    path, chance = tmp_path / "film.avi", np.random.default_rng(1)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (320, 240))
    for number in range(40):
        picture = cv2.resize(chance.integers(0, 255, (12, 16, 3), np.uint8), (320, 240))
        cv2.putText(picture, str(number), (100, 140), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 4)
        writer.write(picture)
    writer.release()
    return path


def assert_only_whole(sound: dict[int, Picture], found: dict[int, Picture]) -> None:
    for number, picture in found.items():
        assert np.abs(picture.astype(int) - sound[number]).mean() <= SAME, number


@pytest.mark.parametrize("seed", range(3))
def test_a_film_reports_its_damage_and_shows_no_picture_made_from_it(tmp_path: Path, seed: int) -> None:
    sound, nothing = frames(film_path())
    assert nothing == []
    found, reported = frames(damaged(film_path(), tmp_path, seed, ".mp4"))
    assert len(reported) == 1 and "damaged: part of the picture is wrong" in reported[0]
    assert len(found) < len(sound)
    assert_only_whole(sound, found)


def test_a_film_of_single_pictures_goes_on_after_a_damaged_one(single_pictures: Path, tmp_path: Path) -> None:
    sound, nothing = frames(single_pictures)
    assert nothing == [] and len(sound) == 40
    found, reported = frames(damaged(single_pictures, tmp_path, 5, ".avi"))
    assert reported and all("damaged: part of the picture is wrong" in one for one in reported)
    assert 36 <= len(found) < len(sound) and max(found) >= 38
    assert_only_whole(sound, found)


def test_a_camera_that_sends_only_damaged_pictures_is_lost_for_its_damage() -> None:
    spoilt = bytearray(jpeg(width=640, height=480))
    spoilt[len(spoilt) // 2 : len(spoilt) // 2 + 40] = bytes(40)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n"
    answer = head + f"Content-Length: {len(spoilt)}\r\n\r\n".encode() + spoilt
    with camera(once(answer)) as phone, pytest.raises(DamagedPictures):
        DiscoveredStream(phone.at(), CaptureFormat(), HURRIED).read()


def test_a_damaged_film_that_is_followed_is_lost_once_and_ends(tmp_path: Path) -> None:
    events: list[object] = []
    path = damaged(film_path(), tmp_path, 1, ".mp4")
    with NewestFrame(VideoFile(path, paced=False), events.append) as newest:
        while not newest.over:
            newest.next(10**9, timeout=0.05)
    lost = [one for one in events if isinstance(one, SourceLost)]
    assert len(lost) == 1 and isinstance(lost[0].reason, DamagedPictures) and isinstance(events[-1], SourceEnded)


def test_a_damaged_film_is_followed_with_its_damage_said_and_no_word_of_its_light(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = damaged(film_path(), tmp_path, 2, ".mp4")
    status = run(["--data", str(tmp_path / "data"), "watch", "--source", str(path), "--every-frame"])
    out = capsys.readouterr().out
    assert "damaged: part of the picture is wrong" in out and status in (0, 1)
    assert not any(word in out for word in ("Glare", "overexposed", "too dark"))


def test_a_film_without_a_whole_picture_ends_with_a_status_that_says_so(single_pictures: Path, tmp_path: Path) -> None:
    data = bytearray(single_pictures.read_bytes())
    for start in [place for place in range(len(data)) if data.startswith(b"\xff\xd8\xff", place)]:
        data[start + 700 : start + 720] = bytes(20)
    path = tmp_path / "spoilt.avi"
    path.write_bytes(data)
    assert run(["--data", str(tmp_path / "data"), "watch", "--source", str(path), "--every-frame"]) == 1
