"""Every screen of the app by name, each loaded when it is first shown."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.face import LoadsScreen
from companion.app.page import Page
from companion.app.registry import faces


def _start() -> type[Page]:
    from companion.app.screens.start import StartScreen

    return StartScreen


def _games() -> type[Page]:
    from companion.app.screens.games import GamesScreen

    return GamesScreen


def _copies() -> type[Page]:
    from companion.app.screens.copies import CopiesScreen

    return CopiesScreen


def _settings() -> type[Page]:
    from companion.app.screens.settings import SettingsScreen

    return SettingsScreen


def _deck() -> type[Page]:
    from companion.app.screens.deck import DeckScreen

    return DeckScreen


def _roller() -> type[Page]:
    from companion.app.screens.roller import RollerScreen

    return RollerScreen


def _camera() -> type[Page]:
    from companion.app.screens.camera import CameraScreen

    return CameraScreen


def _rules() -> type[Page]:
    from companion.app.screens.rules import RulesScreen

    return RulesScreen


SCREENS: Mapping[str, LoadsScreen] = {
    "start": _start,
    "games": _games,
    "copies": _copies,
    "settings": _settings,
    "deck": _deck,
    "roller": _roller,
    "camera": _camera,
    "rules": _rules,
    **{name: loads for face in faces() for name, loads in face.screens.items()},
}
