"""``companion doctor``: what works on this machine, what is missing, and how to fix it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion import __version__
from companion.cli.doctor_checks import Finding, check_cameras, check_roller, check_server, check_web
from companion.cli.options import AsJson, find_backup_of_lost_games, find_lost_games
from companion.cli.output import OUTPUT, check_output, print_json, translate, write_output
from companion.cli.terminal import make_table, terminal, working
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import UnknownGame
from companion.installation import DISTRIBUTION, package_command
from companion.journal.store.overviews import follow
from companion.locale import Message, Wording
from companion.platform_info import on_network_drive

if TYPE_CHECKING:
    from companion.journal import Journal, KeptGame

ALTERNATIVES = {"opencv-python": ("opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")}
"""By package, others that install the same module."""
CLOCK_TOLERANCE = 24 * 3600
"""Seconds by which a file may be newer than the clock says: time zones of files on sticks differ."""
OPTIONAL_PACKAGES: dict[str, Message] = {
    "onnxruntime": Message("not installed; OpenCV runs the networks instead, more slowly"),
    "reportlab": Message("not installed; you cannot make PDFs"),
    "rich": Message("not installed; tables are printed as plain text"),
    "prompt-toolkit": Message("not installed; typed moves have no suggestions"),
}
"""Declared packages that a game does not need, and what the companion lacks without each."""


def doctor(
    context: typer.Context,
    as_json: AsJson = False,
    report: Annotated[
        Path | None, typer.Option(*OUTPUT, "--report", help="Write a report to send, without names, into this file.")
    ] = None,
) -> int:
    """Check what works on this computer, and print the command that fixes each problem."""
    check_output(report, context.obj.protected)
    with working(Message("Checking this computer")) as show:
        checks: tuple[Callable[[Folders], Iterator[Finding]], ...] = (
            _check_python,
            _check_packages,
            check_data_folder,
            partial(_check_games, show=show),
            check_server,
            check_web,
            check_screen,
            _check_decks,
            check_cameras,
            check_roller,
        )
        # The window takes longest, in a process of its own: it begins before this one imports what others need.
        order = sorted(checks, key=lambda check: check is not check_screen)
        with ThreadPoolExecutor(len(checks)) as pool:
            found = dict(zip(order, pool.map(lambda check: [*check(context.obj)], order), strict=True))
        findings = [finding for check in checks for finding in found[check]]
    if report is not None:
        write_output(
            report, "".join(f"{line}\n" for line in _report(findings)).encode(), protected=context.obj.protected
        )
    elif as_json:
        print_json("doctor", findings, indent=1)
    else:
        _show(findings)
    return 0 if all(finding.works for finding in findings if finding.needed) else 1


def _report(findings: list[Finding]) -> Iterator[str]:
    """Yield the lines of a report: names of files, games, decks, cameras and servers are left out."""
    yield f"Decktet companion {__version__}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    for finding in findings:
        version = finding.found if isinstance(finding.name, str) and isinstance(finding.found, str) else ""
        yield f"{finding.mark}: {finding.name} {version}".rstrip()


def _show(findings: list[Finding]) -> None:
    rows = ((one.mark, one.name, one.found, "" if one.works else one.mend) for one in findings)
    terminal().print(make_table(rows, ("", Message("check"), Message("result"), Message("fix"))))


def _check_python(_: Folders) -> Iterator[Finding]:
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Finding("Python", supported, platform.python_version(), Message("install Python 3.11, 3.12 or 3.13"))


def _check_packages(_: Folders) -> Iterator[Finding]:
    """Yield a finding for each declared package."""
    try:
        declared = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        found = Message("not installed as a package, so the required versions are unknown")
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

    requirement = Requirement(declared)
    if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
        return None
    name, needs = requirement.name, str(requirement.specifier)
    mend = package_command(f"{name}{needs}")
    installed = next((package for package in (name, *ALTERNATIVES.get(name, ())) if _version(package)), None)
    if installed is None:
        absent = OPTIONAL_PACKAGES.get(name, Message("not installed"))
        return Finding(name, False, absent, mend, name not in OPTIONAL_PACKAGES)
    version = _version(installed) or ""
    if requirement.specifier.contains(version, prereleases=True):
        return Finding(name, True, version if installed == name else f"{installed} {version}")
    values: Wording = {"version": version, "needs": needs}
    return Finding(name, False, Message("{version}, but {needs} is required", values), mend)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def check_data_folder(folders: Folders) -> Iterator[Finding]:
    """Check whether data can be stored, whether there is room, and whether the clock may be right."""
    from companion.journal.copies.evenings import ROOM

    try:
        folders.ensure_writable()
    except CompanionError as error:
        yield Finding(Message("data folder"), False, translate(error), "companion --data FOLDER …")
        return
    free = shutil.disk_usage(folders.data).free
    if free < ROOM:
        little = Message("{folder}: only {n} MB are free", {"folder": str(folders.data), "n": free >> 20})
        yield Finding(Message("data folder"), False, little, Message("free some space"))
        return
    yield Finding(Message("data folder"), True, str(folders.data))
    if not folders.on_server and on_network_drive(folders.data):
        shared = Message("{folder} is on a network drive, where games may be damaged", {"folder": str(folders.data)})
        yield Finding(
            Message("drive"), False, shared, Message("choose a folder on a disk of this computer with --data")
        )
    written = max(path.stat().st_mtime for path in (Path(__file__), folders.journal) if path.exists())
    if written > time.time() + CLOCK_TOLERANCE:
        behind = Message("behind: files were written later, on {day}", {"day": str(date.fromtimestamp(written))})
        yield Finding(Message("clock"), False, behind, Message("set the date and time of this computer"), False)


def _check_games(folders: Folders, show: Callable[[Message], None]) -> Iterator[Finding]:
    """Check the journal by the database's own check, and open every game."""
    from companion.journal import Journal, JournalError

    name, mend = Message("saved games"), Message("restore a backup with `companion restore FILE`")
    exists = os.path.exists(folders.journal)  # noqa: PTH110 - Path.exists raises if a parent may not be searched
    if not folders.on_server and not exists:
        lost = find_backup_of_lost_games(folders)
        yield Finding(name, lost is None, Message("none yet") if lost is None else lost.reason, mend)
        return
    wrong: list[CompanionError] = []
    try:
        with Journal.open(folders.journal_url, report=wrong.append) as journal:
            journal.check()
            games = journal.games()
            lost = find_lost_games(folders, journal)
            wrong += [unreadable.error for unreadable in journal.unreadable()]
            wrong += [lost] if lost is not None else []
            wrong += list(_check_each(journal, games, show))
    except JournalError as error:
        games, wrong = (), [error]
    for damage in wrong:
        yield Finding(name, False, Message("{thing}: {reason}", {"thing": damage.thing, "reason": damage.reason}), mend)
    if not wrong:
        whole = Message("{n} game, no damage found", {"n": len(games)}, "{n} games, no damage found", "n")
        yield Finding(name, True, whole)


