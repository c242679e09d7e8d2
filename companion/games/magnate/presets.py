"""The options by name: presets, JSON documents and text.

>>> options_to_text(options_from_text("mega tax_dice=1"))
'mega tax_dice=1'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Fields, text_reader
from companion.games.encoding import options_reader
from companion.games.errors import UnreadableDocument
from companion.games.json_codec import Readers, Writers
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


def options_to_json(options: Options) -> dict[str, Any]:
    """Return every option by name."""
    document: dict[str, Any] = _write(options)
    return document


_OPTION_READERS = Readers({}).fields(Options)
_read, _write = options_reader(PRESETS), Writers({})


def options_from_json(document: object, place: str = "options") -> Options:
    """Read options by name; those left out come from the preset, by default ``standard``."""
    found = Fields(document, place)
    for name in UNDESCRIBED:
        if found.has(name):
            raise UnreadableDocument(found.at(name), NOT_DESCRIBED, Message("play it on Abstract Play"))
    found.take_or("preset", text_reader(preset), None)
    return _read(document, place)


def option_to_text(options: Options, name: str) -> str:
    """Return one option's value as text: ``yes``, ``no``, a number or a word."""
    _check_option(name)
    value = options_to_json(options)[name]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_from_text(options: Options, name: str, value: str) -> Options:
    """Return the options with one of them set from the text of :func:`option_to_text`."""
    _check_option(name)
    current = getattr(options, name)
    if isinstance(current, bool):
        read: object = {"yes": True, "no": False}.get(value, value)
    elif isinstance(current, int):
        read = int(value) if value.isdecimal() else value
    else:
        read = value
    return replace(options, **{name: _OPTION_READERS[name](read, name)})


def _check_option(name: str) -> None:
    if name not in _OPTION_READERS:
        raise UnreadableDocument(
            repr(name),
            Message("unknown option"),
            Message("choose from: {allowed}", {"allowed": ", ".join(_OPTION_READERS)}),
        )


def options_to_text(options: Options) -> str:
    """Return the preset's name and the options that differ from it."""
    base = preset(options.preset)
    names = [field.name for field in fields(Options) if getattr(base, field.name) != getattr(options, field.name)]
    return " ".join([options.preset, *(f"{name}={option_to_text(options, name)}" for name in names)])


def options_from_text(line: str) -> Options:
    """Read the text that :func:`options_to_text` returns; may raise ``UnknownPreset``."""
    name, *changes = line.split() or ["standard"]
    options = preset(name)
    for change in changes:
        option, _, value = change.partition("=")
        options = option_from_text(options, option, value)
    return options
