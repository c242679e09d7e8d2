"""The form that begins a game without a form of its own, made from the schema of its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.app_screen import AppScreen
from companion.app.storage.people import offer_people
from companion.app.texts.i18n import words
from companion.app.widgets.fields import ChoiceField, JsonField, OrderField, make_field
from companion.app.widgets.name_field import NameField
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.games.errors import naming
from companion.games.record_schema import RecordSchema
from companion.games.registry import AnyGame, new_options
from companion.names import normalize_name

PRESET = "preset"


class BeginAnyScreen(AppScreen):
    """Presets and switches, a name for each seat, and what the setup needs."""

    title = StringProperty("")
    notice = StringProperty("")
    """Why the rules refuse the game as it is set up; empty once it can start."""

    overlay: Overlay
    back_to = "other_games"

    def __init__(self, **kwargs: Any) -> None:
        self.rules: AnyGame | None = None
        self.options: dict[str, Any] = {}
        """The options as a JSON object."""
        self.names: list[str] = []
        self.fields: dict[str, Any] = {}
        """The fields of options and setup, by their keys in the records."""
        self.house_rules: Wrapped | None = None
        """The heading of the options that a table chooses for itself, if the game has any."""
        super().__init__(**kwargs)
        self.overlay = Overlay(self.ids.middle)
        words.bind(language=lambda *_: self.fill())

    def begin(self, rules: AnyGame, options: Mapping[str, Any] | None = None, names: Sequence[str] = ()) -> None:
        """Show the form of this game.

        Args:
            rules: The rules of the game.
            options: The options of a rematch, as a JSON object; None for those of a new game.
            names: The players of a rematch.
        """
        self.rules, self.names = rules, []
        self.names = ["" if name == self._name_of(seat) else name for seat, name in enumerate(names)]
        self.ids.scrolled.scroll_y = 1
        usual = new_options(rules, {PRESET: rules.presets[0]} if rules.presets else {})
        self._set_options(usual if options is None else options)

    def start(self) -> None:
        """Start the game; show why if the rules refuse the setup."""
        if self.rules is None:
            return
        try:
            App.get_running_app().start_game(self.rules, *self._chosen(self.rules))
        except CompanionError as error:
            self.notice = words.say_error(error)

    def _chosen(self, rules: AnyGame) -> tuple[tuple[str, ...], Any, Any]:
        """Return the names, the options and the setup as they are filled in."""
        options = rules.options_from_json(self.options, "options")
        setup = rules.setup_from_json({name: self.fields[name].value for name in self._needed()}, "setup")
        return tuple(self._name_of(seat) for seat in range(rules.seats(options))), options, setup

    def _check(self, *_: object) -> None:
        """Show what is missing before the game can start."""
        assert self.rules is not None
        try:
            names, options, setup = self._chosen(self.rules)
            with naming(names):
                self.rules.start(options, setup)
        except CompanionError as error:
            empty = [self._caption_of(name) for name in self._needed() if self._is_empty(self.fields[name])]
            missing = words._("Still to fill in: {what}").format(what=", ".join(empty))
            self.notice = missing if empty else words.say_error(error)
        else:
            self.notice = ""

    @staticmethod
    def _is_empty(field: Any) -> bool:
        """Return whether nothing was chosen in a field, or in any of the seats' fields."""
        return all(one.value == [] for one in getattr(field, "fields", (field,)))

    def on_leave(self) -> None:
        """Close the sheets."""
        self.overlay.close()

    def fill(self) -> None:
        """Build the form for the current options."""
        if self.rules is None:
            return
        self.title, self.notice, self.fields, self.house_rules = words.say(self.rules.title), "", {}, None
        self.ids.rows.clear_widgets()
        self._ask_variant(self.rules)
        self._ask_names(self.rules.seats(self.rules.options_from_json(self.options, "options")))
        schema = _record_schema(self.rules)
        for name in self._needed():
            field_widget = make_field(
                schema.setup["properties"][name] if schema else {},
                dict(schema.definitions) if schema else {},
                [self._name_of(seat) for seat in range(len(self.name_fields))],
                self.overlay.open,
                self._caption_of,
            )
            self._ask(name, self._caption_of(name), field_widget)
            for one in getattr(field_widget, "fields", (field_widget,)):
                one.bind(**{"text" if isinstance(one, JsonField) else "value": self._check})
        self._ask_house_rules(self.rules)
        self._check()

    def _ask_variant(self, rules: AnyGame) -> None:
        """Ask for what decides what else is asked: the variant, and the number of players."""
        if len(rules.presets) > 1:
            choices = [(one, self._caption_of(one)) for one in rules.presets]
            self._switch(PRESET, words._("Variant"), ChoiceField(value=self.options[PRESET], choices=choices))
        for name, schema in self._switches(rules):
            if "enum" in schema:
                self._ask_option(name, schema)

    def _ask_house_rules(self, rules: AnyGame) -> None:
        """Ask last for what may stay as it is."""
        own = [(name, schema) for name, schema in self._switches(rules) if "enum" not in schema]
        if own:
            self.house_rules = Wrapped(text=words._("House rules"), units=28)
            self.ids.rows.add_widget(self.house_rules)
        for name, schema in own:
            self._ask_option(name, schema)

    def _switches(self, rules: AnyGame) -> Iterator[tuple[str, Mapping[str, Any]]]:
        record = _record_schema(rules)
        for name, schema in _properties(record.options if record else {}).items():
            if name != PRESET and ("enum" in schema or schema.get("type") == "boolean" or "maximum" in schema):
                yield name, schema

    def _ask_option(self, name: str, schema: Mapping[str, Any]) -> None:
        field_widget = make_field(schema, {}, (), self.overlay.open)
        field_widget.value = self.options[name]
        self._switch(name, self._caption_of(name), field_widget)

    def _ask_names(self, seats: int) -> None:
        self.names = [*self.names, *[""] * seats][:seats]
        self.name_fields = []
        for seat in range(seats):
            field = NameField(text=self.names[seat], hint_text=self._name_of(seat), size_hint_y=None)
            field.height, field.foreground_color = theme.target, theme.seats[seat % len(theme.seats)]
            field.bind(text=partial(self._set_name, seat))
            field.chooser = partial(offer_people, self.overlay, field, partial(self._other_names, seat))
            self.name_fields.append(field)
        self._caption(words._("Players"))
        # Beside one another, so that what must be filled in is in view.
        names = GridLayout(cols=1 if theme.portrait else seats, size_hint_y=None, spacing=theme.unit * 8)
        names.bind(minimum_height=names.setter("height"))
        for field in self.name_fields:
            names.add_widget(field)
        self.ids.rows.add_widget(names)

    def _switch(self, name: str, caption: str, field_widget: Any) -> None:
        """Add a field of the options: a new value rebuilds the form."""
        self._ask(name, caption, field_widget)
        field_widget.bind(value=partial(self._switched, name))

    def _switched(self, name: str, _field: Any, value: object) -> None:
        assert self.rules is not None
        self._set_options(new_options(self.rules, {PRESET: value}) if name == PRESET else {**self.options, name: value})

    def _set_options(self, options: Mapping[str, Any]) -> None:
        assert self.rules is not None
        try:
            read = self.rules.options_from_json(dict(options), "options")
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.options = self.rules.options_to_json(read)
        self.fill()

    def _set_name(self, seat: int, _field: NameField, text: str) -> None:
        self.names[seat] = normalize_name(text)
        self._check()

    def _other_names(self, seat: int) -> list[str]:
        return [name for other, name in enumerate(self.names) if name and other != seat]

    def _name_of(self, seat: int) -> str:
        typed = self.names[seat] if seat < len(self.names) else ""
        usual: str = words._("Player {number}").format(number=seat + 1)
        return typed or usual

    def _needed(self) -> Sequence[str]:
        schema = _record_schema(self.rules) if self.rules is not None else None
        return tuple(schema.setup.get("required", ())) if schema is not None else ()

    def _caption_of(self, name: str) -> str:
        caption = self.rules.labels.get(name) if self.rules is not None else None
        return words.head(caption) if caption is not None else name.replace("_", " ").replace("-", " ").capitalize()

    def _ask(self, name: str, caption: str, field_widget: Any) -> None:
        self.fields[name] = field_widget
        if isinstance(field_widget, OrderField):
            field_widget.name = caption
        self._caption(caption)
        self.ids.rows.add_widget(field_widget)

    def _caption(self, text: str) -> None:
        self.ids.rows.add_widget(Wrapped(text=text, units=20, color=theme.quiet))


def _record_schema(rules: AnyGame) -> RecordSchema | None:
    return rules.record_schema() if rules.record_schema is not None else None


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    properties: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    return properties


load_kv(__file__)
