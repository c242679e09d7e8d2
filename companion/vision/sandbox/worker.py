"""The process that decodes: takes what it is asked through its input, answers through its output, until that closes.

It is asked for one thing at a time, and sets its own limits before each: what it may take depends on how much there is
to decode. Where they are overdrawn it answers so, or dies of it, which whoever asked notices.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
from collections.abc import Callable
from io import FileIO
from typing import Any

from companion.vision.sandbox.ffmpeg_stderr import FfmpegStderr
from companion.vision.sandbox.protocol import Document, Payload, receive, send
from companion.vision.sandbox.resource_limits import (
    address_bytes,
    allow_bytes,
    allow_seconds,
    forbid_files_and_core_dumps,
    lift_byte_limit,
    peak_address_bytes,
    peak_memory_mb,
)

MEGABYTE = 1_000_000
A_PIXEL = 20
"""Bytes: decoded with an unused fourth channel, turned upright, put on white, and as it is sent."""
BESIDES = 200 * MEGABYTE
"""What a format's own tables may take."""
A_HEAD = 2_400 * MEGABYTE
"""What reading a file's head may take: of a WebP twice its largest picture is reserved (not used) by then."""
A_FILM = 600 * MEGABYTE
"""What a film may take from its opening to its end, beside :data:`A_PIXEL` bytes a pixel."""
_MUCH = 0.4
"""The share of its memory at which a film may end for want of more."""

Answer = tuple[Document, Payload]


class Worker:
    """Does what it is asked; holds the film that is open."""

    def __init__(self, shared: int | None = None, complaints: FfmpegStderr | None = None) -> None:
        self._file = shared
        self._complaints = complaints
        self._shared: mmap.mmap | None = None
        self._film: Any = None
        self._before = 0
        """Bytes of addresses that were taken before the film was opened."""
        self._peak = 0
        self._does: dict[str, Callable[[Document, bytearray], Answer]] = {
            "whole": self._picture,
            "half": self._picture,
            "of_a_camera": self._of_a_camera,
            "arrays": self._arrays,
            "film": self._open,
            "frame": self._frame,
            "share": self._share,
            "skip": self._skip,
            "close": self._close,
        }

    def answer(self, asked: Document, data: bytearray) -> Answer:
        """What came of it; a document with ``refused`` where nothing did."""
        allow_seconds(asked["seconds"])
        try:
            return self._does[asked["do"]](asked, data)
        except MemoryError:
            return {"refused": "memory"}, b""
        except ValueError as error:
            told = {name: getattr(error, name) for name in ("why", "width", "height", "took") if hasattr(error, name)}
            return {"refused": getattr(error, "kind", "damaged"), **told}, b""
        finally:
            if self._film is None:  # threads of a film's go on decoding between two of its frames
                lift_byte_limit()

    @staticmethod
    def _picture(asked: Document, data: bytearray) -> Answer:
        from companion.vision.sandbox import picture_decoder

        allow_bytes(A_HEAD + 4 * len(data))
        read = picture_decoder.decode_half if asked["do"] == "half" else picture_decoder.decode_whole
        besides = BESIDES + 4 * len(data)
        raw = read(data, asked["most"], asked["least"], lambda n: allow_bytes(besides + A_PIXEL * n))
        shape = [raw.height, raw.width, raw.channels]
        size = {"width": raw.whole_width, "height": raw.whole_height}
        return {"shape": shape, **size, "undamaged": raw.undamaged}, raw.data

    @staticmethod
    def _of_a_camera(asked: Document, data: bytearray) -> Answer:
        from companion.vision.sandbox.film_decoder import NoFilm
        from companion.vision.sandbox.jpeg import decode_undamaged

        allow_bytes(BESIDES + A_PIXEL * asked["most"])
        picture = decode_undamaged(data)
        if picture is None:
            raise NoFilm("unknown")
        return {"shape": list(picture.shape)}, picture.tobytes()

    @staticmethod
    def _arrays(asked: Document, data: bytearray) -> Answer:
        from companion.vision.sandbox.deck_archive import unpack_arrays

        allow_bytes(BESIDES + len(data) + 4 * asked["most"])
        held = unpack_arrays(data, asked["names"], asked["most"])
        told = [[name, array.dtype.str, list(array.shape)] for name, array in held.items()]
        return {"arrays": told}, b"".join(array.tobytes() for array in held.values())

    def _open(self, asked: Document, _data: bytearray) -> Answer:
        from companion.vision.sandbox.film_decoder import Film, NoFilm

        self._close(asked, _data)
        self._before, self._peak = address_bytes(), peak_address_bytes()
        allow_bytes(A_FILM, self._before)
        try:
            self._film = Film(asked["where"], asked["settings"])
        except NoFilm as error:
            raise self._memory_or(error, A_FILM) from error
        return {"width": self._film.width, "height": self._film.height, "rate": self._film.rate}, b""

    def _frame(self, asked: Document, _data: bytearray) -> Answer:
        from companion.vision.sandbox.film_decoder import NoFilm

        room = A_FILM + A_PIXEL * min(asked["most"], self._film.width * self._film.height)
        allow_bytes(room, self._before)
        self._complained()  # so that there is room for more
        try:
            frame = self._film.read(asked["most"])
        except NoFilm as error:
            raise self._memory_or(error, room) from error
        said: Document = {"shape": list(frame.shape)}
        if self._shared is None or frame.nbytes > len(self._shared):
            return said, frame.data.cast("B")
        self._shared[: frame.nbytes] = frame.data.cast("B")
        return {**said, "shared": frame.nbytes}, b""

    def _share(self, asked: Document, _data: bytearray) -> Answer:
        assert self._file is not None
        self._shared = mmap.mmap(self._file, asked["size"])
        return {}, b""

    def _memory_or(self, error: Exception, room: int) -> Exception:
        """Of memory, where that is why a film ended: FFmpeg complained, or much was taken and not all of its file read.

        What grows is moved, and needs its place twice: it is refused where not yet half is taken.
        """
        starved = peak_address_bytes() - self._peak > _MUCH * room and (self._film is None or not self._film.all_read())
        return MemoryError() if self._complained() or starved else error

    def _complained(self) -> bool:
        return self._complaints is not None and self._complaints.of_memory()

    def _skip(self, asked: Document, _data: bytearray) -> Answer:
        self._film.skip(asked["frames"])
        return {}, b""

    def _close(self, _asked: Document, _data: bytearray) -> Answer:
        if self._film is not None:
            self._film.close()
            self._film = self._shared = None
            if self._complaints is not None:
                self._complaints.forget()
        return {}, b""


def main(shared: int | None = None) -> None:
    """Works until nobody asks any more; ``shared`` is a file of memory for what is large."""
    asked_through, answered_through = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):  # whatever a library prints is no answer
        os.dup2(nowhere, number)
    forbid_files_and_core_dumps()
    worker = Worker(shared, FfmpegStderr() if os.name == "posix" else None)
    with FileIO(asked_through, "rb") as questions, FileIO(answered_through, "wb") as answers:
        while True:
            try:
                asked, data = receive(questions, sys.maxsize)
            except EOFError:
                return
            told, payload = worker.answer(asked, data)
            try:
                send(answers, {**told, "spent": time.process_time(), "most_mb": peak_memory_mb()}, payload)
            except OSError:
                return
