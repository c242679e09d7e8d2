"""The options by name: as JSON documents, and as text.

>>> options_to_text(options_from_text("mega tax_dice=1"))
'mega tax_dice=1'
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.games.documents import Fields, text_reader
from companion.games.encoding import options_reader
from companion.games.errors import UnreadableDocument
from companion.games.json_codec import Readers, Writers
from companion.games.magnate.options import Options
from companion.games.magnate.presets import NOT_DESCRIBED, PRESETS, UNDESCRIBED, preset
from companion.locale import Message


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
