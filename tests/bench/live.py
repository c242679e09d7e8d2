"""``python -m tests.bench live``: staged games, films, a still table, memory over an evening, lost sources."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.bench.figures import Figure, report
from tests.bench.staged_games import WIDE, StagedGames

STAGED = "staged games"
FIRST_SEED = 70_000
"""Fresh: no network and no limit was chosen on these games."""
UNASKED = 0.95
ROLLS_UNASKED = 0.97
ROLLS_WRONG = 0.001
WORDS = ("right", "asked", "disagreed", "advised", "missed")
"""What can become of a move or a roll that truly happened."""
PROMPT = 0.7
"""Seconds from rest to proposal."""


class Part(Enum):
    """What can be measured by itself."""

    GAMES = "games"
    QUIET = "quiet"
    EVENING = "evening"
    UNPLUGGED = "unplugged"
    TOUCH = "touch"


def live(
    games: Annotated[int, typer.Option(min=0, help="Staged games to follow.")] = 10,
    turns: Annotated[int, typer.Option(min=1, help="Turns in each of them.")] = 30,
    first_seed: Annotated[int, typer.Option(min=0, help="The first game's seed.")] = FIRST_SEED,
    width: Annotated[
        int, typer.Option(min=640, max=3840, help="Pixels across a staged game's picture, 16 wide to 9 high.")
    ] = WIDE,
    part: Annotated[list[Part] | None, typer.Option(help="Only this; may be given several times.")] = None,
    folder: Annotated[Path, typer.Option(help="Where results of games are kept, to go on later.")] = Path("out/live"),
    films: Annotated[
        list[Path] | None,
        typer.Option(help="Follow this folder's films instead, NAME.mp4 with NAME.json; may be given several times."),
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the games' videos there too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Follows staged games and counts what was proposed right. Exit 1 where a figure is missed."""
    parts = part or ([] if films else list(Part))
    stage = StagedGames(folder, range(first_seed, first_seed + games), turns, keep=keep, width=width)
    return report("live", chain(of_films(films or (), folder), _figures(parts, stage)), as_json)


def _figures(parts: Sequence[Part], stage: StagedGames) -> Iterator[Figure]:
    from tests.bench.live_following import SHARES, evening, quiet_table
    from tests.bench.live_sources import unplugged_and_back
    from tests.bench.live_touch import touched_while_reading

    if Part.GAMES in parts and stage.seeds:
        yield from of_games(_with_progress(len(stage.seeds), stage.measured))
    if Part.QUIET in parts:
        yield from map(quiet_table, SHARES)
    if Part.UNPLUGGED in parts:
        yield unplugged_and_back()
    if Part.TOUCH in parts:
        yield touched_while_reading(stage)
    if Part.EVENING in parts:
        yield evening()


def of_films(folders: Sequence[Path], kept: Path) -> Iterator[Figure]:
    """The figures of the films in these folders, each maker's apart; results go to ``kept``."""
    from tests.bench.films import by_maker, films_in, measured

    for maker, films in by_maker([film for folder in folders for film in films_in(folder)]).items():
        played = _with_progress(len(films), partial(measured, films, kept))
        yield from of_games(played, f"films made elsewhere ({maker})")


def _with_progress(
    games: int, measured: Callable[[Callable[[float], None]], Iterator[dict[str, Any]]]
) -> list[dict[str, Any]]:
    from rich.progress import Progress

    from companion.cli.terminal import terminal

    with Progress(console=terminal(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        return list(measured(lambda share: progress.advance(task, share)))


def of_games(played: Sequence[dict[str, Any]], whose: str = STAGED) -> Iterator[Figure]:
    """The figures of several games; each as :meth:`~tests.bench.staged_games.StagedGames.measured` gives it."""
    size = {"games": len(played), "minutes": round(sum(game["stage_s"] for game in played) / 60, 1)}
    moves, rolls = _together(played, "moves"), _together(played, "rolls")
    yield _of_moves(moves, size, sum(game["payments_asked"] for game in played), whose)
    yield _of_rolls(rolls, whose)
    disturbances = _together(played, "disturbances")
    told = {
        "disturbances": dict(disturbances),
        **{
            name: sum(game[name] for game in played)
            for name in ("proposed_while_disturbed", "mistakes_noticed", "disagreements_about_nothing")
        },
    }
    wanted = "a hand over the table, cards straightened, light switched: no proposal"
    yield Figure(f"disturbances in {whose}", wanted, told, not told["proposed_while_disturbed"])
    waited = [(film, reading) for game in played for film, reading in game["seconds"]]
    if waited:
        yield _of_waiting(waited, whose)
    frames = sum(game["frames"] for game in played)
    spent = sum(game["processor_s"] for game in played)
    cost = {"frames": frames, "processor_ms_a_frame": round(1000 * spent / frames, 1)}
    yield Figure(f"following {whose}", "no target", cost, True)


def _of_moves(moves: Counter[str], size: dict[str, Any], payments: int, whose: str) -> Figure:
    made = sum(moves[word] for word in WORDS)
    told = {**size, "moves": made, **moves, "payments_asked": payments}
    reached = moves["right"] >= UNASKED * made and not moves["missed"] and not moves["wrong taken"]
    wanted = "95 % proposed right unasked, the rest asked or noticed as a disagreement, none wrong taken without a tap"
    return Figure(f"moves of {whose}", wanted, told, reached)


def _of_waiting(waited: Sequence[tuple[float, float]], whose: str) -> Figure:
    """``waited``: seconds of the film, and seconds of reading, for each proposal."""
    film, reading = ([pair[place] for pair in waited] for place in (0, 1))
    told: dict[str, Any] = {"proposals": len(waited)}
    for name, seconds in (("", [sum(pair) for pair in waited]), ("film_", film), ("reading_", reading)):
        told[f"{name}median_s"] = round(statistics.median(seconds), 2)
        told[f"{name}95th_s"] = round(sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2)
    wanted = f"median {PROMPT} s, the film's time and the reading's on this machine together"
    return Figure(f"from rest to proposal in {whose}", wanted, told, told["median_s"] <= PROMPT)


def _of_rolls(rolls: Counter[str], whose: str) -> Figure:
    made = sum(rolls[word] for word in WORDS)
    wrong = rolls["wrong proposed"] + rolls["wrong taken"]
    reached = rolls["right"] >= ROLLS_UNASKED * made and wrong <= ROLLS_WRONG * made
    wanted = "97 % right unasked, 0.1 % wrong unasked, none twice, none missed without a word"
    reached = reached and not rolls["twice"] and not rolls["missed"]
    return Figure(f"rolls of {whose}", wanted, {"rolls": made, **rolls}, reached)


def _together(played: Iterable[dict[str, Any]], name: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for game in played:
        total.update(game[name])
    return total
