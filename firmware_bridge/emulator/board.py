"""Build and run the firmware on an emulated board."""

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
    """The emulator cannot be built here; the text names what is missing."""


def build(folder: Path | None = None) -> Path:
    """Return the folder with firmware and harness, built if they are out of date.

    Args:
        folder: where to build, by default in the source tree.

    Raises:
        EmulatorMissing: if packages or the firmware's source are missing, or the build fails.
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
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise EmulatorMissing(
            f"it does not build ({lines[0] if lines else 'no reason given'}): apt-get install {PACKAGES}"
        )
    return made


class BoardTimedOut(Exception):
    """The board did not show what was awaited: it is paced in real time and stalls on a busy machine."""


class EmulatedBoard:
    """A board that is powered until ``close``; its EEPROM is kept in ``folder``."""

    def __init__(self, folder: Path, built: Path | None = None) -> None:
        self._folder, self._built = folder, built or build()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self.power_on()

    @property
    def port(self) -> str:
        """Link to the pseudo-terminal, which exists while the board is plugged in."""
        return str(self._folder / "port")

    @property
    def pid(self) -> int | None:
        """Process of the emulation; None without power."""
        return self._process.pid if self._process is not None else None

    def power_on(self) -> None:
        """Start the board, plugged in.

        Raises:
            EmulatorMissing: if it does not start.
        """
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
        """Kill the board at once."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        Path(self.port).unlink(missing_ok=True)

    def command(self, text: str) -> str:
        """Send a command to the harness (see harness.c) and return its answer.

        Args:
            text: the command.

        Raises:
            BrokenPipeError: if the board is off.
        """
        with self._lock:
            if self._process is None or self._process.stdin is None:
                raise BrokenPipeError("the emulated board is off")
            self._process.stdin.write(text + "\n")
            return self._answer()

    def press(self, bounces: int = 0) -> None:
        """Press and release the button with this many bounces each way; return when the contact is still."""
        self.command(f"bounce {bounces}")
        while self.command("still") == "no":
            time.sleep(0.01)

    def screen(self) -> tuple[str, str]:
        """Return the two rows of the display, without trailing spaces, once they are still.

        The firmware writes letter by letter, so a row read too early would be half old, half new.
        """
        rows = self.command("screen")
        while (again := self._next_screen()) != rows:
            rows = again
        top, bottom = rows.split("|")
        return top.rstrip(), bottom.rstrip()

    def wait_for_screen(self, shown: Callable[[str, str], bool], within: float = 30.0) -> tuple[str, str]:
        """Return the display once ``shown(top, bottom)`` is True.

        Args:
            shown: the condition.
            within: the time limit in seconds.

        Returns:
            The two rows.

        Raises:
            BoardTimedOut: after the time limit.
        """
        end = time.monotonic() + within
        while not shown(*(rows := self.screen())):
            if time.monotonic() > end:
                raise BoardTimedOut(f"the display still shows {rows}")
            time.sleep(0.02)
        return rows

    def sent(self) -> bytes:
        """Return everything that the board has sent so far, undamaged."""
        return Path(f"{self.port}.said").read_bytes()

    def close(self) -> None:
        """Power the board off."""
        self.power_off()

    def __enter__(self) -> EmulatedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next_screen(self) -> str:
        time.sleep(0.03)
        return self.command("screen")

    def _answer(self) -> str:
        if self._process is None or self._process.stdout is None:
            return ""
        return self._process.stdout.readline().rstrip("\n")
