"""Magistratvm's values as JSON documents, and back without loss."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding, questions_to_json, result_to_json
from companion.games.magistratvm.facts import FACTS, Fact
from companion.games.magistratvm.moves import MOVES, Move
from companion.games.magistratvm.options import PRESETS
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.setup import Setup
from companion.games.magistratvm.state import State
from companion.games.magistratvm.waiting import waiting_for
from companion.games.record_schema import RecordSchema
from companion.pieces.piecepack import Tile

_ENCODING: Encoding[Setup, Move] = Encoding(Setup, MOVES, Fact, FACTS, {Tile: text_reader(Tile.parse)}, {Tile: str})
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((3, 4), PRESETS)


def state_to_json(state: State) -> Json:
    """Return the whole state, with the questions that block play."""
    return {
        **to_json(state),
        "waiting_for": questions_to_json(waiting_for(state)),
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """Return all players' influence part by part; ``why`` is the English sentence about the result."""
    worth = score(state)
    return {**to_json(worth), **result_to_json(worth.winners, worth.why(names))}
