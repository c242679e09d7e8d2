"""Sorcerous Futures' values as JSON documents, and back without loss.

Every ``…_from_json`` takes the place of the value in its document for its errors, and raises
:class:`~companion.games.errors.UnreadableDocument`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.derived import Kinds, Readers, Writers
from companion.games.documents import parsed
from companion.games.sorcerous_futures.moves import (
    Bid,
    Bids,
    BoughtFact,
    Correct,
    CrownFact,
    Deal,
    Fact,
    GoldFact,
    MiddleFact,
    Move,
    Note,
    Offer,
    Pass,
    Show,
    TurnFact,
    TurnUp,
    ValuationFact,
)
from companion.games.sorcerous_futures.scoring import Score, score
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import State
from companion.games.sorcerous_futures.waiting import waiting_for
from companion.pieces import Card

Json = dict[str, Any]

MOVES: Kinds = {
    "deal": Deal,
    "offer": Offer,
    "bid": Bid,
    "pass": Pass,
    "bids": Bids,
    "turn_up": TurnUp,
    "show": Show,
    "note": Note,
    "correct": Correct,
}
"""Every kind of move by its name in documents."""

FACTS: Kinds = {
    "gold": GoldFact,
    "bought": BoughtFact,
    "middle": MiddleFact,
    "turn": TurnFact,
    "valuation": ValuationFact,
    "crown": CrownFact,
}
"""Every kind of fact that a correction may state."""

_CARD = {Card: parsed(Card.parse)}
_read = Readers({**_CARD, Fact: Readers(_CARD).tagged(FACTS)})
_read_move, _read_setup = _read.tagged(MOVES), _read.of(Setup)
to_json = Writers({Card: str}, MOVES, FACTS)


def move_to_json(move: Move) -> Json:
    """``{"type": "bid", "player": 0, "gold": 8}``."""
    document: Json = to_json(move)
    return document


def move_from_json(document: object, place: str = "move") -> Move:
    """Reads what :func:`move_to_json` writes; fields with a default may be left out."""
    move: Move = _read_move(document, place)
    return move


def setup_to_json(setup: Setup) -> Json:
    """The Aces by seat."""
    document: Json = to_json(setup)
    return document


def setup_from_json(document: object, place: str = "setup") -> Setup:
    """Reads what :func:`setup_to_json` writes."""
    setup: Setup = _read_setup(document, place)
    return setup


def state_to_json(state: State) -> Json:
    """Everything a state holds, and what follows from it for those who only read it."""
    return {
        **to_json(state),
        "turn": state.turn,
        "phase": state.phase.value,
        "waiting_for": [{"owner": one.owner, "kind": one.kind, "text": str(one.text)} for one in waiting_for(state)],
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """What everybody has, card by card; what is hidden is null. ``why`` is its sentence in English."""
    return worth_to_json(score(state), names)


def worth_to_json(worth: Score, names: Sequence[str]) -> Json:
    """The same of what was worked out already."""
    document: Json = to_json(worth)
    winner = worth.winners[0] if len(worth.winners) == 1 else None
    return {**document, "winner": winner, "why": str(worth.why(names))}
