"""The sandbox's process seen from outside: started when needed, ended when it exceeds a limit.

Whatever a file does to it, a crash, an endless loop or endless memory, is one :class:`LimitExceeded`. The next request
goes to a new process.

The system isolates each app with limits of its own; the size of a picture is checked before it is decoded all the same.
A picture that crashes its decoder ends the app; the journal loses nothing.
"""

import atexit
import mmap
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from companion.locale import Message
from companion.pictures.sandbox.protocol import Document, LimitExceeded, Payload, check_answer, receive, send
from companion.pictures.sandbox.resource_limits import disable_limits
from companion.pictures.sandbox.worker import Worker
from companion.platform_info import on_android


class InProcessDecoder:
    """A decoder that works on the calling thread, with the interface of a decoder process."""

    alive = True
    number = os.getpid()
    most_mb = 0.0

    def __init__(self) -> None:
        self.spent = 0.0
        disable_limits()
        self._worker = Worker()
        self._lock = threading.Lock()

    def ask(self, asked: Document, seconds: float, _most: int, data: Payload = b"") -> tuple[Document, bytearray]:
        """Return the worker's answer; errors are those of a decoder process."""
        with self._lock:
            before = time.thread_time()
            answer, payload = self._worker.answer({**asked, "seconds": seconds}, bytearray(data))
            self.spent += time.thread_time() - before
        check_answer(answer)
        return answer, bytearray(payload)

    def share(self, _size: int) -> None:
        """Do nothing: the memory is the same anyway."""

    def end(self) -> None:
        """Close what is open."""
        self._worker.answer({"do": "close", "seconds": 0.0}, bytearray())


MAX_IDLE = 2
"""Idle decoders that are kept: a camera's and a photo's."""
CLOCK_FACTOR = 3.0
"""Seconds by the clock per second of processor time, because other programs may run."""
_SHORT_SECONDS = 4.0
"""Seconds for a request without work."""
_PIPE = 1 << 20
"""Bytes of a pipe's buffer, if the system permits it."""
_SET_PIPE_SIZE = 1031
"""Linux's ``F_SETPIPE_SZ``."""
_BEGIN = "import sys; sys.path[:] = {paths!r}; from companion.pictures.sandbox.worker import main; main({shared})"
DECODER_VARIABLE = "COMPANION_DECODES"
"""Environment variable that makes a bundled program decode, with the file descriptor of the shared memory."""
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    # Each of glibc's arenas takes 64 MB of addresses, which are counted.
    "MALLOC_ARENA_MAX": "2",
}


class DecoderProcess:
    """A process that decodes, not for two threads at once; :class:`LimitExceeded` is raised if it cannot start."""

    def __init__(self) -> None:
        self.spent = 0.0
        """Seconds of processor time in all."""
        self.most_mb = 0.0
        """Largest memory use in megabytes; 0 if unknown."""
        paths = [str(Path(path or ".").absolute()) for path in sys.path]
        self._shared = os.memfd_create("frame") if sys.platform == "linux" else None
        command = [sys.executable, "-P", "-B", "-c", _BEGIN.format(paths=paths, shared=self._shared)]
        environment = {**os.environ, **_ENVIRONMENT}
        if getattr(sys, "frozen", False):  # a bundle has no interpreter: its program decodes
            command = [sys.executable]
            environment[DECODER_VARIABLE] = "" if self._shared is None else str(self._shared)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=environment,
                pass_fds=() if self._shared is None else (self._shared,),
            )
        except OSError as error:
            self._unshare()
            why = {"why": error.strerror or str(error)}
            raise LimitExceeded(Message("cannot start the decoder ({why})", why)) from error
        assert isinstance(self._process.stdin, FileIO) and isinstance(self._process.stdout, FileIO)  # as unbuffered
        self._questions, self._answers = self._process.stdin, self._process.stdout
        for pipe in (self._questions, self._answers):
            _enlarge_pipe(pipe.fileno())

    @property
    def number(self) -> int:
        """The process number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def ask(self, request: Document, seconds: float, most: int, data: Payload = b"") -> tuple[Document, bytearray]:
        """Send a request and return the answer.

        If the decoder refuses its input, :class:`DecodingRefused` is raised.

        Args:
            request: The request.
            seconds: Processor time that it may take.
            most: Bytes that the answer may have.
            data: Bytes to decode.

        Raises:
            LimitExceeded: The process exceeded a limit or ended; it is no longer alive.
        """
        late = threading.Event()
        try:
            # The worker decodes only between reading the whole request and sending the whole answer.
            send(self._questions, {**request, "seconds": seconds}, data)
            with self._until(CLOCK_FACTOR * seconds, late):
                answer, payload = receive(self._answers, most)
        except (OSError, EOFError) as error:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)  # its pipe is closed, so it is about to end; its exit code says why
            self.end()
            raise LimitExceeded(self._describe_end(late.is_set(), seconds)) from error
        self.spent, self.most_mb = float(answer.get("spent", 0.0)), float(answer.get("most_mb", 0.0))
        check_answer(answer)
        return answer, payload

    def share(self, size: int) -> mmap.mmap | None:
        """Return shared memory for frames; None where the system has none. Errors are those of :meth:`ask`."""
        if self._shared is None:
            return None
        os.ftruncate(self._shared, size)
        self.ask({"do": "share", "size": size}, _SHORT_SECONDS, 0)
        return mmap.mmap(self._shared, size)

    def end(self) -> None:
        """End the process, whatever it does."""
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
        """End the process after so many seconds without an answer, and set ``late``."""

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

    def _describe_end(self, late: bool, seconds: float) -> Message:
        code = self._process.returncode
        if late or code == -getattr(signal, "SIGXCPU", 0):
            return Message("decoding takes longer than {seconds} seconds", {"seconds": f"{seconds:g}"})
        return Message("crashes the decoder ({how})", {"how": _signal_name(code)})


def _signal_name(code: int) -> str:
    with suppress(ValueError):
        return signal.Signals(-code).name
    return str(code)


def _enlarge_pipe(pipe: int) -> None:
    """Enlarge a pipe's buffer where the system permits it."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE)


Decoder = DecoderProcess | InProcessDecoder

_idle: list[Decoder] = []
_lock = threading.Lock()


@contextmanager
def borrow_decoder() -> Iterator[Decoder]:
    """Lend a decoder for a block; :class:`LimitExceeded` is raised if none can be started."""
    process = take_decoder()
    try:
        yield process
    finally:
        return_decoder(process)


def take_decoder() -> Decoder:
    """Return a decoder until it is handed to :func:`return_decoder`; errors are those of :func:`borrow_decoder`."""
    with _lock:
        while _idle:
            process = _idle.pop()
            if process.alive:
                return process
            process.end()
    return InProcessDecoder() if on_android() else DecoderProcess()


def return_decoder(process: Decoder) -> None:
    """Make a decoder available to others; one too many is ended."""
    with _lock:
        if process.alive and len(_idle) < MAX_IDLE:
            _idle.append(process)
            return
    process.end()


def start_decoder() -> None:
    """Start a decoder for the first request; if none can be started, that request says so."""
    with suppress(LimitExceeded):
        return_decoder(take_decoder())


def idle_cpu_seconds() -> float:
    """Return the processor time of the idle decoders in seconds."""
    with _lock:
        return sum(process.spent for process in _idle)


if hasattr(os, "register_at_fork"):  # what a forked program asks, its own workers answer
    os.register_at_fork(after_in_child=_idle.clear)


@atexit.register
def end_idle_decoders() -> None:
    """End the idle decoders."""
    with _lock:
        while _idle:
            _idle.pop().end()
