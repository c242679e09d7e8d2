"""Magnate's part of the record format, as JSON Schema."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum

from companion.games.documents import Json
from companion.games.magnate.options import Options
from companion.games.magnate.presets import PRESETS
from companion.games.record_schema import PIECES, RecordSchema, kind, list_of, or_null, ref

_SEAT, _PLACE, _CARD, _CARDS = ref("seat"), ref("place"), ref("card"), ref("cards")
_SUIT, _TOKENS, _TEXT = ref("suit"), ref("tokens"), {"type": "string"}


def _switch(usual: object) -> Json:
    if isinstance(usual, Enum):
        return {"enum": [member.value for member in type(usual)]}
    return {"type": "boolean" if isinstance(usual, bool) else "integer"}


_OPTIONS: Json = {
    "description": "Switches by name; those left out are the preset's.",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        field.name: {"enum": list(PRESETS)} if field.name == "preset" else _switch(field.default)
        for field in fields(Options)
    },
}

_SETUP: Json = {
    "type": "object",
    "required": ["districts", "crowns"],
    "additionalProperties": False,
    "properties": {
        "districts": ref("cards", "District cards from seat 0's left."),
        "crowns": list_of(_CARDS, "By seat."),
        "first_player": ref("seat", "0 where left out."),
        "tokens": {
            "description": "By seat; one of each own Crown's suit where left out.",
            "type": ["array", "null"],
            "items": _TOKENS,
        },
        "pile": {
            "description": "Cards in the draw pile after dealing; what the deck leaves where left out.",
            "type": ["integer", "null"],
            "minimum": 0,
        },
        "borders": {
            "description": "By district, the seats beside it; everybody, or for three players the Y, where left out.",
            "type": ["array", "null"],
            "items": list_of(_SEAT),
        },
    },
}

_MOVES: tuple[Json, ...] = (
    kind(
        "roll",
        "player dice",
        player=_SEAT,
        dice=list_of(ref("d10"), minItems=2, maxItems=2),
        tax_dice=list_of(ref("d6"), "Empty without a 1.", maxItems=2),
    ),
    kind("deed_income", "player card suit", player=ref("seat", "The deed's owner."), card=_CARD, suit=_SUIT),
    kind("prefer", "player card suit", player=ref("seat", "The deed's owner."), card=_CARD, suit=or_null(_SUIT)),
    kind(
        ["develop", "deed"],
        "player card district payment",
        player=_SEAT,
        card=_CARD,
        district=_PLACE,
        payment=_TOKENS,
    ),
    kind("add", "player card payment", player=_SEAT, card=_CARD, payment=_TOKENS),
    kind(
        "sell",
        "player card",
        player=_SEAT,
        card=_CARD,
        district=or_null(_PLACE, "Solo: where the automa gets it."),
    ),
    kind(
        "trade",
        "player give get",
        player=_SEAT,
        give=_SUIT,
        get=_SUIT,
        times={"type": "integer", "minimum": 1},
    ),
    kind("draw", "player", player=_SEAT, cards=ref("cards", "Where known.")),
    kind("end_turn", "player", player=_SEAT),
    kind("correct", "facts", note=_TEXT, facts=list_of(ref("fact"), minItems=1)),
    kind("set_option", "name was now", name=_TEXT, was=_TEXT, now=_TEXT),
)

_PILE = list_of(ref("count"), minItems=3, maxItems=3)
_TURN: Json = {"type": "array", "minItems": 2, "maxItems": 2}

_FACT: Json = {
    "type": "object",
    "required": ["type", "was", "now"],
    "unevaluatedProperties": False,
    "properties": {"was": True, "now": True},
    "oneOf": [
        kind("tokens", "player", player=_SEAT, was=_TOKENS, now=_TOKENS),
        kind("crowns", "player", player=_SEAT, was=_CARDS, now=_CARDS),
        kind("column", "player district", player=_SEAT, district=_PLACE, was=ref("column"), now=ref("column")),
        kind("district", "district", district=_PLACE, was=_CARD, now=_CARD),
        kind("pile", was={"description": "Cards to draw, discards, reshuffles so far.", **_PILE}, now=_PILE),
        kind("turn", was={"description": "Whose turn, and its phase.", **_TURN}, now=_TURN),
    ],
}

_COLUMN: Json = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "properties": ref("cards", "Completed, from the district outwards."),
        "deed": {
            "oneOf": [
                {"type": "null"},
                {
                    "type": "object",
                    "required": ["card"],
                    "additionalProperties": False,
                    "properties": {"card": _CARD, "tokens": _TOKENS, "preferred": or_null(_SUIT)},
                },
            ]
        },
    },
}

RECORD_SCHEMA = RecordSchema(
    players=(2, 3),
    options=_OPTIONS,
    setup=_SETUP,
    moves=_MOVES,
    definitions={
        **PIECES,
        "place": {"description": "A district, counted from 0 at seat 0's left.", "type": "integer", "minimum": 0},
        "column": _COLUMN,
        "fact": _FACT,
    },
)
