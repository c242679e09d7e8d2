"""The process that decodes: it reads requests from standard input and answers on standard output until that closes.

It handles one request at a time and sets its limits before each: they depend on how much there is to decode. If a limit
is exceeded it answers so or dies, and the caller notices.
"""

import mmap
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from typing import Any

from companion.pictures.sandbox.protocol import Document, Payload, receive, send
from companion.pictures.sandbox.resource_limits import (
    address_bytes,
    allow_bytes,
    allow_seconds,
    forbid_files_and_core_dumps,
    lift_byte_limit,
    peak_address_bytes,
    peak_memory_mb,
)

_NO_MEMORY = (b"get_buffer() failed", b"Cannot allocate memory")
_AT_ONCE = 65_536
"""Bytes, more than a pipe of the usual size holds."""


class FfmpegStderr:
    """The standard error of this process from now on; what is not read in time is dropped.

    FFmpeg's threads may report a picture while earlier ones are requested.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        for end in (self._read, write):
            os.set_blocking(end, False)
        os.dup2(write, 2)
        os.close(write)
        self._no_memory = self._damage = False

    def reset(self) -> None:
        """Drop what was printed until now: it belongs to another film."""
        self._take()
        self._no_memory = self._damage = False

    def reports_no_memory(self) -> bool:
        """Return whether memory could not be allocated."""
        self._take()
        return self._no_memory

    def reports_damage(self) -> bool:
        """Return whether a decoder complained about a picture since this was asked last."""
        self._take()
        damage, self._damage = self._damage, False
        return damage

    def _take(self) -> None:
        with suppress(BlockingIOError):
            printed = os.read(self._read, _AT_ONCE)
            lacking = any(sign in printed for sign in _NO_MEMORY)
            self._no_memory |= lacking
            self._damage |= not lacking


MEGABYTE = 1_000_000
BYTES_PER_PIXEL = 20
"""Bytes per pixel: decoded with an unused fourth channel, turned upright, put on white, and as it is sent."""
TABLE_BYTES = 200 * MEGABYTE
"""Bytes for a format's own tables."""
HEADER_BYTES = 2_400 * MEGABYTE
"""Bytes for reading a file's header: a WebP reserves twice its largest picture without using it."""
FILM_BYTES = 600 * MEGABYTE
"""Bytes for a film from opening to end, in addition to :data:`BYTES_PER_PIXEL` bytes a pixel."""
_HIGH_SHARE = 0.4
"""Share of its memory at which a film may have ended for want of more."""

Answer = tuple[Document, Payload]


