"""Sorcerous Futures' values as JSON documents, and back without loss."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding, questions_to_json, result_to_json
from companion.games.record_schema import RecordSchema
from companion.games.sorcerous_futures.facts import FACTS, Fact
from companion.games.sorcerous_futures.moves import MOVES, Move
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.scoring import Score, score
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import State
from companion.games.sorcerous_futures.waiting import waiting_for
from companion.pieces import Card

_ENCODING: Encoding[Setup, Move] = Encoding(Setup, MOVES, Fact, FACTS, {Card: text_reader(Card.parse)}, {Card: str})
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((3, 4), PRESETS)


def state_to_json(state: State) -> Json:
    """Return the whole state, with derived values for its readers."""
    document: Json = to_json(state)
    del document["as_format_3"]
    return {
        **document,
        "turn": state.turn,
        "phase": state.phase.value,
        "waiting_for": questions_to_json(waiting_for(state)),
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """Return the score card by card, hidden values null; ``why`` is the English sentence about the result."""
    return worth_to_json(score(state), names)


def worth_to_json(worth: Score, names: Sequence[str]) -> Json:
    """Return a computed score like :func:`score_to_json`."""
    return {**to_json(worth), **result_to_json(worth.winners, worth.why(names))}
