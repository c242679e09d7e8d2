"""The labels of Magnate's presets."""

from __future__ import annotations

from collections.abc import Mapping

from companion.locale import Message

PRESET_NAMES: Mapping[str, Message] = {
    "standard": Message("Two players"),
    "three-players": Message("Three players"),
    "mega": Message("Mega: two decks"),
    "solo": Message("Solo"),
    "solo-hard": Message("Solo, hard"),
    "courts": Message("With the Courts"),
    "french": Message("The French rules"),
    "roller": Message("The roller's rules"),
    "four-districts": Message("Four districts, older rules"),
    "original-aces": Message("Aces by the older rules"),
    "abstract-play": Message("As on Abstract Play"),
}
