"""Magistratvm's part of the record format: options, setup, moves."""

from __future__ import annotations

from companion.games.documents import Json
from companion.games.magistratvm.offices import ENTERED, Office
from companion.games.magistratvm.options import PRESETS
from companion.games.record_schema import RecordSchema, kind, list_of, or_null, ref
from companion.pieces.piecepack import TILES, Suit


def _object(*needed: str, **fields: Json) -> Json:
    return {"type": "object", "required": list(needed), "additionalProperties": False, "properties": fields}


_TRUTH: Json = {"type": "boolean"}
_SPACES: Json = {"type": "integer", "minimum": 0, "maximum": 6}
_SEAT, _TILE, _OFFICE, _PAID = ref("seat"), ref("tile"), ref("office"), ref("provincial")

_COUNT = ref("count")


def _fact(name: str, value: Json, *needed: str, **of: Json) -> Json:
    """Return the schema of a fact: its keys, the old value, the new one."""
    return _object("type", *needed, "was", "now", type={"const": name}, **of, was=value, now=value)


RECORD_SCHEMA = RecordSchema(
    players=(3, 4),
    options=_object(
        preset={"enum": list(PRESETS)},
        players={"enum": [3, 4]},
        governed_gold_bids=_TRUTH,
        value_by_votes=_TRUTH,
        last_after_turn=_TRUTH,
        spaces_as_printed=_TRUTH,
        **{f"{office.value}s": _SPACES for office in Office},
    ),
    setup=_object(
        "circuit",
        "suits",
        circuit=list_of(_TILE, "Clockwise from the upper left.", minItems=6, maxItems=6),
        suits=list_of({"enum": [suit.value for suit in Suit]}, "By seat, clockwise.", minItems=3, maxItems=4),
    ),
    moves=(
        kind("roll", "dice", dice=list_of({"type": "integer", "minimum": 1, "maximum": 6}, "A null is 6.")),
        kind("income", "player", player=_SEAT, quaestors=ref("count"), die=_TRUTH),
        kind("bid", "player gold", player=_SEAT, gold=ref("count")),
        kind("pass", "player", player=_SEAT),
        kind("place", "player tile", player=_SEAT, tile=_TILE, tokens=ref("positive"), provincial=_PAID),
        kind("enter", "player office", player=_SEAT, office={"enum": [one.value for one in ENTERED]}, provincial=_PAID),
        kind(
            "promote",
            "player office to",
            player=_SEAT,
            office=_OFFICE,
            to=_OFFICE,
            displaces=or_null(ref("rival")),
            provincial=_PAID,
        ),
        kind("fall", "player to", player=_SEAT, to=_OFFICE, displaces=or_null(ref("rival"))),
        kind("tribune", "player tile", player=_SEAT, tile=_TILE),
        kind("aedile", "player owner tile to", player=_SEAT, owner=_SEAT, tile=_TILE, to=_TILE),
        kind("praetor", "player tile owners", player=_SEAT, tile=_TILE, owners=list_of(_SEAT, minItems=1, maxItems=2)),
        kind("recall", "player office magistrate", player=_SEAT, office=_OFFICE, magistrate=ref("rival")),
        kind("recall_governor", "player tile", player=_SEAT, tile=_TILE),
        kind("appoint", "player office tile", player=_SEAT, office=_OFFICE, tile=_TILE),
        kind("withdraw", "player tile", player=_SEAT, tile=_TILE),
        kind("dictate", "player tile", player=_SEAT, tile=_TILE, governs=_TRUTH),
        kind("start", "player tile", player=_SEAT, tile=_TILE),
        kind("lend", "player office to", player=_SEAT, office=_OFFICE, to=_SEAT),
        kind("count", "player", player=_SEAT),
        kind(
            "redistribute",
            "player",
            player=_SEAT,
            to=list_of(_object("tile", "tokens", tile=_TILE, tokens=ref("positive"))),
        ),
        kind(
            "refill",
            "laid",
            laid=list_of(_object("place", "tile", place={"type": "integer", "minimum": 0, "maximum": 5}, tile=_TILE)),
        ),
        kind("correct", "facts", facts=list_of(ref("fact"), minItems=1)),
        kind("give", "player to gold", player=_SEAT, to=_SEAT, gold=ref("positive"), provincial=_PAID),
    ),
    definitions={
        "count": {"type": "integer", "minimum": 0},
        "positive": {"type": "integer", "minimum": 1},
        "tile": {
            "description": "T, a suit of S M C A, and 0 for the null, 1 for the ace, 2 to 5.",
            "enum": [str(tile) for tile in TILES],
        },
        "office": {"enum": [office.value for office in Office]},
        "fact": {
            "description": "What was thought to lie there, and what does.",
            "oneOf": [
                _fact("gold", _COUNT, "player", player=_SEAT),
                _fact("lying_gold", _COUNT, "tile", tile=_TILE),
                _fact("die", {"type": "integer", "minimum": 1, "maximum": 6}, "player", player=_SEAT),
                _fact("tokens", _COUNT, "tile", "player", tile=_TILE, player=_SEAT),
                _fact("magistrates", list_of(ref("rival")), "office", office=_OFFICE),
                _fact("governor", _TRUTH, "tile", tile=_TILE),
                _fact("tile", _TILE, "place", place={"type": "integer", "minimum": 0, "maximum": 5}),
                _fact("turn", _SEAT),
            ],
        },
        "rival": _object("player", "active", player=_SEAT, active=_TRUTH),
        "provincial": list_of(
            _object("tile", "gold", tile=_TILE, gold=ref("positive")),
            "Of a payment: what comes from which governed Province. The rest comes from the Estate as far as that "
            "reaches, then from governed Provinces in the order in which they were won.",
        ),
    },
)
