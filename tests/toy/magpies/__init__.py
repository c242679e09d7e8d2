"""Magpies: a made-up game with a drawn table, dice, bids and a correction, which a camera can follow."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion.games.documents import Fields, read_integer, read_text, text_reader
from companion.games.field_types import Kinds, Readers, Writers
from companion.games.protocol import Game, Waiting
from companion.games.record_schema import derive_record_schema
from companion.locale import Message
from companion.pieces import Card, DieKind, Wish, cast_of, shown
from tests.toy.magpies.rules import Bid, Correct, Lay, Move, Options, Pass, Setup, State, Throw, apply, describe
from tests.toy.magpies.table import decisions, final_count, table

__all__ = ["MAGPIES", "Bid", "Correct", "Lay", "Move", "Options", "Pass", "Setup", "State", "Throw"]


def _waiting(state: State) -> tuple[Waiting[Move], ...]:
    texts = {"throw": "throw three d6", "lay": "lay a card", "bid": "bid, or pass"}
    return () if state.over else (Waiting(state.player, state.phase, Message(texts[state.phase])),)


def _options(document: object, place: str) -> Options:
    found = Fields(document, place)
    preset, cards = found.take_or("preset", read_text, "usual"), found.take_or("cards", read_integer, 4)
    found.done()
    return Options(preset, cards)


_KINDS: Kinds = {"throw": Throw, "lay": Lay, "bid": Bid, "pass": Pass, "correct": Correct}
_READ, _WRITE = Readers({Card: text_reader(Card.parse)}), Writers({Card: str}, _KINDS)


def _score(state: State, _names: Sequence[str]) -> dict[str, Any]:
    best = max(state.points)
    return {"points": list(state.points), "winner": None if state.points.count(best) > 1 else state.points.index(best)}


MAGPIES: Game[Options, Setup, State, Move] = Game(
    name="magpies",
    title=Message("Magpies"),
    presets=("usual", "market"),
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
        "coins": list(state.coins),
        "phase": state.phase,
    },
    score_to_json=_score,
    describe=describe,
    waiting_for=_waiting,
    table=table,
    final_count=final_count,
    decisions=decisions,
    record_schema=lambda: derive_record_schema((2, 2), Options, ("usual", "market"), Setup, _KINDS),
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
