"""What misbehaves behind an address or is damaged in a film: lost in words, never shown as right."""

import random
import struct
import threading
import zlib
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import run
from companion.demo.film import film_path
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import InputLimits
from companion.pictures.sources.files import VideoFile
from companion.pictures.sources.frame import (
    CaptureFormat,
    DamagedPictures,
    NewestFrame,
    SourceEnded,
    SourceError,
    SourceLost,
)
from companion.pictures.sources.http_response import request_address
from companion.pictures.sources.opening import open_source
from companion.pictures.sources.stream_discovery import DiscoveredStream
from tests.cases import each
from tests.pictures.sources.test_quirky_cameras import FAST, Asked, Says, always, camera, jpeg, once

HURRIED = InputLimits(still_seconds=0.4, answer_seconds=0.4, picture_seconds=0.4, part_bytes=1_000_000)
"""So that a test need not wait as long as a player."""

STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=p\r\n\r\n"
CHUNKED = STREAM.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
PART = b"--p\r\nContent-Type: image/jpeg\r\n\r\n"


def huge_png() -> bytes:
    """A few bytes that say they are 30000 × 30000 pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + header
        + struct.pack(">I", zlib.crc32(header))
        + b"\0\0\0\0IEND\xaeB`\x82"
    )


ENDLESS: dict[str, tuple[Says, str]] = {
    "headers that drip": (always(b"HTTP/1.1 200 OK\r\nX: ", b"x"), "no pictures received"),
    "headers without an end": (always(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 1000), "cannot connect"),
    "one header without an end": (always(b"HTTP/1.1 200 OK\r\nX: ", b"x" * 50_000), "cannot connect"),
    "asking to wait": (always(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "no pictures received"),
    "a part's headers without an end": (always(STREAM + b"--p\r\n", b"X: y\r\n" * 10_000), "endless"),
    "no part at all": (always(STREAM, b"x" * 5000), "no pictures received"),
    "empty parts": (always(STREAM, PART), "no pictures received"),
    "parts of no length": (always(STREAM, b"--p\r\nContent-Length: 0\r\n\r\n"), "no pictures received"),
    "broken pictures": (always(STREAM, PART + jpeg()[:400] + b"\r\n"), "damaged: part of the picture"),
    "letters for pictures": (always(STREAM, PART + b"Dear table\r\n"), "no pictures received"),
    "a part said to be endless": (always(STREAM + b"--p\r\nContent-Length: 99999999999\r\n\r\n", b"x"), "endless"),
    "a part without an end": (always(STREAM + PART, b"x" * 500_000), "endless"),
    "a chunk's length that drips": (always(CHUNKED, b"0"), "no pictures received"),
    "silence": (always(STREAM, b""), "no pictures received"),
    "a picture too large": (always(STREAM, PART + huge_png() + b"\r\n"), "too large .30000 × 30000 pixels."),
}


@each("what", ENDLESS)
def test_a_stream_that_sends_no_pictures_is_lost(what: str) -> None:
    says, why = ENDLESS[what]
    with camera(says) as phone:
        source = DiscoveredStream(phone.at(), CaptureFormat(), HURRIED)
        with pytest.raises(SourceError, match=why) as lost:
            source.read()
        assert lost.value.next_step is not None


def test_a_stream_lost_for_its_broken_pictures_is_back_with_a_good_one() -> None:
    broken = threading.Event()
    broken.set()

    def says(_: Asked) -> Iterator[bytes]:
        yield STREAM
        while True:
            picture = jpeg()
            yield PART + (picture[:400] if broken.is_set() else picture) + b"\r\n"

    with camera(says) as phone:
        source = DiscoveredStream(phone.at(), CaptureFormat(), HURRIED)
        with pytest.raises(SourceError, match="damaged: part of the picture is wrong"):
            source.read()
        broken.clear()
        assert source.read() is not None
        source.close()


def test_one_broken_picture_among_good_ones_is_passed_over() -> None:
    pictures = [jpeg()[:400], jpeg(), jpeg()]
    with camera(lambda asked: chain([STREAM], (PART + p + b"\r\n" for p in pictures), repeat(b""))) as phone:
        assert open_source(phone.at(), FAST).read() is not None


@each(
    ("where", "why"),
    [
        ("http://127.0.0.1:{port}/video", "too many redirects"),
        ("ftp://127.0.0.1/video", "not a stream address"),
        ("file:///etc/hostname", "not a stream address"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(where: str, why: str) -> None:
    def says(_: Asked) -> Iterator[bytes]:
        head = f"HTTP/1.1 302 Found\r\nLocation: {where.format(port=phone.port)}\r\n\r\n"
        return chain([head.encode()], repeat(b"x" * 5000))

    with camera(says) as phone, pytest.raises(SourceError, match=why):
        request_address(phone.at(), HURRIED)


def test_an_address_may_lead_to_the_stream_and_takes_no_password_elsewhere() -> None:
    with camera(always(STREAM + PART + jpeg() + b"\r\n--p\r\n", b"")) as stream:
        lead = f"HTTP/1.1 302 Found\r\nLocation: {stream.at()}\r\n\r\n".encode()
        lock = b'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n'

        def says(asked: Asked) -> Iterator[bytes]:
            yield lead if asked.headers.get("authorization") == "Basic bWU6c2VjcmV0" else lock

        with camera(says) as gate:
            source = open_source(gate.at(login="me:secret@"))
            assert source.read() is not None
            source.close()
    assert "authorization" not in gate.asked[0].headers and "authorization" in gate.asked[-1].headers
    assert stream.asked and not any("authorization" in asked.headers for asked in stream.asked)


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


def test_a_damaged_film_is_followed_with_its_damage_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
