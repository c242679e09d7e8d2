"""Form fields for the values of a JSON document; each has a ``value``, as in the document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.sheets.which_cards import WhichCardsSheet
from companion.app.sheets.which_values import WhichValuesSheet
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import Card


class ChoiceField(BoxLayout):
    """One of a few values, each with its name."""

    value = ObjectProperty(None, allownone=True)
    choices = ListProperty()
    """Pairs of a value and its name."""

    def on_kv_post(self, _base: Any) -> None:
        """Add a pad for each choice."""
        self.bind(value=self._mark)
        self.pads = {}
        for value, name in self.choices:
            pad = Pad(text=name, units=20)
            pad.bind(on_release=partial(self._choose, value))
            self.pads[value] = pad
            self.add_widget(pad)
        self._mark()

    def _choose(self, value: object, _pad: Pad) -> None:
        self.value = value

    def _mark(self, *_: object) -> None:
        for value, pad in self.pads.items():
            pad.chosen = value == self.value


class NumberField(BoxLayout):
    """A whole number between two pads."""

    value = NumericProperty(0)
    least = NumericProperty(0)
    most = NumericProperty(1_000_000)
    name = StringProperty("")
    colour = ListProperty(theme.ink)

    def add(self, number: int) -> None:
        """Change the number, within its limits."""
        self.value = min(self.most, max(self.least, self.value + number))


class CardsField(BoxLayout):
    """Cards of the deck, picked on a sheet that ``opener(sheet)`` opens."""

    value = ListProperty()
    """The codes of the cards."""
    name = StringProperty("")
    colour = ListProperty(theme.ink)
    opener = ObjectProperty()

    def open(self) -> None:
        """Open the sheet that picks cards."""
        cards = tuple(map(Card.parse, self.value))
        self.opener(WhichCardsSheet(picked=cards, callback=self._picked))

    def _picked(self, cards: Sequence[Card]) -> None:
        self.value = [str(card) for card in cards]


class OrderField(BoxLayout):
    """Several values in order, each once, picked on a sheet that ``opener(sheet)`` opens."""

    value = ListProperty()
    choices = ListProperty()
    """Pairs of a value and its name."""
    name = StringProperty("")
    opener = ObjectProperty()

    def open(self) -> None:
        """Open the sheet that picks values."""
        self.opener(WhichValuesSheet(self.choices, self.value, self._picked, title=self.name))

    def describe(self, value: list[object], choices: list[tuple[object, str]]) -> str:
        """Return the names of the picked values."""
        names = dict(choices)
        return ", ".join(names[one] for one in value)

    def _picked(self, values: list[object]) -> None:
        self.value = values


class JsonField(BoxLayout):
    """Any other value, typed as in a record."""

    name = StringProperty("")
    text = StringProperty("")

    @property
    def value(self) -> object:
        """The JSON value, or else the text itself."""
        try:
            return json.loads(self.text)
        except ValueError:
            return self.text


class SeatsField(BoxLayout):
    """A list with a value for each seat, each in a field of its own."""

    def __init__(self, fields: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields = list(fields)
        for one in self.fields:
            self.add_widget(one)

    @property
    def value(self) -> list[object]:
        """The values of the fields, by seat."""
        return [one.value for one in self.fields]


def make_field(
    schema: Mapping[str, Any],
    definitions: Mapping[str, Any],
    names: Sequence[str],
    opener: Callable[[Any], None],
    label: Callable[[str], str] = str,
) -> Any:
    """Return the field for a value of a JSON Schema.

    A list of numbers, or of lists of cards, has one field for each seat.

    Args:
        schema: The schema of the value.
        definitions: The schemas to which it refers, by name.
        names: The players' names, by seat.
        opener: Opens a sheet over the screen.
        label: Returns the text of a value of an enumeration.

    Returns:
        A widget with a ``value``.
    """
    schema = _resolve(schema, definitions)
    item = _resolve(schema.get("items", {}), definitions)
    if "enum" in item:
        return OrderField(choices=[(one, label(str(one))) for one in item["enum"]], opener=opener)
    if item.get("type") != "integer" and not _refers_to(item, "cards"):
        return _field(schema, names, opener)
    fields = [_field(item, names, opener) for _ in names]
    for seat, one in enumerate(fields):
        one.name, one.colour = names[seat], list(theme.seats[seat % len(theme.seats)])
    return SeatsField(fields)


def _field(schema: Mapping[str, Any], names: Sequence[str], opener: Callable[[Any], None]) -> Any:
    if _refers_to(schema, "seat"):
        return ChoiceField(value=0, choices=list(enumerate(names)))
    if _refers_to(schema, "cards"):
        return CardsField(opener=opener)
    if "enum" in schema:
        return ChoiceField(value=schema["enum"][0], choices=[(one, str(one)) for one in schema["enum"]])
    if schema.get("type") == "boolean":
        return ChoiceField(value=False, choices=[(False, words._("no")), (True, words._("yes"))])
    if schema.get("type") == "integer":
        least = schema.get("minimum", 0)
        return NumberField(value=least, least=least, most=schema.get("maximum", 1_000_000))
    return JsonField()


def _refers_to(schema: Mapping[str, Any], name: str) -> bool:
    return str(schema.get("$ref", "")).endswith(f"/{name}")


_OWN_FIELDS = ("seat", "cards")
"""Definitions that have a field of their own."""


def _resolve(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return (
        schema
        if not name or name in _OWN_FIELDS or name not in definitions
        else _resolve(definitions[name], definitions)
    )


load_kv(__file__)
