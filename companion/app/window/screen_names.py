"""The app's screens: one table of names and classes, each loaded when it is first shown."""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module

import companion.app
from companion.app.app_screen import AppScreen
from companion.app.registry import all_game_uis

SCREENS: Mapping[str, str] = {
    "start": "companion.app.screens.start.StartScreen",
    "games": "companion.app.screens.games.GamesScreen",
    "players": "companion.app.screens.players.PlayersScreen",
    "copies": "companion.app.screens.games.CopiesScreen",
    "settings": "companion.app.screens.settings.SettingsScreen",
    "deck": "companion.app.screens.deck.DeckScreen",
    "teach_deck": "companion.app.screens.deck.TeachDeckScreen",
    "roller": "companion.app.screens.dice.RollerScreen",
    "dice": "companion.app.screens.dice.DiceScreen",
    "camera": "companion.app.screens.camera.CameraScreen",
    "meet_dice": "companion.app.screens.meet_dice.MeetDiceScreen",
    "score_table": "companion.app.screens.score_table.ScoreTableScreen",
    "learn": "companion.app.screens.learn.LearnScreen",
    "rules": "companion.app.screens.learn.RulesScreen",
    **{name: path for ui in all_game_uis() for name, path in ui.screens.items()},
}
"""The dotted path of each screen's class, by the screen's name."""

_PARTS = ("widgets", "sheets", "screens")
"""Folders whose modules are loaded ahead, in this order: each needs those before it."""


def screen_class(name: str) -> type[AppScreen]:
    """Return the class of a screen, importing its module on the first use."""
    module, _, class_name = SCREENS[name].rpartition(".")
    loaded: type[AppScreen] = getattr(import_module(module), class_name)
    return loaded


def loaded_ahead() -> Iterator[Callable[[], object]]:
    """Yield one step for each module of widgets, sheets and screens; each step imports that module."""
    names = [found.name for found in pkgutil.walk_packages(companion.app.__path__, "companion.app.") if not found.ispkg]
    for folder in _PARTS:
        yield from (partial(import_module, name) for name in names if name.split(".")[-2] == folder)
