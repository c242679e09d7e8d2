"""Builds firmware and harness, and runs them."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "hardware" / "roller"
PACKAGES = "gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev pkg-config gcc make"
_TOOLS = ("avr-gcc", "pkg-config", "make", "cc")


class EmulatorMissing(Exception):
    """The emulated roller cannot be built here; the text says what is missing."""


def build(folder: Path | None = None) -> Path:
    """The folder with the firmware and the harness, made where they are not up to date.

    Raises :class:`EmulatorMissing` where packages or the firmware's source are not there.
    """
    made = folder or SOURCE / "build"
    if not (SOURCE / "Makefile").is_file():
        raise EmulatorMissing("the firmware's source is not installed: run it from the project's folder")
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        raise EmulatorMissing(f"no {', no '.join(missing)}: sudo apt-get install {PACKAGES}")
    done = subprocess.run(
        ["make", "--silent", "-C", str(SOURCE), f"BUILD={made}", "emulator"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise EmulatorMissing(
            f"it does not build ({said[0] if said else 'no reason given'}): apt-get install {PACKAGES}"
        )
    return made


class BoardTimedOut(Exception):
    """What was waited for did not come in time: the board, paced in real time, stood still on a busy machine."""


class EmulatedBoard:
    """A board that is powered from here to ``close``; its EEPROM outlives it in ``folder``."""

    def __init__(self, folder: Path, built: Path | None = None) -> None:
        self._folder, self._built = folder, built or build()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self.power_on()

    @property
    def port(self) -> str:
        """What to open: a link to the pseudo-terminal, there while the board is plugged in."""
        return str(self._folder / "port")

    @property
    def pid(self) -> int | None:
        """The process that plays the board; None without power."""
        return self._process.pid if self._process is not None else None

    def power_on(self) -> None:
        """Starts it, plugged in."""
        words = [self._built / "harness", self._built / "firmware.elf", self.port, self._folder / "eeprom"]
        self._process = subprocess.Popen(
            [str(word) for word in words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        if self._answer() != "ready":
            raise EmulatorMissing("the emulated board does not start")

    def power_off(self) -> None:
        """Kills it at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        Path(self.port).unlink(missing_ok=True)

    def tell(self, command: str) -> str:
        """One command of the harness (see harness.c) and its answer."""
        with self._lock:
            if self._process is None or self._process.stdin is None:
                raise BrokenPipeError("the emulated board is off")
            self._process.stdin.write(command + "\n")
            return self._answer()

    def press(self, bounces: int = 0) -> None:
        """Presses the button and lets it go, bouncing so often each way; ends when the contact is still."""
        self.tell(f"bounce {bounces}")
        while self.tell("still") == "no":
            time.sleep(0.01)

    def screen(self) -> tuple[str, str]:
        """The two rows of the display, without the spaces at their ends, once they stand still.

        The firmware writes letter by letter, so a row that was caught halfway would be half old, half new.
        """
        seen = self.tell("screen")
        while (again := self._a_moment_later()) != seen:
            seen = again
        top, bottom = seen.split("|")
        return top.rstrip(), bottom.rstrip()

    def comes_to_show(self, shown: Callable[[str, str], bool], within: float = 30.0) -> tuple[str, str]:
        """The display once ``shown(top, bottom)`` holds; :class:`BoardTimedOut` after ``within`` seconds."""
        end = time.monotonic() + within
        while not shown(*(rows := self.screen())):
            if time.monotonic() > end:
                raise BoardTimedOut(f"the display still shows {rows}")
            time.sleep(0.02)
        return rows

    def said(self) -> bytes:
        """Everything that the board has said in its life, undamaged."""
        return Path(f"{self.port}.said").read_bytes()

    def close(self) -> None:
        self.power_off()

    def __enter__(self) -> EmulatedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _a_moment_later(self) -> str:
        time.sleep(0.03)
        return self.tell("screen")

    def _answer(self) -> str:
        if self._process is None or self._process.stdout is None:
            return ""
        return self._process.stdout.readline().rstrip("\n")
