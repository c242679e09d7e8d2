"""The worker's process, from outside: started when first needed, asked, given up on where it takes too much.

What a file does to it, it does to nobody else: a crash, an endless loop or memory without end is one
:class:`Overdrawn`, and the next thing is asked of a fresh one.
"""

from __future__ import annotations

import atexit
import mmap
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from companion.locale import Message
from companion.platform_info import on_android
from companion.vision.sandbox.errors import LimitExceeded, check_answer
from companion.vision.sandbox.in_process import InProcessDecoder
from companion.vision.sandbox.protocol import Document, Payload, receive, send

MAX_IDLE = 2
"""Workers that wait for more when they are done; a camera's and a photo's."""
CLOCK_FACTOR = 3.0
"""So many times the seconds of processor time by the clock, for other programs may be at work."""
_SOON = 4.0
"""Seconds for what takes none."""
_PIPE = 1 << 20
"""Bytes that a pipe holds, where the system lets it."""
_SET_PIPE_SIZE = 1031
"""Linux's ``F_SETPIPE_SZ``."""
_BEGIN = "import sys; sys.path[:] = {paths!r}; from companion.vision.sandbox.worker import main; main({shared})"
DECODER_VARIABLE = "COMPANION_DECODES"
"""Tells the program of a bundle that it is to decode, and through which file of memory."""
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    # Each of glibc's arenas takes 64 MB of addresses, which are counted.
    "MALLOC_ARENA_MAX": "2",
}


class DecoderProcess:
    """One worker. Not for two threads at once."""

    def __init__(self) -> None:
        self.spent = 0.0
        """Seconds of processor time that it took in all."""
        self.most_mb = 0.0
        """Of memory, the most it took at once; 0 where the system does not say."""
        paths = [str(Path(path or ".").absolute()) for path in sys.path]
        self._shared = os.memfd_create("frame") if sys.platform == "linux" else None
        command = [sys.executable, "-P", "-B", "-c", _BEGIN.format(paths=paths, shared=self._shared)]
        surroundings = {**os.environ, **_ENVIRONMENT}
        if getattr(sys, "frozen", False):  # in a bundle there is no interpreter beside the program, which does it then
            command = [sys.executable]
            surroundings[DECODER_VARIABLE] = "" if self._shared is None else str(self._shared)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=surroundings,
                pass_fds=() if self._shared is None else (self._shared,),
            )
        except OSError as error:
            self._unshare()
            why = {"why": error.strerror or str(error)}
            raise LimitExceeded(Message("cannot be decoded: no process for it starts ({why})", why)) from error
        assert isinstance(self._process.stdin, FileIO) and isinstance(self._process.stdout, FileIO)  # as unbuffered
        self._questions, self._answers = self._process.stdin, self._process.stdout
        for pipe in (self._questions, self._answers):
            _widen(pipe.fileno())

    @property
    def number(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, asked: Document, seconds: float, most: int, data: Payload = b"") -> tuple[Document, bytearray]:
        """What the worker answers, within so many seconds of processor time, with at most so many bytes.

        Raises :class:`Undecodable` and :class:`Overdrawn`; after the latter it is no longer :attr:`alive`.
        """
        late = threading.Event()
        try:
            # What is asked the worker takes in at once, and what it answers it sends at once: only between it decodes.
            send(self._questions, {**asked, "seconds": seconds}, data)
            with self._until(CLOCK_FACTOR * seconds, late):
                told, payload = receive(self._answers, most)
        except (OSError, EOFError) as error:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)  # its pipe is closed: it is about to end, and how is what is told
            self.end()
            raise LimitExceeded(self._died(late.is_set(), seconds)) from error
        self.spent, self.most_mb = float(told.get("spent", 0.0)), float(told.get("most_mb", 0.0))
        check_answer(told)
        return told, payload

    def share(self, size: int) -> mmap.mmap | None:
        """Memory of so many bytes, into which frames are put from now on; None where the system knows no such thing.

        Raises :class:`Overdrawn` as :meth:`ask` does.
        """
        if self._shared is None:
            return None
        os.ftruncate(self._shared, size)
        self.ask({"do": "share", "size": size}, _SOON, 0)
        return mmap.mmap(self._shared, size)

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._unshare()
        with suppress(OSError):
            self._process.kill()
        for pipe in (self._questions, self._answers):
            with suppress(OSError):
                pipe.close()
        self._process.wait()

    def _unshare(self) -> None:
        if self._shared is not None:
            os.close(self._shared)
            self._shared = None

    @contextmanager
    def _until(self, seconds: float, late: threading.Event) -> Iterator[None]:
        """Ends the process after so many seconds without an answer, and says so in ``late``."""

        def give_up() -> None:
            late.set()
            with suppress(OSError):
                self._process.kill()

        if os.name == "posix":
            answered = select.poll()
            answered.register(self._answers.fileno(), select.POLLIN)
            if not answered.poll(1000 * seconds):
                give_up()
            yield
            return
        # Windows cannot wait for a pipe; a thread a frame is dearer.
        ends = threading.Timer(seconds, give_up)
        ends.daemon = True
        ends.start()
        try:
            yield
        finally:
            ends.cancel()

    def _died(self, late: bool, seconds: float) -> Message:
        code = self._process.returncode
        if late or code == -getattr(signal, "SIGXCPU", 0):
            return Message("takes longer than {seconds} seconds to decode", {"seconds": f"{seconds:g}"})
        return Message("ends the process that decodes it ({how})", {"how": _named(code)})


def _named(code: int) -> str:
    with suppress(ValueError):
        return signal.Signals(-code).name
    return str(code)


def _widen(pipe: int) -> None:
    """Fewer, larger pieces; where the system does not let it, smaller ones do."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE)


Decoder = DecoderProcess | InProcessDecoder

_idle: list[Decoder] = []
_lock = threading.Lock()


@contextmanager
def borrow_decoder() -> Iterator[Decoder]:
    """A worker for a while, alone; raises :class:`Overdrawn` where none can be started."""
    process = take_decoder()
    try:
        yield process
    finally:
        return_decoder(process)


def take_decoder() -> Decoder:
    """A worker of one's own, until it is :func:`put_back`; raises :class:`Overdrawn` where none can be started."""
    with _lock:
        while _idle:
            process = _idle.pop()
            if process.alive:
                return process
            process.end()
    return InProcessDecoder() if on_android() else DecoderProcess()


def return_decoder(process: Decoder) -> None:
    """Lets others have a worker; one too many is ended."""
    with _lock:
        if process.alive and len(_idle) < MAX_IDLE:
            _idle.append(process)
            return
    process.end()


def idle_cpu_seconds() -> float:
    """Seconds of processor time that the workers took which wait now."""
    with _lock:
        return sum(process.spent for process in _idle)


if hasattr(os, "register_at_fork"):  # what a forked program asks, its own workers answer
    os.register_at_fork(after_in_child=_idle.clear)


@atexit.register
def end_idle_decoders() -> None:
    """Ends the workers that wait."""
    with _lock:
        while _idle:
            _idle.pop().end()
