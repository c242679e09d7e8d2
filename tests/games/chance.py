"""Random games of each kind, move by move, and answers to a decision's fields in the order they are asked."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Amount, Cards, Die, Field, Payment, Pick, Place
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
from tests.games.sorcerous_futures.reference_moves import move as move_of
from tests.games.sorcerous_futures.reference_moves import play, random_table


def answered(decision: Decision[Any], *answers: Any) -> Decision[Any]:
    """The decision with its next fields answered; a choice by its number."""
    for answer in answers:
        field = decision.missing
        assert field is not None, f"{decision} asks nothing more"
        value = field.offered[answer] if isinstance(field, Pick | Place) else answer
        decision = decision.answer(field.name, value)
    return decision


def possible(field: Field) -> tuple[Any, ...]:
    """The values of a field; of a number its bounds, of several cards the least and the most."""
    match field:
        case Pick() | Place():
            return tuple(field.offered)
        case Amount():
            return tuple(dict.fromkeys((field.least, field.most)))
        case Cards() if field.single:
            return tuple((card,) for card in field.offered)
        case Cards():
            return field.offered[: field.least], field.offered[-field.most :]
        case Die():
            return tuple(range(1, len(field.faces) + 1))
        case Payment():
            return (field.proposed,)
    raise AssertionError(field)


def filled_in(decision: Decision[Any], dice: random.Random) -> Decision[Any]:
    """The decision with every missing field answered at random."""
    while (field := decision.missing) is not None:
        value = dice.choice(possible(field))
        if isinstance(field, Amount) and dice.random() < 0.5:
            value = dice.randint(field.least, min(field.most, field.least + 20))
        decision = decision.answer(field.name, value)
    return decision


def every_move(decision: Decision[Any]) -> Iterator[Any]:
    """Whatever a decision can make, of a number by its bounds."""
    field = decision.missing
    if field is None:
        yield decision.move()
        return
    for value in possible(field):
        yield from every_move(decision.answer(field.name, value))


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
