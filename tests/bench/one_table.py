"""The figures of tables that are described once: taps, code lines by game, and pages beside another version's."""

import io
import json
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.web.pages.host import Viewer
from tests.bench import page_updates
from tests.bench.figures import AsJson, Figure, Measured, Record, report
from tests.code_figures import ROOT, code_lines
from tests.games.chance import chance_game
from tests.web.pages.table_host import Device, TableHost
from tests.web.pages.usual_turns import (
    at_phase,
    bid_three_more,
    first_auction,
    first_roll,
    magnate_turn,
    place_tokens,
    sell_to_another,
    start_game,
)

TURNS, ROUNDS = 40, 5
"""Turns of Magnate of which the median counts; how often both versions are measured in turn."""
KINDS = ("magnate standard", "sorcerous-futures", "magistratvm")
FRONT_ENDS = ("web", "cli")
TOY = ROOT / "tests" / "toy" / "magpies"


def bench_table(
    since: Annotated[str | None, typer.Option(help="Compare pages with those of this commit.")] = None,
    record: Record = False,
    as_json: AsJson = False,
) -> int:
    """Count the taps of usual turns and the code lines of each game, and compare pages with an earlier version's."""
    return report("table", _figures(since), as_json, record)


def _figures(since: str | None) -> Iterator[Figure]:
    yield _at_most("a turn of Magnate", 5, "table-taps-magnate", _magnate_taps(), "taps")
    for name, most, id, kind, phase, play in (
        ("an open bid that is typed", 2, "table-taps-bid", "sorcerous-futures", "open", bid_three_more),
        ("tokens in a Province", 4, "table-taps-tokens", "magistratvm", "action", place_tokens),
        ("a sale to another player", 4, "table-taps-sale", "sorcerous-futures", "open", sell_to_another),
    ):  # fmt: skip
        host, device = at_phase(kind, phase, least=9)
        play(host, device)
        yield _at_most(name, most, id, device.taps, "taps")
    for name, most, id, begin in (
        ("from the names to the first auction", 8, "table-taps-first-auction", first_auction),
        ("from the names to the first roll of Magistratvm", 10, "table-taps-first-roll", first_roll),
    ):
        yield _at_most(name, most, id, begin(), "taps")
    for game, most in (("magnate", 500), ("sorcerous_futures", 150), ("magistratvm", 150)):
        yield _at_most(f"{game} in pages and terminal", most, f"table-lines-{game}", _lines_of(game), "code lines")
    for game, most in (("magnate", 1400), ("sorcerous_futures", 300), ("magistratvm", 300)):
        yield _at_most(f"{game} in the tablet app", most, f"app-lines-{game}", _lines_in_app(game), "code lines")
    yield _at_most("a toy game with a drawn table", 250, "table-lines-toy", _sum(TOY.rglob("*.py")), "code lines")
    if since is not None:
        yield from _pages(since)


def _at_most(name: str, most: float, id: str, value: float, unit: str) -> Figure:
    return Figure(name, f"at most {most} {unit}", {unit: value}, value <= most, {id: Measured(value)})


def _magnate_taps() -> float:
    """Return the median of the taps of a turn."""
    host, chance, taps = TableHost(), random.Random(5), list[int]()
    start_game(host, "magnate", "standard")
    devices = [Device(host, Viewer(seat)) for seat in range(2)]
    while not host.playing.state.over and len(taps) < TURNS:
        seat = host.playing.state.player
        taps.append(magnate_turn(host, devices[seat], seat, chance))
    return statistics.median(taps)


def _lines_of(game: str) -> int:
    """Return the code lines of what only one game has in the front ends."""
    return sum(_sum((ROOT / "companion" / room).rglob(f"*{game}*/**/*.py")) for room in FRONT_ENDS)


def _lines_in_app(game: str) -> int:
    """Return the code lines of what only one game has in the tablet app, those in Kivy's language included."""
    folder = ROOT / "companion" / "app" / game
    rules = (line.strip() for path in folder.rglob("*.kv") for line in path.read_text("utf8").splitlines())
    return _sum(folder.rglob("*.py")) + sum(bool(line) and not line.startswith("#") for line in rules)


def _sum(paths: Iterator[Path]) -> int:
    return sum(map(code_lines, paths))


def _pages(since: str) -> Iterator[Figure]:
    """Yield how long a page takes after a move, and its bytes, as shares of an earlier version's, game by game."""
    with unpacked(since) as before:
        for kind in KINDS:
            yield from _compare(kind, before, since)


@contextmanager
def unpacked(commit: str) -> Iterator[Path]:
    """Yield a folder with the program and the tests of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", commit, "companion", "tests"], cwd=ROOT, capture_output=True, check=True
        )
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def _compare(kind: str, before: Path, since: str) -> Iterator[Figure]:
    game = chance_game(kind, 3)
    played = {
        "game": game.rules.name,
        "names": game.kept.players,
        "options": game.kept.options,
        "setup": game.kept.setup,
        "moves": [game.rules.move_to_json(move) for move in game.moves],
    }
    each = [(_measure(before, played), _measure(ROOT, played)) for _ in range(ROUNDS)]
    for what, most, unit in (("time", 1.0, "ms"), ("bytes", 1.0, "bytes")):
        then, now = (statistics.median(run[side][unit] for run in each) for side in (0, 1))
        name, id = f"{game.rules.name}: {what} of a page after a move", f"table-page-{what}-{game.rules.name}"
        measured = {"before": round(then, 2), "now": round(now, 2), "share": round(now / then, 2)}
        wanted = f"no more than at {since[:8]}"
        yield Figure(name, wanted, measured, now <= most * then, {id: Measured(round(now / then, 2), len(game.moves))})


def _measure(root: Path, played: Any) -> dict[str, float]:
    program: Sequence[str] = (sys.executable, str(Path(page_updates.__file__)))
    run = subprocess.run(program, cwd=root, input=json.dumps(played), capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(run.stdout)
    return measured
