"""The house rules: presets for two players, and the switches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.properties import StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.magnate import Options, preset
from companion.games.magnate.house_rules import PRESET_DESCRIPTIONS, switches_of
from companion.games.magnate.preset_names import VARIANTS


class HouseRulesSheet(Sheet):
    """The presets and switches; each tap takes effect at once.

    Args:
        options: The options to begin with.
        callback: Called with the options after every change.
        **kwargs: Properties of the sheet.
    """

    description = StringProperty("")
    """One line about the chosen preset."""

    def __init__(self, options: Options, callback: Callable[[Options], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options, self._callback = options, callback
        self.presets: dict[str, Pad] = {}
        for name, text in VARIANTS.items():
            pad = Pad(text=words.say(text), units=18, size_hint_y=None, height=theme.target)
            pad.bind(on_release=partial(self._take_preset, name))
            self.presets[name] = pad
            self.ids.presets.add_widget(pad)
        self._show()

    def _take_preset(self, name: str, _pad: Pad) -> None:
        self.options = preset(name)
        self._callback(self.options)
        self._show()

    def _show(self) -> None:
        for name, pad in self.presets.items():
            pad.chosen = name == self.options.preset
        self.description = words.say(PRESET_DESCRIPTIONS[self.options.preset])
        self.ids.switches.clear_widgets()
        self.fields: dict[str, ChoiceField] = {}
        for switch in switches_of(self.options):
            choices = [(value, words.say(text)) for value, text in switch.values.items()]
            field = ChoiceField(value=getattr(self.options, switch.name), choices=choices)
            field.size_hint_x = 0.5
            field.bind(value=partial(self._switch, switch.name))
            self.fields[switch.name] = field
            self.ids.switches.add_widget(Text(text=words.say(switch.question), units=20, halign="left"))
            self.ids.switches.add_widget(field)

    def _switch(self, name: str, _field: ChoiceField, value: object) -> None:
        self.options = replace(self.options, **{name: value})  # type: ignore[arg-type]  # a switch and its own value
        self._callback(self.options)


load_kv(__file__)
