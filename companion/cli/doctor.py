"""``companion doctor``: what works on this machine, what is missing, and the command that mends it."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.folders import Folders


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``needed`` tells what play cannot do without from what is optional."""

    name: str
    works: bool
    found: str
    mend: str = ""
    needed: bool = True


def doctor(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Says what works on this machine and what is missing, with the command that mends it."""
    findings = [finding for examine in _EXAMINATIONS for finding in examine(context.obj)]
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        _show(findings)
    return 0 if all(finding.works for finding in findings if finding.needed) else 1


def _show(findings: list[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "what", "found", "to mend it"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        mark = "works" if finding.works else "missing" if finding.needed else "absent"
        table.add_row(mark, finding.name, finding.found, "" if finding.works else finding.mend)
    Console(soft_wrap=False).print(table)


def _python(_: Folders) -> Iterator[Finding]:
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Finding("Python", supported, platform.python_version(), "use Python 3.11, 3.12 or 3.13")


def _packages(_: Folders) -> Iterator[Finding]:
    for name, module in _PACKAGES.items():
        there = importlib.util.find_spec(module) is not None
        yield Finding(name, there, "installed" if there else "not installed", f"python -m pip install {name}")


def _data(folders: Folders) -> Iterator[Finding]:
    try:
        folders.made()
    except CompanionError as error:
        yield Finding("data folder", False, error.line(), "companion --data FOLDER …")
        return
    yield Finding("data folder", True, str(folders.data))


def _screen(_: Folders) -> Iterator[Finding]:
    mend = "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")):
        yield Finding("screen", False, "no display here; the command line works without", "run it on a desktop", False)
    with tempfile.TemporaryDirectory() as home:
        drawn = subprocess.run(
            [sys.executable, "-c", "from kivy.core.window import Window; print(Window.size)"],
            env={**os.environ, "KIVY_HOME": home, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_WINDOW": "sdl2"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    works = drawn.returncode == 0 and drawn.stdout.startswith("(")
    yield Finding("drawing (OpenGL)", works, "a window can be drawn" if works else "no window can be drawn", mend)


def _decks(folders: Folders) -> Iterator[Finding]:
    taught = sorted(path.name for path in folders.decks.iterdir() if path.is_dir()) if folders.decks.is_dir() else []
    found = "the companion's own" + "".join(f", {name}" for name in taught)
    yield Finding("decks it can read", True, found)
    if not taught:
        yield Finding("a deck of yours", False, "none taught yet", "companion deck enroll FOLDER_OF_SCANS", False)


def _cameras(_: Folders) -> Iterator[Finding]:
    from companion.vision.sources.cameras import cameras

    try:
        there = cameras()
    except CompanionError as error:
        yield Finding("cameras", False, error.line(), "python -m pip install --upgrade cv2-enumerate-cameras", False)
        return
    closed = [camera for camera in there if not os.access(camera.device, os.R_OK | os.W_OK)]
    if closed and sys.platform == "linux":
        names = ", ".join(str(camera.device) for camera in closed)
        yield Finding("cameras", False, f"{names} may not be opened by you", "sudo usermod -aG video $USER", False)
        return
    found = ", ".join(f"{camera.number} ({camera.name})" for camera in there)
    mend = "plug one in, or give a phone's stream: companion watch --source http://PHONE:8080/video"
    yield Finding("cameras", bool(there), found or "none is connected", mend, False)


def _roller(_: Folders) -> Iterator[Finding]:
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports()]
    yield Finding(
        "serial ports",
        bool(ports),
        ", ".join(ports) or "none: no dice roller is plugged in; dice are tapped in",
        "plug the roller in",
        False,
    )
    tools = [tool for tool in ("avr-gcc", "simavr") if shutil.which(tool) is None]
    yield Finding(
        "emulated roller",
        not tools,
        "can be built" if not tools else f"no {' and no '.join(tools)}",
        "sudo apt-get install gcc-avr avr-libc simavr libsimavr-dev libelf-dev",
        False,
    )


_PACKAGES = {
    "numpy": "numpy",
    "opencv-python": "cv2",
    "kivy": "kivy",
    "pyserial": "serial",
    "sqlalchemy": "sqlalchemy",
}

_EXAMINATIONS: tuple[Callable[[Folders], Iterator[Finding]], ...] = (
    _python,
    _packages,
    _data,
    _screen,
    _decks,
    _cameras,
    _roller,
)
