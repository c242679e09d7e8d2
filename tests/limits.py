"""Moves each limit of the rooms that have them by 40 % either way, and says which moves no test of its room notices.

``make limits``, or ``python -m tests.limits [ROOM…]`` from the project's root. What was found is written down in
``out/limits`` at once: run again, it goes on where it was stopped, and after a change of the sources it first asks the
test that noticed before. The quickest tests come first; those that wait for a board in real time are left out.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.changed_limit import CHANGED
from tests.quickest_first import SECONDS

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("rolls", "table", "live")
FACTORS = (0.6, 1.4)
LONGEST = 120
"""Seconds that one test may take: a limit that is moved may make it endless."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A field of a room's ``Limits``."""

    module: str
    limits: str
    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.module.removeprefix('companion.')}:{self.limits}.{self.field}"


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one move; ``by`` names the test that noticed it, if one did, for the sources as they were."""

    by: str | None
    sources: str


def limits(room: str, root: Path = ROOT) -> Iterator[Limit]:
    """Every field of every ``Limits`` of a room."""
    for path in sorted((root / "companion" / room).rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.ClassDef) and node.name == "Limits":
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and line.value is not None:
                        yield Limit(module, node.name, ast.unparse(line.target), ast.unparse(line.value))


class Room:
    """A room's limits, and what is known of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kept = ROOT / "out" / "limits" / f"{name}.json"
        self._sources = _sources(name)
        self._found: dict[str, Found] = {}
        if self._kept.exists():
            kept = json.loads(self._kept.read_text(encoding="utf8"))
            self._found = {move: Found(**found) for move, found in kept.items()}

    def try_all(self) -> Iterator[tuple[Limit, float, str | None]]:
        """Every limit and factor with the test that notices; raises where a test fails as the sources are."""
        wanted = [(limit, factor) for limit in limits(self.name) for factor in FACTORS]
        if any(not self._is_known(f"{limit}*{factor}") for limit, factor in wanted):
            failed = self._failed([f"tests/{self.name}"], None)
            if failed is not None:
                raise RuntimeError(f"{failed} fails with no limit moved")
        for limit, factor in wanted:
            move = f"{limit}*{factor}"
            if not self._is_known(move):
                self._write(move, self._noticed(limit, factor, self._found.get(move)))
            yield limit, factor, self._found[move].by

    def _is_known(self, move: str) -> bool:
        return move in self._found and self._found[move].sources == self._sources

    def _noticed(self, limit: Limit, factor: float, before: Found | None) -> str | None:
        changed = f"{limit.module}:{limit.limits}.{limit.field}*{factor}"
        if before is not None and before.by is not None and "::" in before.by:
            noticed = self._failed([before.by], changed)
            if noticed is not None and "::" in noticed:
                return noticed
        return self._failed([f"tests/{self.name}"], changed)

    def _write(self, move: str, by: str | None) -> None:
        self._found[move] = Found(by, self._sources)
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        kept = {move: {"by": found.by, "sources": found.sources} for move, found in self._found.items()}
        self._kept.write_text(json.dumps(kept, indent=1), encoding="utf8")

    def _failed(self, tests: Sequence[str], changed: str | None) -> str | None:
        """The first of these tests that fails with this limit changed, or what went wrong before any could run."""
        quiet = ["-q", "-x", "--tb=no", "-rfE", "--durations=0", "--durations-min=999", "-p", "no:cacheprovider"]
        ours = ["-p", "tests.changed_limit", "-p", "tests.quickest_first", "-m", "not paced"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), SECONDS: str(self._kept.with_suffix(".seconds.json"))}
        output = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *ours, f"--timeout={LONGEST}", "--hypothesis-seed=0", *tests],
            cwd=ROOT,
            env=environment if changed is None else {**environment, CHANGED: changed},
            capture_output=True,
            text=True,
            check=False,
        )
        if output.returncode == 0:
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output.stdout, re.MULTILINE)
        return failed[1] if failed else (output.stderr.strip().splitlines() or ["pytest itself"])[-1]


def _sources(room: str) -> str:
    """A name for what the companion and this room's tests are made of, as it lies here."""
    sources = hashlib.sha256()
    for folder in ("companion", f"tests/{room}"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".json"):
                sources.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return sources.hexdigest()[:16]


def main(rooms: Sequence[str]) -> int:
    """Tries the limits of these rooms, or of all. Status 1: a move was not noticed; 2: there is no such room."""
    unknown = [room for room in rooms if room not in ROOMS]
    if unknown:
        print(f"No room with limits is called {', '.join(unknown)}: {', '.join(ROOMS)}", file=sys.stderr)
        return 2
    tried, unnoticed = 0, 0
    for room in rooms or ROOMS:
        for limit, factor, by in Room(room).try_all():
            tried, unnoticed = tried + 1, unnoticed + (by is None)
            print(f"{limit} = {limit.value}, times {factor}: {by or 'NOBODY NOTICES'}", flush=True)
    print(f"{tried} moves of limits, {unnoticed} of them noticed by no test of their room")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
