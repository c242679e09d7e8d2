"""``python -m tests.bench live``: staged games, films, a still table, memory over an evening, lost sources."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.bench.figures import Figure, Record, report
from tests.bench.record import Measured
from tests.bench.staged_games import StagedGames

STAGED = "staged games"
FIRST_SEED = 70_000
"""First seed of games on which no network and no limit was chosen."""
STAGED_IDS = {74_000: "stage", 76_000: "stage-more"}
"""How the ids of the staged games' figures begin in ``docs/figures.json``, by their first seed."""
FEW = {"stage-more": {"moves", "rolls"}}
"""Games of which ``docs/figures.json`` has only these figures."""
MIN_UNASKED = 0.95
"""Minimum share of moves that are proposed right without a question."""
MIN_ROLLS_UNASKED = 0.97
"""Minimum share of rolls that are proposed right without a question."""
TEACHING_ROLLS = 6
"""Rolls that teach a new set of dice."""
MIN_TAUGHT_UNASKED = 0.99
"""Minimum share of rolls of taught dice that are proposed right without a question."""
MAX_ROLLS_WRONG = 0.001
"""Maximum share of rolls that are proposed or taken wrong."""
OUTCOMES = ("right", "asked", "disagreed", "advised", "missed")
"""What can become of a move or a roll."""
MAX_PROPOSAL_SECONDS = 0.7
"""Maximum median of the seconds from rest to proposal."""


class Part(Enum):
    """Parts that can be measured on their own."""

    GAMES = "games"
    QUIET = "quiet"
    EVENING = "evening"
    UNPLUGGED = "unplugged"


