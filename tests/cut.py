"""A network that can be cut: a door on loopback before a server, which lets nothing through once it is cut."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Network:
    """Forwards what comes to ``port``; open until :meth:`cut` or :meth:`silence`, and again from :meth:`mend` on.

    ``at`` is where it listens itself.
    """

    def __init__(self, to: int, at: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        self._to = to
        self._passing = threading.Event()
        self._passing.set()
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._whole = True
        self._door = socket.create_server(at)
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._passing.set()
        self._door.close()

    def cut(self) -> None:
        """Ends every line through it, and takes no other."""
        with self._lock:
            self._whole = False
            lines, self._lines = self._lines, []
        for line in lines:
            _end(line)

    def silence(self) -> None:
        """Passes nothing on, and ends no line: what is sent meanwhile arrives once it is mended."""
        self._passing.clear()

    def mend(self) -> None:
        self._whole = True
        self._passing.set()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            with self._lock:
                if not self._whole:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    near.close()
                    continue
                self._lines += [near, far]
            threading.Thread(target=_carry, args=(near, far, self._passing), daemon=True).start()


def _carry(near: socket.socket, far: socket.socket, passing: threading.Event) -> None:
    """Both ways, until one end is gone. Closed only once nobody reads from them: their numbers are given to others."""
    with near, far:
        back = threading.Thread(target=_pass_on, args=(far, near, passing), daemon=True)
        back.start()
        _pass_on(near, far, passing)
        back.join()


def _pass_on(one: socket.socket, other: socket.socket, passing: threading.Event) -> None:
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with suppress(OSError):
        while received := one.recv(65536):
            passing.wait()
            other.sendall(received)
    _end(one)
    _end(other)


def _end(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
