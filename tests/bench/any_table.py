"""``python -m tests.bench follow``: staged games of Sorcerous Futures followed, and staged tables checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.bench.checked_tables import check_table
from tests.bench.figures import Figure, Record, report
from tests.bench.followed_futures import follow_game
from tests.bench.kept import kept
from tests.bench.record import Measured

FIRST_GAME, FIRST_TABLE = 81_000, 82_000
"""First seeds of games and tables on which no limit was chosen."""
MIN_RIGHT = 0.97
"""Minimum share of changes that are proposed right without a question."""


def follow(
    games: Annotated[int, typer.Option(min=0, help="Staged games of Sorcerous Futures to follow.")] = 10,
    tables: Annotated[int, typer.Option(min=0, help="Staged tables with changed cards to check.")] = 200,
    auctions: Annotated[int, typer.Option(min=1, help="Auctions in each game; from 20 on, the end too.")] = 20,
    folder: Annotated[Path, typer.Option(help="Where results are kept, to go on later.")] = Path("out/follow"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recorded: Record = False,
) -> int:
    """Follow staged games of Sorcerous Futures, and check staged tables. Exit 1 if a figure is missed."""
    return report("follow", _figures(games, tables, auctions, folder), as_json, recorded)


def _figures(games: int, tables: int, auctions: int, folder: Path) -> Iterator[Figure]:
    if games:
        seeds = range(FIRST_GAME, FIRST_GAME + games)
        results = {seed: folder / f"futures-{seed}-{auctions}.json" for seed in seeds}
        yield from game_figures([kept(path, partial(follow_game, seed, auctions)) for seed, path in results.items()])
    if tables:
        results = {seed: folder / f"checked-{seed}.json" for seed in range(FIRST_TABLE, FIRST_TABLE + tables)}
        yield table_figure([kept(path, partial(check_table, seed)) for seed, path in results.items()])


def game_figures(played: list[dict[str, Any]]) -> Iterator[Figure]:
    """Yield the figures of followed games."""
    changes: Counter[str] = Counter()
    for game in played:
        changes.update(game["changes"])
    made, wrong = sum(changes.values()), sum(game["wrong"] for game in played)
    size = {"games": len(played), "minutes": round(sum(game["stage_s"] for game in played) / 60, 1)}
    sums = {name: sum(game[name] for game in played) for name in ("questions", "disagreements")}
    yield Figure(
        "changes of staged games of Sorcerous Futures",
        "97 % proposed right without a question, none wrong",
        {**size, "changes": made, **changes, "wrong": wrong, **sums},
        changes["right"] >= MIN_RIGHT * made and not wrong,
        {"futures-changes": Measured.share(changes["right"], made), "futures-wrong": Measured(wrong, made)},
    )
    whole = [game for game in played if game["whole"]]
    right = sum(game["scored_right"] for game in whole)
    yield Figure(
        "scores of staged games of Sorcerous Futures",
        "all right",
        {"games": len(whole), "right": right},
        right == len(whole),
        {"futures-scores": Measured.share(right, len(whole))} if whole else {},
    )


def table_figure(checked: list[dict[str, Any]]) -> Figure:
    """Return the figure of checked tables.

    A card that is rightly listed as out of view under another is no invented difference, but counted.
    """
    missed = [set(one["changed"]) - set(one["listed"]) for one in checked]
    beyond = [set(one["listed"]) - set(one["changed"]) for one in checked]
    covered = [found & set(one.get("covered", ())) for one, found in zip(checked, beyond, strict=True)]
    invented = [found - hidden for found, hidden in zip(beyond, covered, strict=True)]
    right = sum(not lost and not found for lost, found in zip(missed, invented, strict=True))
    measured = {"tables": len(checked), "right": right}
    measured |= {"missed": sum(map(len, missed)), "invented": sum(map(len, invented))}
    measured["unmoved, listed as covered"] = sum(map(len, covered))
    measured["questions"] = sum(one["questions"] for one in checked)
    return Figure(
        "staged tables with changed cards, checked",
        "all differences listed, none invented",
        measured,
        right == len(checked),
        {"check-tables": Measured.share(right, len(checked))},
    )
