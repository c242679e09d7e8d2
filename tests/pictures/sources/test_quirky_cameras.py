"""Cameras as people have them: what their servers, a test among them, leave out, write wrong or ask for first."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from time import sleep

import cv2
import numpy as np
import pytest

from companion.pictures.sources.frame import CaptureFormat, Frame
from companion.pictures.sources.multipart import MultipartSplitter
from companion.pictures.sources.opening import open_source
from tests.cases import each

Says = Callable[["Asked"], Iterator[bytes]]
"""What is sent to a request, piece by piece."""


@dataclass(frozen=True)
class Asked:
    """A request: its path and its headers, by their names in small letters."""

    path: str
    headers: dict[str, str]


@dataclass
class Camera:
    """Where it is, and what it was asked."""

    port: int
    asked: list[Asked] = field(default_factory=list)

    def at(self, path: str = "/video", login: str = "", scheme: str = "http") -> str:
        """The address of a path."""
        return f"{scheme}://{login}127.0.0.1:{self.port}{path}"


@contextmanager
def camera(says: Says, certificate: Path | None = None, where: tuple[str, int] = ("127.0.0.1", 0)) -> Iterator[Camera]:
    """A camera that answers every request so; a certificate's file makes it one of HTTPS."""
    with socket.create_server(where) as server:
        made = Camera(server.getsockname()[1])
        context = None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
        threading.Thread(target=_serve, args=(server, says, made, context), daemon=True).start()
        yield made
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)


def _serve(server: socket.socket, says: Says, made: Camera, context: ssl.SSLContext | None) -> None:
    with suppress(OSError):
        while True:
            caller = server.accept()[0]
            threading.Thread(target=_answer, args=(caller, says, made, context), daemon=True).start()


def _answer(caller: socket.socket, says: Says, made: Camera, context: ssl.SSLContext | None) -> None:
    with caller, suppress(OSError):
        caller.settimeout(20)
        line = context.wrap_socket(caller, server_side=True) if context is not None else caller
        request = b""
        while b"\r\n\r\n" not in request:
            if not (piece := line.recv(4096)):
                return
            request += piece
        first, *headers = request.decode("latin-1").split("\r\n")
        named = dict(header.split(": ", 1) for header in headers if ": " in header)
        asked = Asked(first.split(" ")[1], {name.lower(): value for name, value in named.items()})
        made.asked.append(asked)
        for piece in says(asked):
            line.sendall(piece)
            sleep(0.01)
        if isinstance(line, ssl.SSLSocket):
            line.unwrap()


OK = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=frame\r\n\r\n"
FAST = CaptureFormat(rate=1000)


def jpeg(grey: int = 80, width: int = 128, height: int = 72) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1].tobytes()


J = jpeg()


def part(length: int | None = len(J), picture: bytes = J) -> bytes:
    length_header = b"" if length is None else b"Content-Length: %d\r\n" % length
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + length_header + b"\r\n" + picture + b"\r\n"


def always(head: bytes, again: bytes) -> Says:
    return lambda asked: chain([head], repeat(again))


def once(*pieces: bytes) -> Says:
    return lambda asked: iter(pieces)


def is_grey(frame: Frame | None, grey: int = 80) -> bool:
    return frame is not None and frame.size == (128, 72) and abs(float(frame.pixels.mean()) - grey) < 3


def kind(name: bytes) -> bytes:
    return b"HTTP/1.0 200 OK\r\nContent-Type: " + name + b"\r\n\r\n"


STREAMS: dict[str, Says] = {
    "no kind": always(b"HTTP/1.0 200 OK\r\n\r\n", part()),
    "bytes for a kind": always(kind(b"application/octet-stream"), part()),
    "a picture's kind": always(kind(b"image/jpeg;boundary=frame"), part()),
    "no boundary in the kind": always(kind(b"multipart/x-mixed-replace"), part()),
    "another boundary than the kind's": always(OK.replace(b"=frame", b"=other"), part()),
    "dashes in the boundary": always(OK.replace(b"=frame", b"=--frame"), part()),
    "quoted boundary": always(OK.replace(b"=frame", b'="frame"'), part()),
    "a length of 0": always(OK, part(0)),
    "a length that is too small": always(OK, part(len(J) - 300)),
    "a length of one byte": always(OK, part(1)),
    "a length with the line's end": always(OK, part(len(J) + 2)),
    "no length": always(OK, part(None)),
    "zeros behind the picture": always(OK, part(len(J) + 4096, J + bytes(4096))),
    "chunks": always(
        OK.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"), b"%x\r\n%s\r\n" % (len(part()), part())
    ),
    "pictures without parts": always(kind(b"application/octet-stream"), J),
    "pictures without parts or a kind": always(b"HTTP/1.0 200 OK\r\n\r\n", J),
}


