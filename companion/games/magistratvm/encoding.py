"""Magistratvm's values as JSON documents, and back without loss."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding, questions_to_json, result_to_json
from companion.games.json_codec import Kinds
from companion.games.magistratvm import facts
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.options import PRESETS
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.setup import Setup
from companion.games.magistratvm.state import State
from companion.games.magistratvm.waiting import waiting_for
from companion.games.record_schema import RecordSchema
from companion.pieces.piecepack import Tile

MOVES: Kinds = {
    "roll": m.Roll,
    "income": m.TakeIncome,
    "bid": m.Bid,
    "pass": m.Pass,
    "place": m.PlaceTokens,
    "enter": m.Enter,
    "promote": m.Promote,
    "fall": m.Fall,
    "tribune": m.UseTribune,
    "aedile": m.UseAedile,
    "praetor": m.UsePraetor,
    "recall": m.Recall,
    "recall_governor": m.RecallGovernor,
    "appoint": m.Appoint,
    "withdraw": m.Withdraw,
    "dictate": m.Dictate,
    "start": m.StartCircuit,
    "lend": m.Lend,
    "count": m.Count,
    "redistribute": m.Redistribute,
    "refill": m.Refill,
    "give": m.Give,
    "correct": m.Correct,
}
"""Every kind of move by its name in documents."""

FACTS: Kinds = {
    "gold": facts.GoldFact,
    "lying_gold": facts.ProvinceGoldFact,
    "die": facts.DieFact,
    "tokens": facts.TokensFact,
    "magistrates": facts.MagistratesFact,
    "governor": facts.GovernorFact,
    "tile": facts.TileFact,
    "turn": facts.TurnFact,
    "won": facts.WonFact,
    "discarded": facts.DiscardedFact,
    "face_down": facts.FaceDownFact,
    "prefect": facts.PrefectFact,
    "prefect_gold": facts.PrefectGoldFact,
    "passes": facts.PassesFact,
    "phase": facts.PhaseFact,
}
"""Every kind of fact in a correction by its name in documents."""

_ENCODING: Encoding[Setup, m.Move] = Encoding(
    Setup, MOVES, facts.Fact, FACTS, {Tile: text_reader(Tile.parse)}, {Tile: str}
)
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


def name_of(kind: type[object]) -> str:
    """Return the name of a kind of move in documents."""
    return next(name for name, one in MOVES.items() if one is kind)


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
