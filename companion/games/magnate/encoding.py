"""Magnate's values as JSON documents, and back without loss: moves, setups, states, scores.

Cards are their codes (``4MS``, ``4MS#2``), suits their letters, tokens objects by suit letter.
Every ``…_from_json`` takes the place of the value in its document for its errors, and raises
:class:`~companion.games.errors.UnreadableDocument`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from companion.errors import within
from companion.games.documents import Fields, list_of, one_of, optional, parsed, text, truth, whole
from companion.games.errors import UnreadableDocument
from companion.games.magnate.hidden import Hidden
from companion.games.magnate.layout import Layout
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    ColumnFact,
    Correct,
    CrownsFact,
    Develop,
    DistrictFact,
    Draw,
    EndTurn,
    Fact,
    Move,
    PileFact,
    PreferDeedIncome,
    Roll,
    Sell,
    SetOption,
    TakeDeedIncome,
    TokensFact,
    Trade,
    TurnFact,
)
from companion.games.magnate.scoring import Score
from companion.games.magnate.setup import Setup
from companion.games.magnate.state import Column, Deed, District, Phase, RollResult, State, Taxed
from companion.games.magnate.switches import options_from_json
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens, UnreadableTokens

Json = dict[str, Any]

card = parsed(Card.parse)
suit = parsed(Suit.parse)
cards = list_of(card)
numbers = list_of(whole)


def tokens(value: object, place: str) -> Tokens:
    """Reads ``{"M": 2}``; a suit left out counts as none."""
    try:
        return Tokens.from_json(value)
    except UnreadableTokens as error:
        raise UnreadableDocument(within(place, error.thing), error.reason) from error


phase = one_of(Phase)


def to_json(value: object) -> Any:
    """Any of Magnate's values as JSON: a dataclass as an object of its fields."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Tokens):
        return value.to_json()
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return {name: to_json(getattr(value, name)) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


def _record(kind: type[Any], readers: Mapping[str, Callable[[object, str], Any]]) -> Callable[[object, str], Any]:
    """A reader of objects that become ``kind``; fields with a default may be left out."""
    usual = {field.name for field in fields(kind) if field.default is not MISSING}

    def read(value: object, place: str) -> Any:
        found = value if isinstance(value, Fields) else Fields(value, place)
        taken = {
            name: found.take(name, reader) for name, reader in readers.items() if name not in usual or found.has(name)
        }
        found.done()
        return kind(**taken)

    return read


def _pair(value: object, place: str) -> tuple[int, int]:
    pair = numbers(value, place)
    if len(pair) != 2:
        raise UnreadableDocument(place, Message("must be two numbers, and is {n}", {"n": len(pair)}))
    return pair[0], pair[1]


def _pile(value: object, place: str) -> tuple[int, int, int]:
    found = numbers(value, place)
    if len(found) != 3:
        raise UnreadableDocument(place, Message("must be pile, discards and reshuffles: three numbers"))
    return found[0], found[1], found[2]


def _whose_turn(value: object, place: str) -> tuple[int, Phase]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise UnreadableDocument(place, Message("must be a seat and a phase"))
    return whole(value[0], f"{place}[0]"), phase(value[1], f"{place}[1]")


deed: Callable[[object, str], Deed] = _record(Deed, {"card": card, "tokens": tokens, "preferred": optional(suit)})
column: Callable[[object, str], Column] = _record(Column, {"properties": cards, "deed": optional(deed)})
district: Callable[[object, str], District] = _record(District, {"card": card, "columns": list_of(optional(column))})

_FACTS: Mapping[str, tuple[type[Fact], Mapping[str, Callable[[object, str], Any]]]] = {
    "tokens": (TokensFact, {"player": whole, "was": tokens, "now": tokens}),
    "crowns": (CrownsFact, {"player": whole, "was": cards, "now": cards}),
    "column": (ColumnFact, {"district": whole, "player": whole, "was": column, "now": column}),
    "district": (DistrictFact, {"district": whole, "was": card, "now": card}),
    "pile": (PileFact, {"was": _pile, "now": _pile}),
    "turn": (TurnFact, {"was": _whose_turn, "now": _whose_turn}),
}


def _tagged(
    kinds: Mapping[str, tuple[type[Any], Mapping[str, Callable[[object, str], Any]]]],
) -> Callable[[object, str], Any]:
    """A reader of objects whose ``type`` names one of these kinds."""
    readers = {name: _record(kind, fields_of) for name, (kind, fields_of) in kinds.items()}

    def read(value: object, place: str) -> Any:
        found = Fields(value, place)
        name = found.take("type", text)
        if name not in readers:
            raise UnreadableDocument(
                within(found.at("type"), repr(name)),
                Message("is not known here"),
                Message("write one of {allowed}", {"allowed": ", ".join(readers)}),
            )
        return readers[name](found, place)

    return read


_PLAYED = {"player": whole, "card": card, "district": whole, "payment": tokens}

_MOVES: Mapping[str, tuple[type[Move], Mapping[str, Callable[[object, str], Any]]]] = {
    "roll": (Roll, {"player": whole, "dice": _pair, "tax_dice": numbers}),
    "deed_income": (TakeDeedIncome, {"player": whole, "card": card, "suit": suit}),
    "prefer": (PreferDeedIncome, {"player": whole, "card": card, "suit": optional(suit)}),
    "develop": (Develop, _PLAYED),
    "deed": (BuyDeed, _PLAYED),
    "add": (AddToDeed, {"player": whole, "card": card, "payment": tokens}),
    "sell": (Sell, {"player": whole, "card": card, "district": optional(whole)}),
    "trade": (Trade, {"player": whole, "give": suit, "get": suit, "times": whole}),
    "draw": (Draw, {"player": whole, "cards": cards}),
    "end_turn": (EndTurn, {"player": whole}),
    "correct": (Correct, {"facts": list_of(_tagged(_FACTS)), "note": text}),
    "set_option": (SetOption, {"name": text, "was": text, "now": text}),
}
"""Every kind of move by its name in documents, with how its fields are read."""

MOVE_NAMES: Mapping[type[Move], str] = {kind: name for name, (kind, _) in _MOVES.items()}
_FACT_NAMES: Mapping[type[Fact], str] = {kind: name for name, (kind, _) in _FACTS.items()}
_read_move = _tagged(_MOVES)


def move_to_json(move: Move) -> Json:
    """``{"type": "develop", "player": 0, "card": "4MS", …}``."""
    document: Json = {"type": MOVE_NAMES[type(move)], **to_json(move)}
    if isinstance(move, Correct):
        document["facts"] = [{"type": _FACT_NAMES[type(fact)], **to_json(fact)} for fact in move.facts]
    return document


def move_from_json(document: object, place: str = "move") -> Move:
    """Reads what :func:`move_to_json` writes; fields with a default may be left out."""
    move: Move = _read_move(document, place)
    return move


def setup_to_json(setup: Setup) -> Json:
    """What is set; what follows from the options by itself is left out."""
    document: Json = to_json(setup)
    return {name: value for name, value in document.items() if value is not None}


_read_setup = _record(
    Setup,
    {
        "districts": cards,
        "crowns": list_of(cards),
        "first_player": whole,
        "tokens": optional(list_of(tokens)),
        "pile": optional(whole),
        "borders": optional(list_of(numbers)),
    },
)


def setup_from_json(document: object, place: str = "setup") -> Setup:
    """Reads what :func:`setup_to_json` writes."""
    setup: Setup = _read_setup(document, place)
    return setup


def _pending(value: object, place: str) -> tuple[int, Card]:
    found = Fields(value, place)
    read = found.take("owner", whole), found.take("card", card)
    found.done()
    return read


_taxed = _record(Taxed, {"player": whole, "suit": suit, "lost": whole})
_roll_result = _record(
    RollResult,
    {
        "dice": _pair,
        "tax_dice": numbers,
        "taxed_suits": list_of(suit),
        "taxed": list_of(_taxed),
        "income": list_of(tokens),
    },
)
_hidden = _record(Hidden, {"discarded": cards, "in_hand": cards, "pile": optional(cards)})
_read_state = _record(
    State,
    {
        "options": options_from_json,
        "districts": list_of(district),
        "crowns": list_of(cards),
        "tokens": list_of(tokens),
        "player": whole,
        "turn": whole,
        "phase": phase,
        "pile": whole,
        "discards": whole,
        "plays_left": whole,
        "roll": optional(_roll_result),
        "pending_income": list_of(_pending),
        "reshuffles": whole,
        "last_turns": optional(whole),
        "hidden": _hidden,
        "as_format_1": truth,
    },
)


def state_to_json(state: State) -> Json:
    """Everything a state holds, and ``waiting_for`` for those who only read it."""
    document: Json = to_json(state)
    document["pending_income"] = [{"owner": owner, "card": str(deed_card)} for owner, deed_card in state.pending_income]
    if not state.as_format_1:
        del document["as_format_1"]
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


def state_from_json(document: object, place: str = "state") -> State:
    """Reads what :func:`state_to_json` writes; ``waiting_for`` follows from the rest and is passed over."""
    if isinstance(document, Mapping):
        document = {name: value for name, value in document.items() if name != "waiting_for"}
    state: State = _read_state(document, place)
    return state


def score_to_json(score: Score, layout: Layout, names: Sequence[str]) -> Json:
    """What ``companion score`` prints of a score; ``why`` is its sentence in English."""
    return {
        "districts": to_json(score.districts),
        "crowns": to_json(layout.crowns),
        "tokens": to_json(score.tokens),
        "districts_won": list(score.districts_won),
        "total_ranks": list(score.total_ranks),
        "winner": score.winner,
        "decided_by": score.decided_by.value,
        "tied": list(score.tied),
        "why": str(score.why(names)),
    }
