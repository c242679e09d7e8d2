"""Sorcerous Futures' part of the record format: options, setup, moves."""

from __future__ import annotations

from companion.games.documents import Json
from companion.games.record_schema import PIECES, RecordSchema, kind, list_of, or_null, ref
from companion.games.sorcerous_futures.options import PRESETS


def _object(*needed: str, **fields: Json) -> Json:
    return {"type": "object", "required": list(needed), "additionalProperties": False, "properties": fields}


_TRUTH: Json = {"type": "boolean"}

RECORD_SCHEMA = RecordSchema(
    players=(3, 4),
    options=_object(
        preset={"enum": list(PRESETS)},
        players={"enum": [3, 4]},
        sly_excuse=_TRUTH,
        opens_at_least=_TRUTH,
        pawns_ten_in_ties=_TRUTH,
    ),
    setup=_object("aces", aces=list_of(ref("cards"), "By seat, clockwise; none where the Excuse is.")),
    moves=(
        kind("deal", "cards", cards=ref("cards")),
        kind("offer", "player card", player=ref("seat"), card=ref("card"), closed=_TRUTH, bid=or_null(ref("count"))),
        kind("bid", "player gold", player=ref("seat"), gold=ref("count")),
        kind("pass", "player", player=ref("seat")),
        kind("bids", "gold", gold=list_of(ref("count"), "By seat.")),
        kind("turn_up", "card", card=ref("card")),
        kind(
            "show",
            "player valuations crown",
            player=ref("seat"),
            valuations=list_of(ref("valuation")),
            crown=ref("card"),
        ),
        kind("note", "player", player=ref("seat"), notes=ref("notes")),
        kind("correct", "facts", facts=list_of(ref("fact"), minItems=1)),
    ),
    definitions={
        **PIECES,
        "valuation": _object("under", "card", under=ref("card"), card=ref("card")),
        "bought": _object("card", "gold", card=ref("card"), gold=ref("count")),
        "fact": {
            "description": "What something was thought to be, and what it is.",
            "type": "object",
            "required": ["type", "was", "now"],
            "unevaluatedProperties": False,
            "properties": {"was": True, "now": True},
            "oneOf": [
                kind("gold", "player", player=ref("seat"), was=ref("count"), now=ref("count")),
                kind("bought", "player", player=ref("seat"), was=list_of(ref("bought")), now=list_of(ref("bought"))),
                kind("middle", was=ref("cards"), now=ref("cards")),
                kind("turn", was=ref("seat"), now=ref("seat")),
                kind("valuation", "under", under=ref("card"), was=or_null(ref("card")), now=or_null(ref("card"))),
                kind("crown", "player", player=ref("seat"), was=or_null(ref("card")), now=or_null(ref("card"))),
            ],
        },
        "notes": _object(
            valuations=list_of(ref("valuation")),
            crowns=list_of(_object("player", "card", player=ref("seat"), card=ref("card"))),
            drawn=ref("cards"),
        ),
    },
)
