"""``python -m tests.bench start`` and ``scale``: start time of commands, and what they cost with many games."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import sqlalchemy as sa
import typer

from companion.cli.output import print_to_stderr
from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, Journal, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.summaries import summarise
from companion.journal.records.record import read_record
from companion.journal.store import tables
from companion.journal.store.game_rows import new_rows
from tests.bench.figures import AsJson, Figure, Measured, Record, report
from tests.bench.measured_process import COMPANION, run_program
from tests.play.kept_play import in_file

HELP_MS, REPLAY_MS, DOCTOR_MS = 250, 700, 3000
"""Maximum median of the start times in milliseconds."""


def bench_start(
    repeat: Annotated[int, typer.Option(min=1, help="How often each is started.")] = 15,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Start commands in fresh processes, in turn with Python alone. Exit 1 if a figure is missed."""
    return report("start", _figures(repeat), as_json, recorded)


def _figures(repeat: int) -> Iterator[Figure]:
    game = str(resources.files("companion.demo") / "game.json")
    with tempfile.TemporaryDirectory() as bytecode, tempfile.TemporaryDirectory() as data:
        commands = {
            "companion --help": (["--help"], HELP_MS, "start-help"),
            "replay of the bundled game": (["replay", game], REPLAY_MS, "start-replay"),
            "doctor of an empty data folder": (["--data", data, "doctor"], DOCTOR_MS, "start-doctor"),
        }
        for name, (arguments, wanted, figure_id) in commands.items():
            run_program(bytecode, COMPANION, *arguments)  # compiles
            turns = [
                (run_program(bytecode, "pass"), run_program(bytecode, COMPANION, *arguments)) for _ in range(repeat)
            ]
            alone, whole = (1000 * median(turn[side].whole for turn in turns) for side in (0, 1))
            measured = {
                "median_ms": round(whole),
                "processor_ms": round(1000 * median(turn[1].processor for turn in turns)),
                "python_alone_ms": round(alone),
                "times_python_alone": round(whole / alone, 1),
            }
            recorded = {figure_id: Measured(round(whole), repeat)}
            yield Figure(name, f"median at most {wanted} ms", measured, whole <= wanted, recorded)


MOVES_OF_MANY = 50
"""Moves of each game in a journal of many games."""
_FIRST_EVENING = datetime(2020, 1, 1, 20, tzinfo=UTC)


def bundled_game() -> tuple[KeptGame, tuple[Entry, ...]]:
    """Return the bundled game with all its entries."""
    written = (resources.files("companion.demo") / "game.json").read_bytes()
    return read_record(written, "game", now=lambda: datetime.now(UTC), new_id=lambda: "bench")


def fill_journal(url: str, games: int) -> None:
    """Store so many copies of the first moves of the bundled game, one evening after another."""
    kept, entries = bundled_game()
    entries = entries[:MOVES_OF_MANY]
    summary = summarise(Course.of(MAGNATE, kept, entries))
    Journal.open(url).close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:  # one transaction: ten thousand would wait for the disk for minutes
        for number in range(games):
            id_ = f"{number:012x}"
            begun = _FIRST_EVENING + timedelta(days=number % 2000, minutes=number // 2000)
            game = replace(kept, id=id_, name=f"Game {number}", created=begun)
            rows = new_rows(game, [replace(one, game=id_) for one in entries], summary)
            connection.execute(sa.insert(tables.games), rows[0])
            connection.execute(sa.insert(tables.entries), rows[1:])
    engine.dispose()


MANY = (10, 100, 1_000, 10_000)
"""Numbers of games in a journal."""
LIST_TIMES = 1.5
"""Maximum of what the largest size may take, as a multiple of the smallest."""
_PATIENCE = 12.0
"""Seconds of processor time after which a command is not repeated."""
Costs = dict[int, float]
"""Milliseconds of processor time by size."""


def bench_scale(
    games: Annotated[list[int] | None, typer.Option(help="Numbers of games; may be given several times.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="How often each time is taken.")] = 7,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Measure the processor time of commands by number of games. Exit 1 if a figure is missed."""
    return report("scale", _many_games(games or MANY, repeat), as_json, recorded, load=round(os.getloadavg()[0], 1))


def _many_games(sizes: tuple[int, ...] | list[int], repeat: int) -> Iterator[Figure]:
    costs: dict[str, Costs] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fill_journal(in_file(folder), size)
            actions: dict[str, Callable[[], float]] = {
                "games": lambda folder=folder: _command(folder, "games"),  # type: ignore[misc]
                "history": lambda folder=folder: _command(folder, "club", "history", "players"),  # type: ignore[misc]
                "show": lambda folder=folder: _command(folder, "show", "Game 1"),  # type: ignore[misc]
                "backup": lambda folder=folder: _command(folder, "backup", str(folder / "copy.db"), "--overwrite"),  # type: ignore[misc]
                "first screen": lambda folder=folder: _timed(lambda: _first_screen(folder)),  # type: ignore[misc]
                "verify": lambda folder=folder: _timed(lambda: _verify(folder)),  # type: ignore[misc]
            }
            for what, act in actions.items():
                costs.setdefault(what, {})[size] = _median(act, repeat)
                print_to_stderr(f"{size} games, {what}: {costs[what][size]} ms")
    yield from _compared(costs, {"games": LIST_TIMES})


def _first_screen(folder: Path) -> None:
    from companion.app.storage.game_store import GameStore
    from companion.folders import Folders

    store = GameStore(Folders(folder))
    store.latest()
    store.close()


def _verify(folder: Path) -> None:
    """Check the journal as ``companion doctor`` does."""
    with Journal.open(in_file(folder)) as journal:
        journal.check()
        for game in journal.games():
            assert journal.readable(game.id)[1] is None


def _compared(costs: Mapping[str, Costs], limits: Mapping[str, float]) -> Iterator[Figure]:
    for what, cost in costs.items():
        small, large = min(cost), max(cost)
        times = round(cost[large] / cost[small], 2)
        limit = limits.get(what)
        measured: dict[str, Any] = {"ms": {str(size): value for size, value in cost.items()}, "times": times}
        wanted = "no target" if limit is None else f"at most {limit:g} times as long"
        figure_id = f"scale-many-{what.replace(' ', '-')}"
        whole = (small, large) == (MANY[0], MANY[-1])
        yield Figure(
            what, wanted, measured, limit is None or times <= limit, {figure_id: Measured(times)} if whole else {}
        )


def _command(folder: Path, *arguments: str) -> float:
    """Run one command in a process of its own and return its seconds of processor time."""
    return run_program(folder.parent / "bench-bytecode", COMPANION, "--data", str(folder), *arguments).processor


def _timed(act: Callable[[], object]) -> float:
    """Return the seconds of processor time of one act."""
    begun = time.process_time()
    act()
    return time.process_time() - begun


def _median(act: Callable[[], float], repeat: int) -> float:
    """Return the median in milliseconds after one run that is not counted; what takes long is not repeated."""
    taken: list[float] = []
    first = act()
    if first >= _PATIENCE:
        taken.append(first)
    while len(taken) < repeat and sum(taken) + first < _PATIENCE:
        taken.append(act())
    return round(1000 * statistics.median(taken or [first]), 3)
