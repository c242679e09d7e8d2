"""Every screen of the app by name, each loaded when it is first shown."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module

import companion.app
from companion.app.app_screen import AppScreen
from companion.app.game_ui import LoadsScreen
from companion.app.registry import all_game_uis


def _start() -> type[AppScreen]:
    from companion.app.screens.start import StartScreen

    return StartScreen


def _games() -> type[AppScreen]:
    from companion.app.screens.games import GamesScreen

    return GamesScreen


def _copies() -> type[AppScreen]:
    from companion.app.screens.copies import CopiesScreen

    return CopiesScreen


def _settings() -> type[AppScreen]:
    from companion.app.screens.settings import SettingsScreen

    return SettingsScreen


def _deck() -> type[AppScreen]:
    from companion.app.screens.deck import DeckScreen

    return DeckScreen


def _roller() -> type[AppScreen]:
    from companion.app.screens.roller import RollerScreen

    return RollerScreen


def _dice() -> type[AppScreen]:
    from companion.app.screens.dice import DiceScreen

    return DiceScreen


def _camera() -> type[AppScreen]:
    from companion.app.screens.camera import CameraScreen

    return CameraScreen


def _rules() -> type[AppScreen]:
    from companion.app.screens.rules import RulesScreen

    return RulesScreen


SCREENS: Mapping[str, LoadsScreen] = {
    "start": _start,
    "games": _games,
    "copies": _copies,
    "settings": _settings,
    "deck": _deck,
    "roller": _roller,
    "dice": _dice,
    "camera": _camera,
    "rules": _rules,
    **{name: loads for face in all_game_uis() for name, loads in face.screens.items()},
}


_PARTS = ("widgets", "sheets", "screens")
"""Folders of what screens are made of, the smallest first."""


def loaded_ahead() -> Iterator[Callable[[], object]]:
    """Loads all that is ever shown, a file a step: whoever touches meanwhile waits for one."""
    names = [found.name for found in pkgutil.walk_packages(companion.app.__path__, "companion.app.") if not found.ispkg]
    for folder in _PARTS:
        yield from (partial(import_module, name) for name in names if name.split(".")[-2] == folder)
    yield from SCREENS.values()
