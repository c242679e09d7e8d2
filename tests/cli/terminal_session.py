"""A companion command in a real pseudo-terminal, typed into as by a person."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_=>]|\r")
PATIENCE = 240.0
"""Seconds for one answer; a busy machine starts the command slowly."""
ROWS, COLUMNS = 60, 2000
"""So wide that no typed line is wrapped."""


_PROGRAM = """
import sys
sys.modules.update(dict.fromkeys({without!r}.split()))
from companion.__main__ import main
main()
"""


class TerminalSession:
    """One command at a pseudo-terminal of :data:`COLUMNS`, in English, with a data folder of its own.

    ``without`` names packages that it cannot import.
    """

    def __init__(self, folder: Path, *arguments: str, without: str = "") -> None:
        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {
            **os.environ,
            **{"TERM": "xterm", "COLUMNS": str(COLUMNS), "LINES": str(ROWS), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"},
            "PROMPT_TOOLKIT_NO_CPR": "1",
        }
        self.command = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM.format(without=without), "--data", str(folder), *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment,
            close_fds=True,
            start_new_session=True,
        )
        os.close(follower)
        self._read = ""

    def __enter__(self) -> TerminalSession:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.command.poll() is None:
            self.command.kill()
        self.command.wait()
        os.close(self._leader)

    def type(self, line: str) -> str:
        """Type a line; return what was printed behind it until the next prompt, without escapes."""
        self._read = ""
        os.write(self._leader, f"{line}\r".encode())
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            _, typed, behind = self._plain().partition(line)
            answer = behind.partition("\n")[2]
            if typed and answer.rstrip(" ").endswith(">"):
                return answer
            if not self._take():
                break
        raise AssertionError(f"no prompt came after {line!r}, but {self._plain()!r}")

    def end(self, line: str) -> int:
        """Type the last line; return the exit status."""
        os.write(self._leader, f"{line}\r".encode())
        return self.ended()

    def wait_for(self, text: str) -> str:
        """Return what was printed so far, without escapes, once a text is in it."""
        until = time.monotonic() + PATIENCE
        while text not in self._plain():
            if time.monotonic() > until or not self._take():
                raise AssertionError(f"{text!r} was not printed, but {self._plain()!r}")
        return self._plain()

    @property
    def printed(self) -> str:
        """What was printed since the last line was typed, without escapes."""
        return self._plain()

    def signal(self, number: int) -> None:
        """Send the command a signal."""
        self.command.send_signal(number)

    def close_terminal(self) -> None:
        """Close the terminal, as its window does."""
        os.close(self._leader)
        self.command.wait(PATIENCE)
        self._leader = os.open(os.devnull, os.O_RDONLY)

    def _plain(self) -> str:
        return _ESCAPES.sub("", self._read)

    def ended(self) -> int:
        """Return the exit status, once the command has ended."""
        until = time.monotonic() + PATIENCE
        while self.command.poll() is None and time.monotonic() < until:
            self._take()
        return self.command.wait(1)

    def _take(self) -> bool:
        """Take what is there to read; return whether more may come."""
        ready, _, _ = select.select([self._leader], [], [], 0.2)
        if not ready:
            return self.command.poll() is None
        try:
            self._read += os.read(self._leader, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            return False
        return True
