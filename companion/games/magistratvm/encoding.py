"""Magistratvm's values as JSON documents, and back without loss.

Every ``…_from_json`` takes the place of the value in its document for its errors, and raises
:class:`~companion.games.errors.UnreadableDocument`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.derived import Kinds, Readers, Writers
from companion.games.documents import parsed
from companion.games.magistratvm import facts
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.setup import Setup
from companion.games.magistratvm.state import State
from companion.games.magistratvm.waiting import waiting_for
from companion.pieces.piecepack import Tile

Json = dict[str, Any]

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
    "lying_gold": facts.LyingGoldFact,
    "die": facts.DieFact,
    "tokens": facts.TokensFact,
    "magistrates": facts.MagistratesFact,
    "governor": facts.GovernorFact,
    "tile": facts.TileFact,
    "turn": facts.TurnFact,
}
"""Every kind of fact that a correction may state."""

_TILE = {Tile: parsed(Tile.parse)}
_read = Readers({**_TILE, facts.Fact: Readers(_TILE).tagged(FACTS)})
_read_move, _read_setup = _read.tagged(MOVES), _read.of(Setup)
to_json = Writers({Tile: str}, MOVES, FACTS)


def move_to_json(move: m.Move) -> Json:
    """``{"type": "bid", "player": 0, "gold": 8}``."""
    document: Json = to_json(move)
    return document


def move_from_json(document: object, place: str = "move") -> m.Move:
    """Reads what :func:`move_to_json` writes; fields with a default may be left out."""
    move: m.Move = _read_move(document, place)
    return move


def setup_to_json(setup: Setup) -> Json:
    """The six tiles and everybody's suit."""
    document: Json = to_json(setup)
    return document


def setup_from_json(document: object, place: str = "setup") -> Setup:
    """Reads what :func:`setup_to_json` writes."""
    setup: Setup = _read_setup(document, place)
    return setup


def state_to_json(state: State) -> Json:
    """Everything a state holds, and what it waits for."""
    return {
        **to_json(state),
        "waiting_for": [{"owner": one.owner, "kind": one.kind, "text": str(one.text)} for one in waiting_for(state)],
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """Everybody's influence part by part. ``why`` is its sentence in English."""
    worth = score(state)
    document: Json = to_json(worth)
    winner = worth.winners[0] if len(worth.winners) == 1 else None
    return {**document, "winner": winner, "why": str(worth.why(names))}