def _check_each(
    journal: Journal, games: Sequence[KeptGame], show: Callable[[Message], None]
) -> Iterator[CompanionError]:
    """Yield the error of each game that cannot be read to its end or does not follow the rules."""
    for number, game in enumerate(games, 1):
        show(Message("Checking saved games: {n} of {all}", {"n": number, "all": len(games)}))
        error = follow(journal, game).error
        if error is not None and not isinstance(error.__cause__, UnknownGame):
            yield error


def check_screen(_: Folders) -> Iterator[Finding]:
    """Check whether the app can open a window."""
    mend = "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")):
        found = Message("no display; the command line works without one")
        yield Finding(Message("screen"), False, found, Message("run the app in a desktop session"), False)
    if getattr(sys, "frozen", False):  # a bundle contains OpenGL, but no interpreter to try it with
        yield Finding(Message("graphics (OpenGL)"), True, Message("included in the app's package"), mend)
        return
    kivy = {"KIVY_NO_CONFIG": "1", "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_WINDOW": "sdl2"}
    try:
        tried = subprocess.run(
            [sys.executable, "-c", "from kivy.core.window import Window; print(Window.size)"],
            env={**os.environ, **kivy},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        works = tried.returncode == 0 and tried.stdout.startswith("(")
        found = Message("can open a window") if works else Message("cannot open a window")
    except subprocess.TimeoutExpired:
        works, found = False, Message("no window within a minute; the computer is busy or very slow")
    yield Finding(Message("graphics (OpenGL)"), works, found, mend)


def _check_decks(folders: Folders) -> Iterator[Finding]:
    taught = sorted(path.name for path in folders.decks.iterdir() if path.is_dir()) if folders.decks.is_dir() else []
    others = "".join(f", {name}" for name in taught)
    found = Message("built-in{others}", {"others": others})
    yield Finding(Message("known decks"), True, found)
    if not taught:
        mend = "companion deck enroll FOLDER_OF_SCANS"
        yield Finding(Message("your own deck"), False, Message("none added yet"), mend, False)
