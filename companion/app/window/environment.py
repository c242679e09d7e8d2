"""Kivy's environment, configured before its first import."""

import logging
import os
import shutil
import sys

from companion.app.window.work_area import NoScreen, no_screen
from companion.locale import Message
from companion.platform_info import allocate_images_with_mmap, share_heaps

DESIGN_SIZE = (1280, 800)
"""Width and height for which every screen is designed; others scale from it."""

SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy thread gives the interpreter to another; short, so that taps are answered at once."""


DUPLICATE_PROVIDERS = ("probesysfs", "mtdev", "hidinput")
"""Kivy's input providers for Linux that read touch devices which the window reports already."""


def configure_kivy(size: tuple[int, int] = DESIGN_SIZE) -> None:
    """Keep Kivy from the command line, from other programs' settings, log files and counting a finger twice."""
    # A finger waits while the thread that reads the table holds the interpreter: so it is handed over soon.
    sys.setswitchinterval(SWITCH_INTERVAL)
    allocate_images_with_mmap()
    share_heaps()
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    # Kivy's own file of settings belongs to every Kivy program of this account: fonts, rotation and sizes of others.
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # else it has every library say everything, in its own words
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # Kivy's others end the program if they cannot open a window
    os.environ.setdefault("KCFG_KIVY_LOG_LEVEL", "warning")
    os.environ.setdefault("KCFG_GRAPHICS_WIDTH", str(size[0]))
    os.environ.setdefault("KCFG_GRAPHICS_HEIGHT", str(size[1]))
    os.environ.setdefault("KCFG_INPUT_MOUSE", "mouse,disable_multitouch")
    logging.getLogger("kivy").addFilter(_is_about_the_app)
    _remove_duplicate_providers()


def _remove_duplicate_providers() -> None:
    """Keep one input provider for each device."""
    from kivy.config import Config

    for name, provider in Config.items("input"):
        if provider.split(",")[0] in DUPLICATE_PROVIDERS:
            Config.remove_option("input", name)


def _is_about_the_app(record: logging.LogRecord) -> bool:
    """Return False for Kivy's complaints about drivers and settings, which no player needs in the terminal."""
    message = record.getMessage()
    return not message.startswith(("Input", "Config", "Cutbuffer", "Clipboard", "Window: Unable", "App: Unable"))


def configure_offscreen(size: tuple[int, int] = DESIGN_SIZE) -> None:
    """Configure a window that nobody sees, for tests and for the pictures in the README."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    os.environ.update(
        KIVY_WINDOW="sdl2",
        KIVY_METRICS_DENSITY="1",
        SDL_AUDIODRIVER="dummy",
        LIBGL_ALWAYS_SOFTWARE="1",
    )
    configure_kivy(size)
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "0")
    Config.set("graphics", "min_state_time", "0")
    for provider, _ in Config.items("input"):
        Config.remove_option("input", provider)


def require_screen() -> None:
    """Raise :class:`NoScreen` on Linux without a display, where SDL would draw into nothing."""
    video_driver = os.environ.get("SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and "ANDROID_ARGUMENT" not in os.environ and not video_driver:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            raise no_screen()


def no_window() -> NoScreen:
    """Return the error for a screen on which no window can be drawn."""
    missing = Message("cannot open a window: OpenGL is missing")
    next_step = Message("install a graphics driver that supports OpenGL, or run companion doctor")
    if sys.platform.startswith("linux") and shutil.which("apt-get"):
        next_step = Message(
            "run {command}", {"command": "sudo apt-get install libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri"}
        )
    return NoScreen(Message("the tablet app"), missing, next_step)
