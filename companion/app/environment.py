"""Kivy's surroundings, settled before its first import."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path

from companion.app.work_area import NoScreen, no_screen
from companion.locale import Message
from companion.malloc import allocate_images_with_mmap

DESIGN_SIZE = (1280, 800)
"""The window for which every screen is drawn; others scale from it."""

HANDED_OVER = 0.0005
"""Seconds after which a busy thread lets another go on."""


DOUBLED = ("probesysfs", "mtdev", "hidinput")
"""Input providers of Kivy for Linux that read touch devices, touchpads among them, beside the window, which has their
touches already."""


def settle(size: tuple[int, int] = DESIGN_SIZE) -> None:
    """Keeps Kivy from eating the command line's arguments, from writing log files and from counting a finger twice."""
    # A finger waits while the thread that reads the table holds the interpreter: so it is handed over soon.
    sys.setswitchinterval(HANDED_OVER)
    allocate_images_with_mmap()
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # else it has every library say everything, in its own words
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # Kivy's others end the program if they cannot open a window
    os.environ.setdefault("KCFG_KIVY_LOG_LEVEL", "warning")
    os.environ.setdefault("KCFG_GRAPHICS_WIDTH", str(size[0]))
    os.environ.setdefault("KCFG_GRAPHICS_HEIGHT", str(size[1]))
    os.environ.setdefault("KCFG_INPUT_MOUSE", "mouse,disable_multitouch")
    logging.getLogger("kivy").addFilter(_about_the_app)
    _settle_home()
    _leave_one_provider_of_a_kind()


def _settle_home() -> None:
    """Kivy keeps files of its own, and does not start without a folder for them."""
    if "ANDROID_ARGUMENT" in os.environ:
        return
    home = Path(os.environ.get("KIVY_HOME") or Path("~/.kivy").expanduser())
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not os.access(home, os.W_OK):
            raise PermissionError(home)
    except (OSError, RuntimeError):
        os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-")


def _leave_one_provider_of_a_kind() -> None:
    """One finger is one touch."""
    from kivy.config import Config

    for name, provider in Config.items("input"):
        if provider.split(",")[0] in DOUBLED:
            Config.remove_option("input", name)


def _about_the_app(record: logging.LogRecord) -> bool:
    """Keeps Kivy's complaints about drivers and settings, tracebacks and all, from a player's terminal."""
    said = record.getMessage()
    return not said.startswith(("Input", "Config", "Cutbuffer", "Clipboard", "Window: Unable", "App: Unable"))


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
            raise no_screen()


def no_window() -> NoScreen:
    """The error if a screen is there and no window can be drawn on it."""
    missing = Message("no window can be opened here: OpenGL is missing")
    mend = Message("install a graphics driver with OpenGL, or run companion doctor")
    if sys.platform.startswith("linux") and shutil.which("apt-get"):
        mend = Message("run {command}", {"command": "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"})
    return NoScreen(Message("the tablet app"), missing, mend)
