"""Magpies: a made-up game with cards and dice, which a camera follows; known to the tests alone.

A turn is a throw of three d6, then a card that the player lays at the end of the one row. Whoever lays it has the sum
of the dice in points. The game ends after as many cards as the options say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.games.board import verbatim
from companion.games.documents import Fields, read_integer, read_text, text_reader
from companion.games.errors import IllegalMove, StaleFact
from companion.games.field_types import D6, Seat
from companion.games.json_codec import Kinds, Readers, Writers
from companion.games.protocol import Game, Waiting
from companion.games.view import Layout, Region, Spot, View, cards
from companion.locale import Message, Wording
from companion.pieces import Card, DieKind, Wish, cast_of, shown


@dataclass(frozen=True, slots=True)
class Options:
    """How many cards are laid."""

    preset: str = "usual"
    cards: int = 4


@dataclass(frozen=True, slots=True)
class Setup:
    """The card that lies there first."""

    first: Card


@dataclass(frozen=True, slots=True)
class Throw:
    """Three d6."""

    player: Seat
    dice: tuple[D6, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid at the end of the row."""

    player: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Correct:
    """The row as it lies."""

    was: tuple[Card, ...]
    now: tuple[Card, ...]


Move = Throw | Lay | Correct


@dataclass(frozen=True, slots=True)
class State:
    """One moment."""

    options: Options
    row: tuple[Card, ...]
    points: tuple[int, ...] = (0, 0)
    dice: tuple[int, ...] = ()
    laid: int = 0

    @property
    def over(self) -> bool:
        return self.laid >= self.options.cards

    @property
    def player(self) -> int:
        return self.laid % 2

    @property
    def phase(self) -> str:
        return "over" if self.over else "lay" if self.dice else "throw"


def apply(state: State, move: Move) -> State:
    match move:
        case Throw(player, dice):
            if state.phase != "throw" or player != state.player or len(dice) != 3:
                raise IllegalMove("P1", Message("the current player throws three d6"))
            return replace(state, dice=dice)
        case Lay(player, card):
            if state.phase != "lay" or player != state.player:
                raise IllegalMove("P2", Message("the current player lays a card once the dice are thrown"))
            if card in state.row:
                raise IllegalMove("P2", Message("{card} lies there already", {"card": card}))
            points = tuple(n + sum(state.dice) * (seat == player) for seat, n in enumerate(state.points))
            return replace(state, row=(*state.row, card), points=points, dice=(), laid=state.laid + 1)
        case Correct(was, now):
            if was != state.row:
                raise StaleFact("P3", Message("the row is another meanwhile"), Message("read it again"), state.row)
            return replace(state, row=now)


def _describe(_before: State, move: Move, _after: State, names: Sequence[str]) -> Message:
    match move:
        case Throw(player, dice):
            values: Wording = {"name": names[player], "dice": " ".join(map(str, dice))}
            return Message("{name} throws {dice}", values)
        case Lay(player, card):
            return Message("{name} lays {card}", {"name": names[player], "card": card})
        case Correct(_, now):
            return Message("the row is {cards}", {"cards": " ".join(map(str, now))})


def _waiting(state: State) -> tuple[Waiting[Move], ...]:
    texts = {"throw": "throw three d6", "lay": "lay a card"}
    return () if state.over else (Waiting(state.player, state.phase, Message(texts[state.phase])),)


def _table(state: State, names: Sequence[str]) -> View:
    row = tuple(Spot(f"row-{place}", verbatim(place + 1), cards((card,))) for place, card in enumerate(state.row))
    points = (Spot(f"points-{seat}", verbatim("points"), number=n, seat=seat) for seat, n in enumerate(state.points))
    seats = (Region(verbatim("points"), Layout.PURSE, (spot,), seat) for seat, spot in enumerate(points))
    return View(tuple(names), (Region(verbatim("row"), Layout.ROW, row), *seats), state.player)


def _options(document: object, place: str) -> Options:
    found = Fields(document, place)
    preset, cards = found.take_or("preset", read_text, "usual"), found.take_or("cards", read_integer, 4)
    found.done()
    return Options(preset, cards)


_KINDS: Kinds = {"throw": Throw, "lay": Lay, "correct": Correct}
_READ, _WRITE = Readers({Card: text_reader(Card.parse)}), Writers({Card: str}, _KINDS)


def _score(state: State, _names: Sequence[str]) -> dict[str, Any]:
    best = max(state.points)
    return {"points": list(state.points), "winner": None if state.points.count(best) > 1 else state.points.index(best)}


MAGPIES: Game[Options, Setup, State, Move] = Game(
    name="magpies",
    title=Message("Magpies"),
    presets=("usual",),
    options_from_json=_options,
    options_to_json=asdict,
    setup_from_json=_READ.of(Setup),
    setup_to_json=_WRITE,
    start=lambda options, setup: State(options, (setup.first,)),
    apply=apply,
    move_from_json=_READ.tagged(_KINDS),
    move_to_json=_WRITE,
    state_to_json=lambda state: {
        "row": [str(card) for card in state.row],
        "points": list(state.points),
        "phase": state.phase,
    },
    score_to_json=_score,
    describe=_describe,
    waiting_for=_waiting,
    table=_table,
    over=lambda state: state.over,
    seats=lambda _options: 2,
    turn=lambda state: state.laid + 1,
    at_turn=lambda state: state.player,
    phase=lambda state: state.phase,
    cast=lambda state, move: (
        (f"throw {state.laid}", cast_of(DieKind.D6, move.dice)) if isinstance(move, Throw) else None
    ),
    wish=lambda state: Wish((DieKind.D6,) * 3) if state.phase == "throw" else None,
    roll=lambda state, cast: Throw(state.player, shown(cast, DieKind.D6)),
)
