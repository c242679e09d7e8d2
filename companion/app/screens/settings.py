"""The settings, and the folder of all data."""

from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.storage.settings import TEXT_SIZES, TURN_MINUTES, VOLUMES
from companion.app.texts.i18n import words
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.layouts import Stack
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.locale.languages import LANGUAGES
from companion.themes import NAMES


class SettingsGroup(Stack):
    """Settings of one subject, below its title."""

    title = StringProperty("")


class SettingsScreen(AppScreen):
    """Each tap changes a setting at once, and stores it."""

    def on_pre_enter(self) -> None:
        """Show the settings."""
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the value of every setting."""
        self.ids.rows.clear_widgets()
        settings = App.get_running_app().settings
        self.fields: dict[str, ChoiceField] = {}
        for title, asked in _all_settings():
            group = SettingsGroup(title=title)
            self.ids.rows.add_widget(group)
            for name, caption, choices in asked:
                value = words.language if name == "language" else getattr(settings, name)
                group.ids.rows.add_widget(self._ask(name, caption, value, choices))
        self.ids.folder.text = str(App.get_running_app().folders.data)

    def _ask(self, name: str, caption: str, value: object, choices: Any) -> BoxLayout:
        field = ChoiceField(value=value, choices=list(choices.items()))
        field.bind(value=lambda _field, chosen: self._set(name, chosen))
        self.fields[name] = field
        row = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.unit * 4)
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(Wrapped(text=caption, units=22))
        row.add_widget(field)
        return row

    def _set(self, name: str, value: Any) -> None:
        app = App.get_running_app()
        if name == "language":
            words.language = value
        elif name == "theme":
            app.use_theme(value)
        elif name == "text_size":
            app.set_text_size(value)
        else:
            app.set(name, value)


def _all_settings() -> list[tuple[str, list[tuple[str, str, Any]]]]:
    """Return each group with its settings: for each its name, its caption, and the choices with their texts."""
    asks = {False: words._("Ask first"), True: words._("Accept automatically")}
    switched = {True: words._("On"), False: words._("Off")}
    sizes = dict(zip(TEXT_SIZES, (words._("Normal"), words._("Large"), words._("Very large")), strict=True))
    themes = {name: words.say(label) for name, label in NAMES.items()}
    volumes = dict(zip(VOLUMES, (words._("Off"), words._("Quiet"), words._("Loud")), strict=True))
    minutes = {n: words._("{n} min").format(n=n) if n else words._("Off") for n in TURN_MINUTES}
    ways = {True: words._("Flipped"), False: words._("Not flipped")}
    shown: list[tuple[str, str, Any]] = [
        ("language", words._("Language"), dict(LANGUAGES)),
        ("theme", words._("Theme"), themes),
        ("text_size", words._("Text size"), sizes),
        ("animations", words._("Animations"), switched),
    ]
    played: list[tuple[str, str, Any]] = [
        ("far_side_turned", words._("Far side"), ways),
        ("turn_minutes", words._("Time for a turn"), minutes),
        ("volume", words._("Sounds"), volumes),
        ("keep_awake", words._("Keep the screen on during a game"), switched),
    ]
    if App.get_running_app().speech.has_voice:
        played.insert(3, ("speaks", words._("Say aloud what happens"), switched))
    entered: list[tuple[str, str, Any]] = [
        ("camera_counts_at_once", words._("Moves from the camera"), asks),
        ("roller_counts_at_once", words._("Rolls from the roller"), asks),
        ("dice_count_at_once", words._("Rolls from Bluetooth dice"), asks),
    ]
    return [(words._("Display"), shown), (words._("At the table"), played), (words._("Camera and dice"), entered)]


load_kv(__file__)