@each("quirk", STREAMS)
def test_a_stream_with_a_quirk_is_read(quirk: str) -> None:
    with camera(STREAMS[quirk]) as phone:
        source = open_source(phone.at(), FAST)
        assert all(is_grey(source.read()) for _ in range(4))
        source.close()


@each("length", [0, 1, len(J) - 300, len(J), len(J) + 2, None])
@each("cut", [1, 50, 10_000])
def test_no_picture_is_cut_by_a_wrong_length(length: int | None, cut: int) -> None:
    stream = part(length) * 3 + b"--frame--"
    parts = MultipartSplitter("frame")
    pieces = [stream[at : at + cut] for at in range(0, len(stream), cut)]
    assert [picture for piece in pieces for picture in parts.feed(piece)] == [J] * 3


def test_many_dashes_take_no_time() -> None:
    parts, before = MultipartSplitter("frame"), time.process_time()
    for _ in range(200):
        parts.feed(b"-" * 10_000)
    assert time.process_time() - before < 2.0


# single pictures


SINGLE = {
    "with its length": once(b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(J), J),
    "without its length": once(b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n", J),
    "without a kind": once(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % len(J), J),
}


@each("how", SINGLE)
def test_an_address_of_one_picture_is_asked_again_and_again(how: str) -> None:
    with camera(SINGLE[how]) as phone:
        source = open_source(phone.at("/shot.jpg"), FAST)
        frames = [source.read() for _ in range(3)]
        source.close()
        assert source.read() is None
        asked = len(phone.asked)
    assert all(is_grey(frame) for frame in frames) and asked >= 4
    assert [frame.number for frame in frames if frame] == [0, 1, 2]


@each("path", ["/stream.mjpeg", "/shot.jpg", "/snapshot.jpg", "/image.jpg"])
def test_pictures_are_found_at_the_usual_paths_of_more_cameras(path: str) -> None:
    def says(asked: Asked) -> Iterator[bytes]:
        if asked.path != path:
            return iter([b"HTTP/1.1 404 Not Found\r\n\r\n"])
        return SINGLE["with its length"](asked) if path.endswith(".jpg") else chain([OK], repeat(part()))

    with camera(says) as phone:
        source = open_source(phone.at(""), FAST)
        assert is_grey(source.read())
        source.close()


def test_a_boards_stream_is_found_at_port_81_beside_its_page() -> None:
    """An ESP32-CAM's example program: the page at port 80, the stream at port 81."""
    here = "127.0.0.81"
    try:
        for port in (80, 81):
            socket.create_server((here, port)).close()
    except OSError as error:
        pytest.skip(f"ports 80 and 81 of {here} cannot be used here ({error.strerror})")

    def page(asked: Asked) -> Iterator[bytes]:
        return iter(
            [b"HTTP/1.1 %s\r\nContent-Type: text/html\r\n\r\n" % (b"200 OK" if asked.path == "/" else b"404 -")]
        )

    with camera(page, where=(here, 80)), camera(always(OK, part()), where=(here, 81)) as board:
        source = open_source(f"http://{here}", FAST)
        assert is_grey(source.read())
        source.close()
        assert board.asked[0].path == "/stream"


@each("text", [" {} ", "{}\r\n", "\u00a0{}\u200b", '"{}"', "<{}>", "http:{}"])
def test_blanks_around_a_pasted_address_do_not_matter(text: str) -> None:
    with camera(always(OK, part())) as phone:
        pasted = text.format(phone.at()).replace("http:http:", "HTTP:")
        source = open_source(pasted, FAST)
        assert is_grey(source.read())
        source.close()
