"""The second tier: what takes too long for ``make test``, in parts of under an hour each.

``make prove PART…``, or ``python -m tests.prove PART…`` from the project's root; without a part it lists them.
What passed is written down in ``out/prove`` and is not run again while the tree is the same. A part of which
everything is skipped proves nothing, and fails. ``ONLY='3.12 and lowest' make prove versions`` proves what pytest's
``-k`` takes of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

PARTS = {
    "android": "python-for-android's graph of what the tablet app needs, its modules there, OpenCV 4.12's answers",
    "benches": "the benches that measure the project's figures, and the app's start",
    "browser-edition": "the edition for browsers: whole games in WebKit, 600 folded, 300 kills, its speed",
    "browsers": "whole games in real browsers by touch, axe-core on every page, a TV, a phone that sleeps",
    "bundle": "one folder with everything, built by PyInstaller, here and in a Debian without Python; Windows' part",
    "camera-game": "a whole game by touch before a camera that sees its film, from new to end, and a turn's taps",
    "club": "two writers at a club's server through cuts and restarts, and twenty tables at once",
    "colours": "every text of every screen and sheet over its ground, in every theme, as everybody sees it",
    "corruptions": "600 journals and logs corrupted by chance, and 20,000 records, and every silent loss counted",
    "corrections": "2,000 accepted corrections of each preset of each game, each finished at random and scored",
    "documentation": "the documentation's site, every command in it that Linux can run, and what a wheel carries of it",
    "evening": "eight hours at one tablet: three games by touch, cameras, roller, languages, and what memory does",
    "examples": "every property of the first tier with 100 times as many examples: 2,000 whole games of each preset",
    "faults": "every call of the store failing in ten commands, for want of a disk and of room",
    "faults-app": "the same, and for want of memory, of the store while the app is played",
    "faults-memory": "no memory wherever the store asks for some, in ten commands",
    "fuzz": "every bit of a record flipped, and inputs by the million at every door",
    "futures": "1,000 random games of Sorcerous Futures for 3 and for 4, 500 beside a second reading, 4 by touch",
    "hostile": "100,000 requests at a page that no page of ours makes, slow ones between them",
    "install": "the wheel and the source archive by pip and pipx on every Python here, to the first scored photo",
    "magistratvm": "500 random games of Magistratvm beside a second reading of its rules, 2,000 more to their end",
    "monkey": "5,000 random taps in each of three sizes, over every screen and sheet, with proposals between them",
    "monkey-large": "the same in two sizes that take longer to draw",
    "person-edition": "a person with a phone plays the edition for browsers over plain HTTP: whole games, all readings",
    "person-tablet": "a person at the tablet: first evening, whole games of each kind, a photo, in four windows",
    "person-web": "people with phones and tablets play the pages of a computer: whole games, all readings, a rematch",
    "phone-camera": "a phone as the camera in a real browser: pictures a second, and fifty cuts",
    "pictures": "every view of the app the same after others as when new, and the screens as the kept pictures",
    "power": "the power cut at every write of an evening; 1,000 writers, 300 games and 300 restores killed; signals",
    "readings": "what takes long to read: dice in doubt, others' photographs, tables aslant, damaged pictures",
    "referee": "30 tables of each game of the test player's referee beside the rules, state for state",
    "renders": "rendered scenes and films: the same from the same seed, written by their commands, their dice as told",
    "roller": "every order of what roller, line and tablet can do, power cuts of its memory, 100 million damaged bytes",
    "screens": "every screen and sheet in every pair of window, density, language, theme and letters, with pictures",
    "slim": "pictures read with opencv-python-headless in opencv-python's place",
    "tablet-games": "a game of each kind of Magnate by touch alone, from new to end",
    "watchers": "a game kept before 200 who watch it: when they see it, and what it does to the touch",
    "training": "the pictures, prints and films that networks are trained on, and the export of the networks",
    "typed": "500 random games of each kind printed and read back as typed moves; a whole one typed at a prompt",
    "versions": "the tests with the lowest declared and with the newest packages, on every Python that is here",
    "web": "the site of companion web: 200 cuts of its network, how soon a tap is shown, sizes, photos, a camera",
    "workflows": "every Linux step of the workflows as it is written, up to what only the platform can do",
    "wheel": "what the README names, run from the installed wheel",
}
"""What ``@pytest.mark.prove(…)`` may name. No part is called like another goal of the Makefile."""

FOLDERS = {"bench": "benches", "fuzz": "fuzz", "training": "training"}
"""The folders of ``tests`` whose tests are in a part as a whole, but for those that are marked for another."""

ROOT = Path(__file__).resolve().parents[1]
HOUR = 3600


def main(parts: Sequence[str]) -> int:
    """Proves one part after the other. Status 2: there is no such part."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print(f"There is no part called {', '.join(unknown)}. The parts:", file=sys.stderr)
    if unknown or not parts:
        for name, proven in PARTS.items():
            print(f"prove {name}\t{proven}")
        return 2 if unknown else 0
    return max(_prove(part) for part in parts)


def _prove(part: str) -> int:
    print(f"{part}: {PARTS[part]}", flush=True)
    command = [sys.executable, "-m", "pytest", "--prove", part, f"--session-timeout={HOUR}"]
    if only := os.environ.get("ONLY"):
        command += ["-k", only]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


class Proven:
    """A plugin of pytest: leaves out what passed before, and writes down at once what passes now."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._tree = tree()
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        self._kept = ROOT / "out" / "prove" / f"{part}-{version}-{self._tree}.txt" if self._tree else None
        self._before = set(self._kept.read_text("utf8").splitlines()) if self._kept and self._kept.exists() else set()
        self._left_out = 0
        self._called: set[str] = set()
        self._passed = 0

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        done = [item for item in items if item.nodeid in self._before]
        self._left_out = len(done)
        config.hook.pytest_deselected(items=done)
        items[:] = [item for item in items if item.nodeid not in self._before]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.outcome == "passed":
            self._called.add(report.nodeid)
        if report.when == "teardown" and report.outcome == "passed" and report.nodeid in self._called:
            self._passed += 1
            self._keep(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        nothing_to_run = exitstatus == 5 and not session.items
        if exitstatus in (0, 5):
            session.exitstatus = 0 if self._passed or (nothing_to_run and self._left_out) else 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._tree is None:
            terminalreporter.write_line("This is no git checkout: what passed is not remembered.")
        if self._left_out:
            terminalreporter.write_line(f"{self._part}: {self._left_out} passed before, for this very tree")
        if not self._passed and not self._left_out:
            terminalreporter.write_line(f"{self._part} proves nothing: no test of it passed here", red=True)

    def _keep(self, nodeid: str) -> None:
        if self._kept is not None:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            with self._kept.open("a", encoding="utf8") as file:
                file.write(f"{nodeid}\n")


def tree() -> str | None:
    """Git's name for the files as they lie here now, tracked or not (what it ignores does not count); None without."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        written = ""
        for command in (["git", "add", "--all"], ["git", "write-tree"]):
            try:
                done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            except FileNotFoundError:
                return None
            if done.returncode:
                return None
            written = done.stdout.strip()
    return written


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
