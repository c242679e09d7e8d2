"""Loading of what the first screen is drawn without: the stored games, other screens, pictures of cards."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Thread, main_thread
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.window.idle import watch_touches, work_when_idle
from companion.platform_info import collect_only_when_idle

LOAD_DELAY, LOAD_INTERVAL = 0.7, 0.03
"""Seconds after the first frame, and between two modules, at which other screens are loaded."""

_STORE = "companion.app.storage.game_store"
"""The module with the stored games, which loads the database packages."""

_IN_BACKGROUND = (
    _STORE,
    "companion.play.play",
    "companion.games.magnate.game",
    "companion.games.magistratvm.game",
    "companion.games.sorcerous_futures.game",
    "companion.artwork.faces",
    "companion.artwork.raster",
    "companion.roller",
    "companion.live.dice_devices",
    "companion.live.events",
    "companion.live.rolls_at_table",
    "companion.pictures.sources",
)
"""Modules without widgets: a thread loads them, so that the drawing thread need not stop for them."""


def load_after_first_frame(app: Any) -> None:
    """Load what other screens need, once the first screen is visible: modules first, then widgets and textures."""

    def begin(*_: object) -> None:
        Window.unbind(on_flip=begin)
        Clock.schedule_once(lambda _seconds: Thread(target=load, name="load ahead").start(), LOAD_DELAY)

    def load() -> None:
        for module in _IN_BACKGROUND:
            if not main_thread().is_alive():
                return
            import_module(module)
        Clock.schedule_once(lambda _seconds: app.game_store.start_filling())
        Clock.schedule_once(lambda _seconds: work_when_idle(_steps(app), LOAD_INTERVAL))

    watch_touches()
    collect_only_when_idle()
    Window.bind(on_flip=begin)


def _steps(app: Any) -> Iterator[Callable[[], object]]:
    """Yield what the drawing thread has to do itself, in steps that fit between two frames."""
    from companion.app.window.screen_names import loaded_ahead

    yield from loaded_ahead()
    from companion.app.window.textures import paint_ahead, textures_ahead

    painting = paint_ahead()
    yield from textures_ahead(lambda: not painting.is_alive())
    yield from app.sounds.loading_steps()


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