class Worker:
    """Handles requests and holds the open film."""

    def __init__(self, shared: int | None = None, stderr: FfmpegStderr | None = None) -> None:
        self._file = shared
        self._stderr = stderr
        self._shared: mmap.mmap | None = None
        self._film: Any = None
        self._before = 0
        """Bytes of address space in use before the film was opened."""
        self._peak = 0
        self._handlers: dict[str, Callable[[Document, bytearray], Answer]] = {
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

    def answer(self, request: Document, data: bytearray) -> Answer:
        """Handle a request; the answer has the key ``refused`` if it failed."""
        allow_seconds(request["seconds"])
        try:
            return self._handlers[request["do"]](request, data)
        except MemoryError:
            return {"refused": "memory"}, b""
        except ValueError as error:
            answer = {name: getattr(error, name) for name in ("why", "width", "height", "took") if hasattr(error, name)}
            return {"refused": getattr(error, "kind", "damaged"), **answer}, b""
        finally:
            if self._film is None:  # threads of a film's go on decoding between two of its frames
                lift_byte_limit()

    @staticmethod
    def _picture(request: Document, data: bytearray) -> Answer:
        from companion.pictures.sandbox import picture_decoder

        allow_bytes(HEADER_BYTES + 4 * len(data))
        read = picture_decoder.decode_half if request["do"] == "half" else picture_decoder.decode_whole
        table_bytes = TABLE_BYTES + 4 * len(data)
        raw = read(data, request["most"], request["least"], lambda n: allow_bytes(table_bytes + BYTES_PER_PIXEL * n))
        shape = [raw.height, raw.width, raw.channels]
        size = {"width": raw.whole_width, "height": raw.whole_height}
        return {"shape": shape, **size, "undamaged": raw.undamaged}, raw.data

    @staticmethod
    def _of_a_camera(request: Document, data: bytearray) -> Answer:
        from companion.pictures.sandbox.film_decoder import NoFilm
        from companion.pictures.sandbox.jpeg import decode_undamaged

        allow_bytes(TABLE_BYTES + BYTES_PER_PIXEL * request["most"])
        picture = decode_undamaged(data)
        if picture is None:
            raise NoFilm("unknown")
        return {"shape": list(picture.shape)}, picture.tobytes()

    @staticmethod
    def _arrays(request: Document, data: bytearray) -> Answer:
        from companion.pictures.sandbox.deck_archive import unpack_arrays

        allow_bytes(TABLE_BYTES + len(data) + 4 * request["most"])
        held = unpack_arrays(data, request["names"], request["most"])
        answer = [[name, array.dtype.str, list(array.shape)] for name, array in held.items()]
        return {"arrays": answer}, b"".join(array.tobytes() for array in held.values())

    def _open(self, request: Document, _data: bytearray) -> Answer:
        from companion.pictures.sandbox.film_decoder import Film, NoFilm

        self._close(request, _data)
        self._before, self._peak = address_bytes(), peak_address_bytes()
        allow_bytes(FILM_BYTES, self._before)
        try:
            self._film = Film(request["where"], request["settings"])
        except NoFilm as error:
            raise self._memory_or(error, FILM_BYTES) from error
        shown = {name: getattr(self._film, name) for name in ("width", "height", "rate", "all_whole")}
        return shown, b""

    def _frame(self, request: Document, _data: bytearray) -> Answer:
        from companion.pictures.sandbox.film_decoder import NoFilm

        allowed = FILM_BYTES + BYTES_PER_PIXEL * min(request["most"], self._film.width * self._film.height)
        allow_bytes(allowed, self._before)
        self._reports_no_memory()  # so that there is room for more
        try:
            frame = self._film.read(request["most"])
        except NoFilm as error:
            raise self._memory_or(error, allowed) from error
        undamaged = self._film.undamaged and not (self._stderr is not None and self._stderr.reports_damage())
        document: Document = {"shape": list(frame.shape), "undamaged": undamaged}
        if self._shared is None or frame.nbytes > len(self._shared):
            return document, frame.data.cast("B")
        self._shared[: frame.nbytes] = frame.data.cast("B")
        return {**document, "shared": frame.nbytes}, b""

    def _share(self, request: Document, _data: bytearray) -> Answer:
        assert self._file is not None
        self._shared = mmap.mmap(self._file, request["size"])
        return {}, b""

    def _memory_or(self, error: Exception, allowed: int) -> Exception:
        """Return a memory error if that is why a film ended; otherwise return ``error``.

        FFmpeg reported it, or much memory was used and the file not read to its end. A growing buffer is copied and
        needs its memory twice: allocation fails before half is used.
        """
        unfinished = self._film is None or not self._film.is_read_to_end()
        starved = peak_address_bytes() - self._peak > _HIGH_SHARE * allowed and unfinished
        return MemoryError() if self._reports_no_memory() or starved else error

    def _reports_no_memory(self) -> bool:
        return self._stderr is not None and self._stderr.reports_no_memory()

    def _skip(self, request: Document, _data: bytearray) -> Answer:
        self._film.skip(request["frames"])
        if self._stderr is not None:
            self._stderr.reports_damage()  # of what is skipped
        return {}, b""

    def _close(self, _asked: Document, _data: bytearray) -> Answer:
        if self._film is not None:
            self._film.close()
            self._film = self._shared = None
        if self._stderr is not None:
            self._stderr.reset()
        return {}, b""


def main(shared: int | None = None) -> None:
    """Handle requests until the caller closes; ``shared`` is the descriptor of memory for large frames."""
    # A terminal sends Ctrl-C to this process too; its caller decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    request_pipe, answer_pipe = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):  # whatever a library prints is no answer
        os.dup2(null, number)
    forbid_files_and_core_dumps()
    worker = Worker(shared, FfmpegStderr() if os.name == "posix" else None)
    with FileIO(request_pipe, "rb") as questions, FileIO(answer_pipe, "wb") as answers:
        while True:
            try:
                request, data = receive(questions, sys.maxsize)
            except EOFError:
                return
            answer, payload = worker.answer(request, data)
            try:
                send(answers, {**answer, "spent": time.process_time(), "most_mb": peak_memory_mb()}, payload)
            except OSError:
                return
