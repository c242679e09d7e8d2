"""Loading of what the first screen is drawn without: the stored games, other screens, pictures of cards."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

LOAD_DELAY, LOAD_INTERVAL = 0.7, 0.03
"""Seconds after the first frame, and between two modules, at which other screens are loaded."""

_STORE = "companion.app.game_store"
"""The module with the stored games, which loads the database packages."""


def load_after_first_frame(app: Any) -> None:
    """Load what other screens need, a module at a time, once the first screen is visible."""

    def load(*_: object) -> None:
        Window.unbind(on_flip=load)
        Clock.schedule_once(lambda _seconds: _load_screens(), LOAD_DELAY)
        Clock.schedule_once(lambda _seconds: app.game_store.start_filling(), LOAD_DELAY)

    Window.bind(on_flip=load)


def _load_screens() -> None:
    from companion.app.screen_names import loaded_ahead
    from companion.app.textures import paint_ahead

    paint_ahead()
    steps = loaded_ahead()

    def load_next(_seconds: float) -> None:
        load = next(steps, None)
        if load is not None:
            load()
            Clock.schedule_once(load_next, LOAD_INTERVAL)

    load_next(0)


def with_stored_games(act: Callable[[], object]) -> bool:
    """Call a function on this thread once the module of stored games is loaded.

    Args:
        act: The function.

    Returns:
        Whether it was called at once. Otherwise the module is loaded after the next frame, in the background.
    """
    loaded = sys.modules.get(_STORE)
    if hasattr(loaded, "GameStore"):  # and not just begun by another thread
        act()
        return True

    def load() -> None:
        import_module(_STORE)
        Clock.schedule_once(lambda _seconds: act())

    def begin(*_: object) -> None:
        Window.unbind(on_flip=begin)
        Thread(target=load, name="stored games").start()

    Window.bind(on_flip=begin)
    return False