def live(
    games: Annotated[int, typer.Option(min=0, help="Staged games to follow.")] = 10,
    turns: Annotated[int, typer.Option(min=1, help="Turns in each of them.")] = 30,
    first_seed: Annotated[int, typer.Option(min=0, help="The first game's seed.")] = FIRST_SEED,
    part: Annotated[list[Part] | None, typer.Option(help="Only this; may be given several times.")] = None,
    folder: Annotated[Path, typer.Option(help="Where results of games are kept, to go on later.")] = Path("out/live"),
    films: Annotated[
        list[Path] | None,
        typer.Option(help="Follow this folder's films instead, NAME.mp4 with NAME.json; may be given several times."),
    ] = None,
    taught: Annotated[
        bool, typer.Option("--taught", help="The dice are a new set in use, which confirmed rolls teach.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recorded: Record = False,
) -> int:
    """Follow staged games and count right proposals. Exit 1 if a figure is missed."""
    parts = part or ([] if films else list(Part))
    stage = StagedGames(folder, range(first_seed, first_seed + games), turns, taught)
    return report("live", chain(film_figures(films or (), folder), _figures(parts, stage)), as_json, recorded)


def _figures(parts: Sequence[Part], stage: StagedGames) -> Iterator[Figure]:
    from tests.bench.live_load import MAX_CORE_SHARES, measure_evening, measure_still_table
    from tests.bench.live_reconnection import measure_reconnection

    if Part.GAMES in parts and stage.seeds:
        played = list(stage.measure())
        if stage.taught:
            yield taught_figure(played)
        else:
            yield from game_figures(played, ids=STAGED_IDS.get(stage.seeds[0], ""))
    if Part.QUIET in parts:
        yield from map(measure_still_table, MAX_CORE_SHARES)
    if Part.UNPLUGGED in parts:
        yield measure_reconnection()
    if Part.EVENING in parts:
        yield measure_evening()


def taught_figure(played: Sequence[dict[str, Any]]) -> Figure:
    """Return the figure of the rolls after those that taught a new set of dice."""
    later = Counter(outcome for game in played for outcome in game["roll_outcomes"][TEACHING_ROLLS:])
    wrong = sum(count for game in played for outcome, count in game["rolls"].items() if outcome not in OUTCOMES)
    return Figure(
        f"rolls of {STAGED}, after {TEACHING_ROLLS} taught the dice",
        f"{MIN_TAUGHT_UNASKED:.0%} right unasked, none missed, none wrong",
        {"rolls": later.total(), **later, "wrong or twice": wrong},
        later["right"] >= MIN_TAUGHT_UNASKED * later.total() and not later["missed"] and not wrong,
        {"stage-taught-rolls": Measured.share(later["right"], later.total())} if later else {},
    )


def film_figures(folders: Sequence[Path], kept: Path) -> Iterator[Figure]:
    """Yield the figures of the films in these folders by maker; results are written to ``kept``."""
    from tests.bench.films import find_films, group_by_maker, measure_films

    for maker, films in group_by_maker([film for folder in folders for film in find_films(folder)]).items():
        yield from game_figures(list(measure_films(films, kept)), f"films made elsewhere ({maker})", "film")


def game_figures(played: Sequence[dict[str, Any]], group: str = STAGED, ids: str = "") -> Iterator[Figure]:
    """Yield the figures of several games.

    Args:
        played: results of games, as :meth:`~tests.bench.staged_games.StagedGames.measure` yields them.
        group: how the figures name these games.
        ids: how the ids of these figures begin in ``docs/figures.json``; empty if it has none of these games.

    Yields:
        The figures.
    """
    size = {"games": len(played), "minutes": round(sum(game["stage_s"] for game in played) / 60, 1)}
    moves, rolls = _total(played, "moves"), _total(played, "rolls")
    yield _move_figure(moves, size, sum(game["payments_asked"] for game in played), group, ids)
    yield _roll_figure(rolls, group, ids)
    disturbances = _total(played, "disturbances")
    measured_values = {
        "disturbances": dict(disturbances),
        **{
            name: sum(game[name] for game in played)
            for name in ("proposed_while_disturbed", "mistakes_noticed", "disagreements_about_nothing")
        },
    }
    wanted = "a hand over the table, cards straightened, light switched: no proposal"
    proposed = measured_values["proposed_while_disturbed"]
    values = _values(ids, disturbed=Measured(proposed, sum(disturbances.values())))
    if mistakes := disturbances["mistake"]:
        values |= _values(ids, mistakes=Measured(measured_values["mistakes_noticed"], mistakes))
    yield Figure(f"disturbances in {group}", wanted, measured_values, not proposed, values)
    waited = [(film, reading) for game in played for film, reading in game["seconds"]]
    if waited:
        yield _waiting_figure(waited, group, ids)
    frames = sum(game["frames"] for game in played)
    spent = sum(game["processor_s"] for game in played)
    cost = {"frames": frames, "processor_ms_a_frame": round(1000 * spent / frames, 1)}
    values = _values(ids, frame=Measured(cost["processor_ms_a_frame"]))
    yield Figure(f"following {group}", "no target", cost, True, values)


def _values(ids: str, **values: Measured) -> dict[str, Measured]:
    """Return values by their ids in ``docs/figures.json``; nothing if it has no figure of these games."""
    kept = FEW.get(ids, values.keys()) if ids else ()
    return {f"{ids}-{name.replace('_', '-')}": value for name, value in values.items() if name in kept}


def _move_figure(moves: Counter[str], size: dict[str, Any], payments: int, group: str, ids: str) -> Figure:
    made = sum(moves[word] for word in OUTCOMES)
    measured_values = {**size, "moves": made, **moves, "payments_asked": payments}
    reached = moves["right"] >= MIN_UNASKED * made and not moves["missed"] and not moves["wrong taken"]
    wanted = "95 % proposed right unasked, the rest asked or noticed as a disagreement, none wrong taken without a tap"
    values = _values(ids, moves=Measured.share(moves["right"], made), moves_wrong=Measured(moves["wrong taken"], made))
    return Figure(f"moves of {group}", wanted, measured_values, reached, values)


def _waiting_figure(waited: Sequence[tuple[float, float]], group: str, ids: str) -> Figure:
    """Return the figure of waiting times; ``waited`` are seconds of the film and of reading, for each proposal."""
    film, reading = ([pair[place] for pair in waited] for place in (0, 1))
    measured_values: dict[str, Any] = {"proposals": len(waited)}
    for name, seconds in (("", [sum(pair) for pair in waited]), ("film_", film), ("reading_", reading)):
        measured_values[f"{name}median_s"] = round(statistics.median(seconds), 2)
        measured_values[f"{name}95th_s"] = round(sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2)
    wanted = f"median {MAX_PROPOSAL_SECONDS} s, the film's time and the reading's on this machine together"
    return Figure(
        f"from rest to proposal in {group}",
        wanted,
        measured_values,
        measured_values["median_s"] <= MAX_PROPOSAL_SECONDS,
        _values(
            ids,
            wait=Measured(measured_values["median_s"], len(waited)),
            wait_95=Measured(measured_values["95th_s"], len(waited)),
        ),
    )


def _roll_figure(rolls: Counter[str], group: str, ids: str) -> Figure:
    made = sum(rolls[word] for word in OUTCOMES)
    wrong = rolls["wrong proposed"] + rolls["wrong taken"]
    reached = rolls["right"] >= MIN_ROLLS_UNASKED * made and wrong <= MAX_ROLLS_WRONG * made
    wanted = "97 % right unasked, 0.1 % wrong unasked, none twice, none missed without a word"
    reached = reached and not rolls["twice"] and not rolls["missed"]
    values = _values(
        ids,
        rolls=Measured.share(rolls["right"], made),
        rolls_wrong=Measured(wrong, made),
        rolls_missed=Measured(rolls["missed"], made),
        rolls_twice=Measured(rolls["twice"], made),
    )
    return Figure(f"rolls of {group}", wanted, {"rolls": made, **rolls}, reached, values)


def _total(played: Iterable[dict[str, Any]], name: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for game in played:
        total.update(game[name])
    return total
