"""``python -m tests.bench``: the project's own figures, with the machine named and the seeds fixed."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.main import run
from companion.cli.options import new_id, now
from companion.demo.whole_game import Deal, seeded_game
from companion.folders import Folders
from companion.games.magnate import Setup, State, fold, preset, start
from companion.games.magnate.foresight.forecast import forecast
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move
from companion.journal import Journal, KeptGame
from companion.play import Play, Source
from tests.bench.any_table import follow
from tests.bench.app import bench_app
from tests.bench.cloths import bench_cloths
from tests.bench.figures import AsJson, Figure, Measured, Record, machine, record, report
from tests.bench.killed_writers import kill_writers
from tests.bench.live import live
from tests.bench.one_table import bench_table
from tests.bench.roller import bench_roller
from tests.bench.scale import bench_scale, bench_start
from tests.bench.slow_phone import bench_slow_phone
from tests.bench.taught_dice import bench_dice
from tests.bench.vision import vision

bench = typer.Typer(name="bench", no_args_is_help=True, pretty_exceptions_enable=False)
bench.command("roller")(bench_roller)
bench.command("vision")(vision)
bench.command("live")(live)
bench.command("follow")(follow)
bench.command("app")(bench_app)
bench.command("start")(bench_start)
bench.command("scale")(bench_scale)
bench.command("dice")(bench_dice)
bench.command("cloths")(bench_cloths)
bench.command("table")(bench_table)
bench.command("slow-phone")(bench_slow_phone)


@bench.callback()
def folders(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(help="Read decks and settings from this folder.")] = None,
) -> None:
    """Print the project's own figures on this machine."""
    context.obj = Folders(data) if data is not None else Folders.default(None)


def run_bench(arguments: list[str] | None = None) -> int:
    """Run one command line of the benches and return its exit status."""
    return run(arguments, program=bench, name="python -m tests.bench")


@bench.command("record")
def record_value(
    figure: Annotated[str, typer.Argument(metavar="ID", help="The figure's id in docs/figures.json.")],
    value: Annotated[float, typer.Argument(help="The measured value, in the figure's unit.")],
    count: Annotated[int | None, typer.Option(min=1, help="Number of trials or objects behind it.")] = None,
    bound: Annotated[float | None, typer.Option(help="Upper limit of a fault's share, in percent.")] = None,
) -> int:
    """Write one value that another command measured into docs/figures.json."""
    record({figure: Measured(int(value) if value.is_integer() else value, count, bound)}, machine())
    return 0


_SEED = 9
"""Seed of the demonstration's players, with Courts: a game of exactly 45 turns."""


@bench.command()
def rules(
    kills: Annotated[int, typer.Option(min=1, help="Writers that are killed in the middle of their work.")] = 200,
    repeat: Annotated[int, typer.Option(min=1, help="How often each time is taken.")] = 50,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Measure fold, forecast and journal. Exit 1 if a figure is missed."""
    return report("rules", _figures(kills, repeat), as_json, recorded, seed=_SEED)


def _figures(kills: int, repeat: int) -> Iterator[Figure]:

    setup, game = _game()
    moves, end, middle = [move for move, _ in game], game[-1][1], game[len(game) // 2][1]
    begun = start(end.options, setup)
    size = {"turns": end.turn, "moves": len(moves)}
    folding = _milliseconds(lambda: fold(begun, moves), repeat, time.process_time)
    yield Figure(
        "fold of a 45-turn game",
        "median at most 10 ms of processor time",
        {**size, **folding},
        folding["median_ms"] <= 10,
        {"rules-fold": Measured(folding["median_ms"], len(moves))},
    )
    foreseeing = _milliseconds(lambda: forecast(middle), repeat, time.process_time)
    measured = {"turn": middle.turn, **foreseeing}
    wanted = "median at most 5 ms of processor time"
    yield Figure(
        "forecast of a mid-game state",
        wanted,
        measured,
        foreseeing["median_ms"] <= 5,
        {"rules-forecast": Measured(foreseeing["median_ms"])},
    )
    with tempfile.TemporaryDirectory() as folder:
        yield from _journal(Path(folder), kills, setup, moves, end)


def _journal(folder: Path, kills: int, setup: Setup, moves: list[Move], end: State) -> Iterator[Figure]:

    options, written = MAGNATE.options_to_json(end.options), MAGNATE.setup_to_json(setup)
    with Journal.open(f"sqlite:///{folder / 'kept.db'}") as journal:
        journal.create(KeptGame("bench", "magnate", "bench", ("Ann", "Ben"), options, written, now()))
        play = Play(MAGNATE, journal, "bench", now=now, new_id=new_id)
        for move in moves:
            play.propose(move, source=Source.TOUCH)
        opening = _milliseconds(lambda: Play(MAGNATE, journal, "bench", now=now, new_id=new_id), 10)
        yield Figure("a kept 45-turn game opened again", "no target", opening, play.state == end)
    outcome = kill_writers(folder, kills, seed=_SEED)
    counted = {name: getattr(outcome, name) for name in ("kills", "answered", "lost", "doubled", "cut_short")}
    yield Figure(
        "writers killed (kill -9) while they append",
        "nothing lost or doubled",
        counted,
        outcome.whole,
        {"kills-lost": Measured(outcome.lost + outcome.doubled, outcome.answered)},
    )


def _game() -> tuple[Setup, list[tuple[Move, State]]]:

    options = preset("courts")
    return Deal.from_seed(_SEED, options).setup, list(seeded_game(_SEED, options))


def _milliseconds(
    do: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    taken = []
    for _ in range(times):
        begun = clock()
        do()
        taken.append((clock() - begun) * 1000)
    return {
        "median_ms": round(statistics.median(taken), 2),
        "min_ms": round(min(taken), 2),
        "max_ms": round(max(taken), 2),
    }
