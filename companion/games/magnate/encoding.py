"""Magnate's values as JSON: moves and setups back without loss; states and scores for readers.

Cards are their codes (``4MS``, ``4MS#2``), suits their letters, tokens objects by suit letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.errors import within
from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding
from companion.games.errors import UnreadableDocument
from companion.games.magnate.facts import FACTS, Fact
from companion.games.magnate.layout import Layout
from companion.games.magnate.moves import MOVES, Move
from companion.games.magnate.presets import PRESETS
from companion.games.magnate.scoring import Score
from companion.games.magnate.setup import Setup
from companion.games.magnate.state import Phase, State
from companion.games.record_schema import RecordSchema
from companion.pieces import Card, Suit, Tokens, UnreadableTokens


def _tokens(value: object, place: str) -> Tokens:
    """Read ``{"M": 2}``; a suit left out counts as none."""
    try:
        return Tokens.from_json(value)
    except UnreadableTokens as error:
        raise UnreadableDocument(within(place, error.thing), error.reason) from error


_OWN_NOTATION = {
    Card: text_reader(Card.parse),
    Suit: text_reader(Suit.parse),
    Tokens: _tokens,
}
_SEAT_AND_PHASE: Json = {"type": "array", "minItems": 2, "maxItems": 2}
_ENCODING: Encoding[Setup, Move] = Encoding(
    Setup, MOVES, Fact, FACTS, _OWN_NOTATION, {Card: str, Tokens: Tokens.to_json}
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
