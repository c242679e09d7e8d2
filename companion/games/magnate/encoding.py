"""Magnate's values as JSON: moves and setups back without loss; states and scores for readers.

Cards are their codes (``4MS``, ``4MS#2``), suits their letters, tokens objects by suit letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.errors import within
from companion.games.documents import Json, enum_reader, list_reader, read_integer, text_reader
from companion.games.encoding import Encoding
from companion.games.errors import UnreadableDocument
from companion.games.json_codec import Kinds
from companion.games.magnate import moves as m
from companion.games.magnate.layout import Layout
from companion.games.magnate.moves import Move
from companion.games.magnate.presets import PRESETS
from companion.games.magnate.scoring import Score
from companion.games.magnate.setup import Setup
from companion.games.magnate.state import Phase, State
from companion.games.record_schema import RecordSchema
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens, UnreadableTokens

MOVES: Kinds = {
    "roll": m.Roll,
    "deed_income": m.TakeDeedIncome,
    "prefer": m.PreferDeedIncome,
    "develop": m.Develop,
    "deed": m.BuyDeed,
    "add": m.AddToDeed,
    "sell": m.Sell,
    "trade": m.Trade,
    "draw": m.Draw,
    "end_turn": m.EndTurn,
    "correct": m.Correct,
    "set_option": m.SetOption,
}
"""Every kind of move by its name in documents."""

FACTS: Kinds = {
    "tokens": m.TokensFact,
    "crowns": m.CrownsFact,
    "column": m.ColumnFact,
    "district": m.DistrictFact,
    "pile": m.PileFact,
    "turn": m.TurnFact,
}
"""Every kind of fact in a correction by its name in documents."""

_numbers = list_reader(read_integer)
_phase = enum_reader(Phase)


def _tokens(value: object, place: str) -> Tokens:
    """Read ``{"M": 2}``; a suit left out counts as none."""
    try:
        return Tokens.from_json(value)
    except UnreadableTokens as error:
        raise UnreadableDocument(within(place, error.thing), error.reason) from error


def _pair(value: object, place: str) -> tuple[int, int]:
    pair = _numbers(value, place)
    if len(pair) != 2:
        raise UnreadableDocument(place, Message("must be two numbers, and is {n}", {"n": len(pair)}))
    return pair[0], pair[1]


def _pile(value: object, place: str) -> tuple[int, int, int]:
    found = _numbers(value, place)
    if len(found) != 3:
        raise UnreadableDocument(place, Message("must be pile, discards and reshuffles: three numbers"))
    return found[0], found[1], found[2]


def _whose_turn(value: object, place: str) -> tuple[int, Phase]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise UnreadableDocument(place, Message("must be a seat and a phase"))
    return read_integer(value[0], f"{place}[0]"), _phase(value[1], f"{place}[1]")


_OWN_NOTATION = {
    Card: text_reader(Card.parse),
    Suit: text_reader(Suit.parse),
    Tokens: _tokens,
    tuple[int, int]: _pair,
    tuple[int, int, int]: _pile,
    tuple[int, Phase]: _whose_turn,
}
_SEAT_AND_PHASE: Json = {"type": "array", "minItems": 2, "maxItems": 2}
_ENCODING: Encoding[Setup, Move] = Encoding(
    Setup, MOVES, m.Fact, FACTS, _OWN_NOTATION, {Card: str, Tokens: Tokens.to_json}
)
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((2, 3), PRESETS, {tuple[int, Phase]: _SEAT_AND_PHASE})


def state_to_json(state: State) -> Json:
    """Return the whole state, with ``waiting_for`` for its readers."""
    document: Json = to_json(state)
    document["pending_income"] = [{"owner": owner, "card": str(deed_card)} for owner, deed_card in state.pending_income]
    del document["as_format"]
    if state.as_format_1:
        document["as_format_1"] = True
    document["waiting_for"] = [
        {
            "owner": waiting.owner,
            "kind": waiting.kind,
            "text": str(waiting.text),
            "card": to_json(waiting.card),
            "suits": to_json(waiting.suits),
        }
        for waiting in state.waiting_for
    ]
    return document


def score_to_json(score: Score, layout: Layout, names: Sequence[str]) -> Json:
    """Return the score as ``companion score`` prints it; ``why`` is the English sentence about the result."""
    document = to_json(score)
    first = {"districts": document["districts"], "crowns": to_json(layout.crowns), "tokens": document["tokens"]}
    return {**first, **document, "why": str(score.why(names))}
