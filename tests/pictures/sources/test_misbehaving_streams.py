"""What stands behind an address may be no phone: whatever it sends, the stream is lost in words, and soon."""

from __future__ import annotations

import struct
import threading
import zlib
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from companion.pictures.input_limits import InputLimits
from companion.pictures.sources import CaptureFormat, SourceError, open_source
from companion.pictures.sources.http_response import request_address
from companion.pictures.sources.stream_discovery import DiscoveredStream
from tests.cases import each
from tests.pictures.sources.quirky import FAST, Asked, Says, always, camera, jpeg

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
