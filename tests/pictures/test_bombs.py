"""What takes more than it may, or crashes what decodes it, is one line with its name; the next picture is read."""

import io
import os
import re
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.pictures.input_limits import INPUT_LIMITS
from companion.pictures.loading import decode_picture
from companion.pictures.sandbox import process
from companion.pictures.sandbox.process import DecoderProcess
from companion.pictures.sandbox.protocol import LimitExceeded
from companion.pictures.sources.files import VideoFile
from companion.pictures.sources.frame import SourceError
from companion.pictures.sources.opening import open_source

WHOLE = {"do": "whole", "most": INPUT_LIMITS.photo_pixels, "least": INPUT_LIMITS.shortest_side}
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to the limits of its memory")


def jpeg(width: int = 320, height: int = 240, progressive: bool = False) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "tan").save(written, "JPEG", progressive=progressive)
    return written.getvalue()


def endless_jpeg() -> bytes:
    """A small picture that says one thing again and again: each of its 20,000 passes is decoded."""
    once = jpeg(3000, 3000, progressive=True)
    last = once[once.rindex(b"\xff\xda") : -2]
    return once[:-2] + last * 20_000 + once[-2:]


@contextmanager
def worker() -> Iterator[DecoderProcess]:
    """A decoder's process that is warm, and ends with the test."""
    one = DecoderProcess()
    try:
        one.ask(WHOLE, 20, 3 * INPUT_LIMITS.photo_pixels, jpeg())
        yield one
    finally:
        one.end()


def test_a_picture_that_takes_too_long_is_given_up() -> None:
    with worker() as one, pytest.raises(LimitExceeded, match=r"decoding takes longer than 0\.05 seconds"):
        one.ask(WHOLE, 0.05, 3 * INPUT_LIMITS.photo_pixels, endless_jpeg())
    assert not one.alive


def test_what_crashes_its_decoder_crashes_nothing_else() -> None:
    with worker() as one:
        crash = threading.Timer(0.1, os.kill, (one.number, signal.SIGSEGV))
        crash.start()
        with pytest.raises(LimitExceeded, match=r"crashes the decoder \(SIGSEGV\)"):
            one.ask(WHOLE, 20, 3 * INPUT_LIMITS.photo_pixels, endless_jpeg())
    assert decode_picture(jpeg(), "the next").shape == (240, 320, 3)


def test_ctrl_c_in_a_terminal_does_not_break_a_picture_off() -> None:
    with worker() as one:
        threading.Timer(0.1, os.kill, (one.number, signal.SIGINT)).start()
        with pytest.raises(LimitExceeded, match="longer"):
            one.ask(WHOLE, 1, 3 * INPUT_LIMITS.photo_pixels, endless_jpeg())


def test_a_decoder_that_ended_while_it_waited_is_started_anew() -> None:
    process.end_idle_decoders()
    decode_picture(jpeg(), "the first")
    with process.borrow_decoder() as one:
        number = one.number
    os.kill(number, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)
    assert decode_picture(jpeg(), "the next").shape == (240, 320, 3)


def test_no_decoder_is_loaded_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "PIL.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    with worker():
        pass


def played(path: Path) -> tuple[str, list[tuple[int, ...]]]:
    """A film as far as it can be read: what is said then, nothing at its end, and the sizes of its pictures."""
    process.end_idle_decoders()
    film, sizes, message = VideoFile(path, paced=False), list[tuple[int, ...]](), ""
    try:
        while (frame := film.read()) is not None:
            sizes.append(frame.pixels.shape[:2])
    except SourceError as error:
        message = str(error)
    film.close()
    with process.borrow_decoder() as one:
        assert one.most_mb < 700
    return message, sizes


def of_size(picture: bytes, width: int, height: int) -> bytes:
    """A JPEG that says it were of another size."""
    place = picture.index(b"\xff\xc0") + 5
    return picture[:place] + struct.pack(">HH", height, width) + picture[place + 4 :]


@LIMITED
@pytest.mark.parametrize("large", [3, 5], ids=["pictures behind it", "the last"])
def test_a_film_that_needs_more_memory_than_there_is_does_not_end_in_silence(large: int, tmp_path: Path) -> None:
    """Its 1.8 GB are asked for in one piece, of which nothing is taken."""
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MPNG"), 5, (64, 48))
    for shade in range(6):
        film.write(np.full((48, 64, 3), 40 * shade, np.uint8))
    film.release()
    written = path.read_bytes()
    place = [found.end() for found in re.finditer(b"IHDR", written)][large]
    path.write_bytes(written[:place] + struct.pack(">IIBB", 15_000, 15_000, 16, 6) + written[place + 10 :])
    message, sizes = played(path)
    assert sizes == [(48, 64)] * large
    assert message == (f"{path}: needs too much memory to decode. Copy the video again; it may be damaged.")


def test_a_film_that_goes_on_behind_a_picture_that_cannot_be_decoded_says_that_it_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "film.mjpeg"
    path.write_bytes(jpeg() * 3 + of_size(jpeg(), 3000, 3000) + jpeg() * 3)
    message, sizes = played(path)
    assert sizes == [(240, 320)] * 3
    assert message == f"{path}: cannot decode a frame. Copy the video again; it may be damaged."


def test_a_whole_film_ends_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "film.mjpeg"
    path.write_bytes(jpeg() * 6)
    assert played(path) == ("", [(240, 320)] * 6)


@LIMITED
@pytest.mark.prove("fuzz")
@pytest.mark.parametrize("begins", [b"\xff\xd8", jpeg()[:-2], jpeg()], ids=["nothing", "half a picture", "a picture"])
def test_a_film_that_is_a_gap_of_gigabytes_takes_no_gigabytes(begins: bytes, tmp_path: Path) -> None:
    """One line says why it is not read; where there is a picture before the gap, maybe after that."""
    path = tmp_path / "gap.mjpeg"
    with path.open("wb") as file:
        file.write(begins)
        file.truncate(4_000_000_000)
    message, sizes = played(path)
    assert message.startswith(f"{path}: ") and "; " in message
    assert len(sizes) <= 1


@LIMITED
@pytest.mark.prove("fuzz")
@pytest.mark.parametrize("kind", ["video/x-motion-jpeg", "video/mp4", "application/octet-stream"])
@pytest.mark.parametrize("sent", [b"\0", b"\xff\xd8", jpeg(64, 64)[:-2]], ids=["zeros", "starts", "halves"])
def test_an_endless_stream_is_lost_and_takes_no_gigabytes(kind: str, sent: bytes) -> None:
    process.end_idle_decoders()
    with endless(kind, sent) as address:
        begun = time.monotonic()
        with pytest.raises(SourceError, match=rf"^{address}: [^;\n]+; [^\n]+$"):
            source = open_source(address)
            while time.monotonic() - begun < 60:
                source.read()
    with process.borrow_decoder() as one:
        assert one.most_mb < 700


@contextmanager
def endless(kind: str, sent: bytes) -> Iterator[str]:
    """A server that answers everybody with the same bytes again and again."""

    def answer(line: socket.socket) -> None:
        with suppress(OSError), line:
            line.recv(4096)
            line.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode())
            lot = sent * (1 + (1 << 20) // len(sent))
            while True:
                line.sendall(lot)

    def serve() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(door.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/stream"
