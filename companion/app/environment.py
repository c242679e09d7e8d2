"""Kivy's surroundings, settled before its first import."""

from __future__ import annotations

import logging
import os
import sys
import tempfile

from companion.errors import CompanionError
from companion.locale import Message
from companion.memory import keep_pictures_apart

DESIGN_SIZE = (1280, 800)
"""The window for which every screen is drawn; others scale from it."""

HANDED_OVER = 0.0005
"""Seconds after which a busy thread lets another go on."""


class NoScreen(CompanionError):
    """There is nothing to draw on."""


def settle(size: tuple[int, int] = DESIGN_SIZE) -> None:
    """Keeps Kivy from eating the command line's arguments and from writing log files."""
    # A finger waits while the thread that reads the table holds the interpreter: so it is handed over soon.
    sys.setswitchinterval(HANDED_OVER)
    keep_pictures_apart()
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # else it has every library say everything, in its own words
    os.environ.setdefault("KCFG_KIVY_LOG_LEVEL", "warning")
    os.environ.setdefault("KCFG_GRAPHICS_WIDTH", str(size[0]))
    os.environ.setdefault("KCFG_GRAPHICS_HEIGHT", str(size[1]))
    os.environ.setdefault("KCFG_INPUT_MOUSE", "mouse,disable_multitouch")
    logging.getLogger("kivy").addFilter(_about_the_app)


def _about_the_app(record: logging.LogRecord) -> bool:
    """Keeps Kivy's complaints about drivers and settings, tracebacks and all, from a player's terminal."""
    return not record.getMessage().startswith(("Input", "Config", "Cutbuffer", "Clipboard"))


def settle_offscreen(size: tuple[int, int] = DESIGN_SIZE) -> None:
    """The same for a window that nobody sees: tests, and the pictures in the README."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    os.environ.update(
        KIVY_WINDOW="sdl2",
        KIVY_HOME=tempfile.mkdtemp(prefix="kivy-"),
        KIVY_METRICS_DENSITY="1",
        SDL_AUDIODRIVER="dummy",
        LIBGL_ALWAYS_SOFTWARE="1",
    )
    settle(size)
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "0")
    Config.set("graphics", "min_state_time", "0")
    for provider, _ in Config.items("input"):
        Config.remove_option("input", provider)


def must_have_a_screen() -> None:
    """Raises :class:`NoScreen` where SDL would draw into nothing (Linux without a display)."""
    drawn_elsewhere = os.environ.get("SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and "ANDROID_ARGUMENT" not in os.environ and not drawn_elsewhere:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            raise NoScreen(
                Message("the tablet app"),
                Message("there is no screen to open a window on"),
                Message("start it from a desktop, or run companion --help for what works without a screen"),
            )
