"""A random game of each kind, move by move, for tests of what any game has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.journal import KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import Step
from companion.journal.entries import Entry
from tests.games.magistratvm.random_game import READINGS, record
from tests.games.random_play import RandomGame
from tests.games.sorcerous_futures.random_table import play, random_table
from tests.games.sorcerous_futures.reference_moves import move as move_of

NAMES = ("Ann", "Ben", "Cleo", "Dan")
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
MAGNATE_PRESETS = ("standard", "courts", "mega", "three-players", "solo")
KINDS = (*(f"magnate {name}" for name in MAGNATE_PRESETS), "sorcerous-futures", "magistratvm")


@dataclass(frozen=True)
class ChanceGame:
    """How a random game begins, and its moves."""

    rules: AnyGame
    kept: KeptGame
    moves: tuple[Any, ...]

    def courses(self) -> Iterator[tuple[Course[Any, Any], Any]]:
        """Each move with the course before it."""
        course: Course[Any, Any] = Course.of(self.rules, self.kept)
        for seq, move in enumerate(self.moves, 1):
            yield course, move
            entry = Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "touch", {})
            before = course.state
            step = Step(entry, move, before, self.rules.apply(before, move))
            course = replace(course, seq=seq, done=(step,))


def chance_game(kind: str, seed: int) -> ChanceGame:
    """A whole random game of a kind of :data:`KINDS`, or of Magistratvm with ``readings`` that the seed chooses."""
    name, _, variant = kind.partition(" ")
    rules = rules_of(name)
    if name == MAGNATE.name:
        game = RandomGame(preset(variant), seed).whole()
        options, setup = MAGNATE.options_to_json(game.options), MAGNATE.setup_to_json(game.setup)
        moves: tuple[Any, ...] = tuple(game.moves)
        seats = game.options.players
    elif name == SORCEROUS_FUTURES.name:
        table, dice = random_table(seed)
        options = {
            "preset": "three-players" if table.seats == 3 else "four-players",
            "opens_at_least": table.at_least,
            "pawns_ten_in_ties": table.pawns_tie_as_ten,
        }
        setup, seats = {"aces": [list(own) for own in table.aces]}, table.seats
        moves = tuple(move_of(event) for event, _ in play(table, dice))
    else:
        chosen = {reading: bool(seed >> place & 2) for place, reading in enumerate(READINGS)}
        document, _ = record(3 + seed % 2, seed, **(chosen if variant else {}))
        options, setup, seats = document["options"], document["setup"], len(document["players"])
        moves = tuple(rules.move_from_json(one, "") for one in document["moves"])
    return ChanceGame(rules, KeptGame("g", name, "Chance", NAMES[:seats], options, setup, NOON), moves)
