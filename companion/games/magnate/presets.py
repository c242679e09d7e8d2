"""Presets by name, as differences from the standard game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.errors import CompanionError
from companion.games.magnate.options import Options, Solo
from companion.locale import Message

_MEGA: Mapping[str, object] = {
    "decks": 2,
    "pawns": 8,
    "crowns_each": 6,
    "hand": 6,
    "plays": 2,
    "tax_dice": 2,
    "tokens_per_suit": 20,
}

_DIFFERENCES: Mapping[str, Mapping[str, object]] = {
    "standard": {},
    "courts": {"courts": True},
    "french": {"ace_deed_price": 2, "tokens_per_suit": 10},
    "roller": {"every_suit_on_a_deed": True, "deeds_turned": False},
    "mega": _MEGA,
    "three-players": {"players": 3, "pawns": 6, "crowns_each": 2, "reshuffles": 2, "tokens_per_suit": 20},
    "solo": {"solo": Solo.NORMAL, "reshuffles": 0},
    "solo-hard": {"solo": Solo.HARD, "reshuffles": 0},
    "four-districts": {"excuse": False},
    "original-aces": {"original_aces": True},
    "abstract-play": {"every_suit_on_a_deed": True, "deeds_on_twos": False},
}

PRESETS: Mapping[str, Options] = {
    name: replace(Options(), preset=name, **differences)  # type: ignore[arg-type]  # data, held by a test
    for name, differences in _DIFFERENCES.items()
}
"""All options by preset name, ``standard`` first."""


UNDESCRIBED = ("deucey", "courtpawns", "stacked")
"""Abstract Play's own variants: no document describes them (A13), and no option covers them."""


NOT_DESCRIBED = Message("is a variant of Abstract Play's own, which no document of the game describes")


class UnknownPreset(CompanionError):
    """A name that no preset has."""


def preset(name: str) -> Options:
    """Return the options of this preset.

    >>> preset("mega").plays
    2
    """
    if name in UNDESCRIBED:
        raise UnknownPreset(repr(name), NOT_DESCRIBED, Message("play it on Abstract Play"))
    if name not in PRESETS:
        raise UnknownPreset(
            repr(name), Message("unknown preset"), Message("choose from: {presets}", {"presets": ", ".join(PRESETS)})
        )
    return PRESETS[name]
