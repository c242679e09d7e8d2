"""``companion doctor``: what works on this machine, what is missing, and the command that mends it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Annotated

import typer

from companion.cli.doctor_club import club, page
from companion.cli.findings import Finding
from companion.cli.languages import say, say_error
from companion.cli.output import print_json
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message, Wording

DISTRIBUTION = "decktet-companion"
INSTEAD = {"opencv-python": ("opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")}
"""Packages that bring the same module."""
SPARED: dict[str, Message] = {
    "onnxruntime": Message("not installed: the networks run through OpenCV, more slowly"),
    "reportlab": Message("not installed: nothing can be printed"),
    "rich": Message("not installed: tables are printed in plain letters"),
}
"""Declared packages that play can do without, and what is then so."""


def doctor(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Says what works on this machine and what is missing, with the command that mends it."""
    findings = [finding for examine in _EXAMINATIONS for finding in examine(context.obj)]
    if as_json:
        print_json([stamped("doctor", finding.to_json()) for finding in findings], indent=1)
    else:
        _show(findings)
    return 0 if all(finding.works for finding in findings if finding.needed) else 1


def _show(findings: list[Finding]) -> None:
    from companion.cli.terminal import Table, terminal

    table = Table(box=None, pad_edge=False)
    for heading in ("", Message("what"), Message("found"), Message("to mend it")):
        table.add_column(say(heading), overflow="fold")
    works, missing, absent = Message("works"), Message("missing"), Message("absent")
    for finding in findings:
        mark = works if finding.works else missing if finding.needed else absent
        told = (mark, finding.name, finding.found, "" if finding.works else finding.mend)
        table.add_row(*(say(cell) for cell in told))
    terminal().print(table)


def _python(_: Folders) -> Iterator[Finding]:
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Finding("Python", supported, platform.python_version(), Message("use Python 3.11, 3.12 or 3.13"))


def _packages(_: Folders) -> Iterator[Finding]:
    """Every package that the companion declares, and whether its version is one of those declared."""
    try:
        declared = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        found = Message("not installed as a package: which versions it needs is not known")
        yield Finding(DISTRIBUTION, False, found, "python -m pip install --editable .", False)
        return
    for line in declared:
        if (finding := package(line)) is not None:
            yield finding


def package(declared: str) -> Finding | None:
    """One requirement, as a distribution's metadata has it, ``numpy>=1.26``; None for one of an extra."""
    from packaging.requirements import Requirement

    wanted = Requirement(declared)
    if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
        return None
    needs = str(wanted.specifier)
    mend = f"python -m pip install '{wanted.name}{needs}'"
    there = next((name for name in (wanted.name, *INSTEAD.get(wanted.name, ())) if _version(name)), None)
    if there is None:
        absent = SPARED.get(wanted.name, Message("not installed"))
        return Finding(wanted.name, False, absent, mend, wanted.name not in SPARED)
    version = _version(there) or ""
    if wanted.specifier.contains(version, prereleases=True):
        return Finding(wanted.name, True, version if there == wanted.name else f"{there} {version}")
    told: Wording = {"version": version, "needs": needs}
    return Finding(wanted.name, False, Message("{version}, and {needs} is needed", told), mend)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _data(folders: Folders) -> Iterator[Finding]:
    try:
        folders.ensure_writable()
    except CompanionError as error:
        yield Finding(Message("data folder"), False, say_error(error), "companion --data FOLDER …")
        return
    yield Finding(Message("data folder"), True, str(folders.data))


def _games(folders: Folders) -> Iterator[Finding]:
    """The journal, by its database's own check and by every game's chain."""
    from companion.cli.kept_games import lost_in
    from companion.journal import Journal, JournalError
    from companion.journal.evening_backups import lost_games

    name, mend = Message("games kept here"), Message("bring a backup back with `companion restore FILE`")
    if not folders.on_server and not os.path.exists(folders.journal):  # noqa: PTH110 - which says no where it may not look
        copy = lost_games(folders.backups) if folders.backups.is_dir() else None
        none = Message("none yet")
        if copy is not None:
            none = Message("none, and its copy {file} holds {n}", {"file": str(copy[0]), "n": copy[1]})
        yield Finding(name, copy is None, none, mend)
        return
    try:
        with Journal.open(folders.journal_url) as journal:
            journal.check()
            games = journal.games()
            lost = lost_in(folders, journal)
            wrong: list[CompanionError] = [unreadable.error for unreadable in journal.unreadable()]
            wrong += [lost] if lost is not None else []
            wrong += [found for game in games if (found := journal.readable(game.id)[1]) is not None]
    except JournalError as error:
        games, wrong = (), [error]
    for one in wrong:
        yield Finding(name, False, Message("{thing}: {reason}", {"thing": one.thing, "reason": one.reason}), mend)
    if not wrong:
        told: Wording = {"n": len(games)}
        whole = Message("{n} game, each move as it was written", told, "{n} games, each move as it was written", "n")
        yield Finding(name, True, whole)


