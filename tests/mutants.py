"""Runs mutmut on a game's rules and its scoring and says how many of the mutants the tests kill.

``make mutants``, or ``python -m tests.mutants [GAME…]`` from the project's root: many minutes a game; without one, all
that ``pyproject.toml`` names files of. Exit 1 where less than 85 % of a game's are killed. ``mutmut results`` names the
survivors afterwards, ``mutmut show NAME`` shows one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

WANTED = 0.85
KILLED = ("killed", "timeout")
_RESULT = re.compile(r"^\s*(\S+): (.+)$", re.MULTILINE)


def main(games: Sequence[str]) -> int:
    """Mutates, tests, counts; a game by its folder's name. Status 2: nothing of it is mutated."""
    known = mutated()
    wanted = [game.replace("-", "_") for game in games] or known
    unknown = [game for game in wanted if game not in known]
    if unknown:
        print(f"Nothing of {', '.join(unknown)} is mutated; write one of {', '.join(known)}.", file=sys.stderr)
        return 2
    subprocess.run([sys.executable, "-m", "mutmut", "run", *map(_names, wanted)], check=True)
    run = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"], check=True, capture_output=True, text=True
    ).stdout
    return max(_tell(game, counted(run, game)) for game in wanted)


def mutated() -> list[str]:
    """The games of which files are mutated, by their folders."""
    settings = tomllib.loads(Path("pyproject.toml").read_text("utf8"))["tool"]["mutmut"]
    return sorted({Path(file).parts[2] for file in settings["only_mutate"]})


def counted(results: str, game: str) -> Counter[str]:
    """How many mutants of a game came to what, from what ``mutmut results --all true`` prints."""
    ours = _names(game).removesuffix("*")
    return Counter(what for name, what in _RESULT.findall(results) if name.startswith(ours))


def _names(game: str) -> str:
    return f"companion.games.{game}.*"


def _tell(game: str, found: Counter[str]) -> int:
    """Says it, and gives the exit status."""
    killed, every = sum(found[one] for one in KILLED), found.total()
    share = killed / every if every else 0.0
    print(f"{game}: {killed} of {every} mutants killed: {100 * share:.1f} % (wanted: {100 * WANTED:.0f} %)")
    if "RECORD" in os.environ:
        from tests.bench.record import Measured
        from tests.figures import record

        record({f"{game.removeprefix('sorcerous_')}-mutants": Measured.share(killed, every)})
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
