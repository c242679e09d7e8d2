"""``companion doctor``: what works on this machine, what is missing, and how to fix it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata

import typer

from companion.cli.doctor_club import check_server, check_web
from companion.cli.findings import Finding
from companion.cli.kept_games import find_lost_games
from companion.cli.languages import translate, translate_error
from companion.cli.options import AsJson
from companion.cli.output import print_json
from companion.cli.port_services import STOP_COMMANDS, running_services
from companion.cli.schemas.versions import stamp
from companion.cli.terminal import Table, terminal
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message, Wording
from firmware_bridge.emulator.board import SOURCE

DISTRIBUTION = "decktet-companion"
ALTERNATIVES = {"opencv-python": ("opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")}
"""By package, others that install the same module."""
OPTIONAL_PACKAGES: dict[str, Message] = {
    "onnxruntime": Message("not installed: the networks run through OpenCV, more slowly"),
    "reportlab": Message("not installed: nothing can be printed"),
    "rich": Message("not installed: tables are printed in plain letters"),
}
"""Declared packages that play does not need, and what it means to lack one."""


def doctor(
    context: typer.Context,
    as_json: AsJson = False,
) -> int:
    """Say what works on this machine and what is missing, with the command that mends it."""
    findings = [finding for check in _CHECKS for finding in check(context.obj)]
    if as_json:
        print_json([stamp("doctor", finding.to_json()) for finding in findings], indent=1)
    else:
        _show(findings)
    return 0 if all(finding.works for finding in findings if finding.needed) else 1


def _show(findings: list[Finding]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("", Message("what"), Message("found"), Message("to mend it")):
        table.add_column(translate(heading), overflow="fold")
    works, missing, absent = Message("works"), Message("missing"), Message("absent")
    for finding in findings:
        mark = works if finding.works else missing if finding.needed else absent
        cells = (mark, finding.name, finding.found, "" if finding.works else finding.mend)
        table.add_row(*(translate(cell) for cell in cells))
    terminal().print(table)


def _check_python(_: Folders) -> Iterator[Finding]:
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Finding("Python", supported, platform.python_version(), Message("use Python 3.11, 3.12 or 3.13"))


def _check_packages(_: Folders) -> Iterator[Finding]:
    """Yield a finding for each declared package."""
    try:
        declared = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        found = Message("not installed as a package: which versions it needs is not known")
        yield Finding(DISTRIBUTION, False, found, "python -m pip install --editable .", False)
        return
    for line in declared:
        if (finding := check_package(line)) is not None:
            yield finding


def check_package(declared: str) -> Finding | None:
    """Check whether a package is installed in a declared version.

    Args:
        declared: The requirement as in a distribution's metadata, such as ``numpy>=1.26``.

    Returns:
        The finding; None if only an extra needs the package.
    """
    from packaging.requirements import Requirement

    wanted = Requirement(declared)
    if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
        return None
    needs = str(wanted.specifier)
    mend = f"python -m pip install '{wanted.name}{needs}'"
    there = next((name for name in (wanted.name, *ALTERNATIVES.get(wanted.name, ())) if _version(name)), None)
    if there is None:
        absent = OPTIONAL_PACKAGES.get(wanted.name, Message("not installed"))
        return Finding(wanted.name, False, absent, mend, wanted.name not in OPTIONAL_PACKAGES)
    version = _version(there) or ""
    if wanted.specifier.contains(version, prereleases=True):
        return Finding(wanted.name, True, version if there == wanted.name else f"{there} {version}")
    values: Wording = {"version": version, "needs": needs}
    return Finding(wanted.name, False, Message("{version}, and {needs} is needed", values), mend)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _check_data_folder(folders: Folders) -> Iterator[Finding]:
    try:
        folders.ensure_writable()
    except CompanionError as error:
        yield Finding(Message("data folder"), False, translate_error(error), "companion --data FOLDER …")
        return
    yield Finding(Message("data folder"), True, str(folders.data))


def _check_games(folders: Folders) -> Iterator[Finding]:
    """Check the journal by the database's own check and by every game's chain."""
    from companion.journal import Journal, JournalError
    from companion.journal.evening_backups import lost_games

    name, mend = Message("games kept here"), Message("bring a backup back with `companion restore FILE`")
    exists = os.path.exists(folders.journal)  # noqa: PTH110 - Path.exists raises if a parent may not be searched
    if not folders.on_server and not exists:
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
            lost = find_lost_games(folders, journal)
            wrong: list[CompanionError] = [unreadable.error for unreadable in journal.unreadable()]
            wrong += [lost] if lost is not None else []
            wrong += [found for game in games if (found := journal.readable(game.id)[1]) is not None]
    except JournalError as error:
        games, wrong = (), [error]
    for one in wrong:
        yield Finding(name, False, Message("{thing}: {reason}", {"thing": one.thing, "reason": one.reason}), mend)
    if not wrong:
        values: Wording = {"n": len(games)}
        whole = Message("{n} game, each move as it was written", values, "{n} games, each move as it was written", "n")
        yield Finding(name, True, whole)


def _check_screen(_: Folders) -> Iterator[Finding]:
    mend = "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")):
        found = Message("no display here; the command line works without")
        yield Finding(Message("screen"), False, found, Message("run it on a desktop"), False)
    if getattr(sys, "frozen", False):  # a bundle contains OpenGL, but no interpreter to try it with
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


def _check_decks(folders: Folders) -> Iterator[Finding]:
    taught = sorted(path.name for path in folders.decks.iterdir() if path.is_dir()) if folders.decks.is_dir() else []
    others = "".join(f", {name}" for name in taught)
    found = Message("the companion's own{others}", {"others": others})
    yield Finding(Message("decks it can read"), True, found)
    if not taught:
        mend = "companion deck enroll FOLDER_OF_SCANS"
        yield Finding(Message("a deck of yours"), False, Message("none taught yet"), mend, False)


def _check_cameras(_: Folders) -> Iterator[Finding]:
    from companion.vision.sources.cameras import list_cameras

    try:
        there = list_cameras()
    except CompanionError as error:
        upgrade = "python -m pip install --upgrade cv2-enumerate-cameras"
        yield Finding(Message("cameras"), False, translate_error(error), upgrade, False)
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


def _check_roller(_: Folders) -> Iterator[Finding]:
    from serial.tools import list_ports

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
        yield Finding(Message("services at serial ports"), False, runs, STOP_COMMANDS[service], False)
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


_CHECKS: tuple[Callable[[Folders], Iterator[Finding]], ...] = (
    _check_python,
    _check_packages,
    _check_data_folder,
    _check_games,
    check_server,
    check_web,
    _check_screen,
    _check_decks,
    _check_cameras,
    _check_roller,
)