def _screen(_: Folders) -> Iterator[Finding]:
    mend = "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")):
        found = Message("no display here; the command line works without")
        yield Finding(Message("screen"), False, found, Message("run it on a desktop"), False)
    if getattr(sys, "frozen", False):  # a bundle brings its drawing along, and no interpreter to try it with
        yield Finding(Message("drawing (OpenGL)"), True, Message("comes with the bundle"), mend)
        return
    with tempfile.TemporaryDirectory() as home:
        tried = subprocess.run(
            [sys.executable, "-c", "from kivy.core.window import Window; print(Window.size)"],
            env={**os.environ, "KIVY_HOME": home, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_WINDOW": "sdl2"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    works = tried.returncode == 0 and tried.stdout.startswith("(")
    found = Message("a window can be drawn") if works else Message("no window can be drawn")
    yield Finding(Message("drawing (OpenGL)"), works, found, mend)


def _decks(folders: Folders) -> Iterator[Finding]:
    taught = sorted(path.name for path in folders.decks.iterdir() if path.is_dir()) if folders.decks.is_dir() else []
    others = "".join(f", {name}" for name in taught)
    found = Message("the companion's own{others}", {"others": others})
    yield Finding(Message("decks it can read"), True, found)
    if not taught:
        mend = "companion deck enroll FOLDER_OF_SCANS"
        yield Finding(Message("a deck of yours"), False, Message("none taught yet"), mend, False)


def _cameras(_: Folders) -> Iterator[Finding]:
    from companion.vision.sources.cameras import list_cameras

    try:
        there = list_cameras()
    except CompanionError as error:
        upgrade = "python -m pip install --upgrade cv2-enumerate-cameras"
        yield Finding(Message("cameras"), False, say_error(error), upgrade, False)
        return
    closed = [camera for camera in there if not os.access(camera.device, os.R_OK | os.W_OK)]
    if closed and sys.platform == "linux":
        names = ", ".join(str(camera.device) for camera in closed)
        found = Message("{cameras} may not be opened by you", {"cameras": names})
        yield Finding(Message("cameras"), False, found, "sudo usermod -aG video $USER", False)
        return
    named = ", ".join(f"{camera.number} ({camera.name})" for camera in there)
    mend = Message("plug one in, or give a phone's stream: companion watch --source http://PHONE:8080/video")
    yield Finding(Message("cameras"), bool(there), named or Message("none is connected"), mend, False)


def _roller(_: Folders) -> Iterator[Finding]:
    from serial.tools import list_ports

    from companion.cli.port_services import STOPS, running_services
    from firmware_bridge.emulator.board import SOURCE

    ports = [port.device for port in list_ports.comports()]
    yield Finding(
        Message("serial ports"),
        bool(ports),
        ", ".join(ports) or Message("none: no dice roller is plugged in; dice are tapped in"),
        Message("plug the roller in"),
        False,
    )
    for service in running_services():
        runs = Message("{service} runs: it may take the roller's port for itself", {"service": service})
        yield Finding(Message("services at serial ports"), False, runs, STOPS[service], False)
    if not SOURCE.is_dir():
        found = Message("is built in the project's repository only")
        yield Finding(Message("emulated roller"), False, found, needed=False)
        return
    tools = [tool for tool in ("avr-gcc", "simavr") if shutil.which(tool) is None]
    yield Finding(
        Message("emulated roller"),
        not tools,
        Message("can be built") if not tools else Message("lacks {tools}", {"tools": ", ".join(tools)}),
        "sudo apt-get install gcc-avr avr-libc simavr libsimavr-dev libelf-dev",
        False,
    )


_EXAMINATIONS: tuple[Callable[[Folders], Iterator[Finding]], ...] = (
    _python,
    _packages,
    _data,
    _games,
    club,
    page,
    _screen,
    _decks,
    _cameras,
    _roller,
)
