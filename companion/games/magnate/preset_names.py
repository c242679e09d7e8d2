"""The labels of Magnate's presets."""

from __future__ import annotations

from collections.abc import Mapping

from companion.locale import Message

KINDS: Mapping[str, Message] = {
    "standard": Message("Two players"),
    "three-players": Message("Three players"),
    "mega": Message("Mega: two decks"),
    "solo": Message("Solo"),
    "solo-hard": Message("Solo, hard"),
}
"""The presets that are games of their own."""

VARIANTS: Mapping[str, Message] = {
    "courts": Message("With the Courts"),
    "french": Message("The French rules"),
    "roller": Message("The roller's rules"),
    "four-districts": Message("Four districts, older rules"),
    "original-aces": Message("Aces by the older rules"),
    "abstract-play": Message("As on Abstract Play"),
}
"""The presets of two players that differ in single rules."""

PRESET_NAMES: Mapping[str, Message] = {**KINDS, **VARIANTS}
"""All presets."""
