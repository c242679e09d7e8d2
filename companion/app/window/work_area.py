"""The part of the screen that a window may take."""

import ctypes
import os
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

from companion.errors import CompanionError
from companion.locale import Message

TITLE_BAR = 40
"""Largest height of the bar above a window in pixels; SDL knows it only once there is a window."""


class NoScreen(CompanionError):
    """There is no screen, or none that can be used."""


def no_screen() -> NoScreen:
    """Return the error for a screen that is missing or out of reach."""
    return NoScreen(
        Message("the tablet app"),
        Message("no display is available"),
        Message("start it from a desktop; for what works without a display, run companion --help"),
    )


class _Rect(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("x", "y", "w", "h")]


def fit_window(size: tuple[int, int], area: tuple[int, int] | None) -> tuple[int, int]:
    """Return the size in pixels, or as much of it as fits below a title bar.

    >>> fit_window((1280, 800), (1280, 800)), fit_window((1280, 800), (1920, 1053)), fit_window((1280, 800), None)
    ((1280, 760), (1280, 800), (1280, 800))
    """
    if area is None:
        return size
    return min(size[0], area[0]), min(size[1], area[1] - TITLE_BAR)


def work_area() -> tuple[int, int] | None:
    """Return width and height that panels and docks leave of the first screen, in pixels; None if unknown.

    :class:`NoScreen` is raised if SDL cannot use the screen.
    """
    sdl = None if "ANDROID_ARGUMENT" in os.environ else _sdl()
    if sdl is None:
        return None
    try:
        if sdl.SDL_VideoInit(None) != 0:
            raise no_screen()
        is_invisible = sdl.SDL_GetCurrentVideoDriver() in (b"offscreen", b"dummy")
        if is_invisible and "SDL_VIDEODRIVER" not in os.environ:
            sdl.SDL_VideoQuit()
            raise no_screen()
        rect = _Rect()
        known = sdl.SDL_GetDisplayUsableBounds(0, ctypes.byref(rect)) == 0 and rect.w > 0 and rect.h > TITLE_BAR
        sdl.SDL_VideoQuit()
    except AttributeError:  # an SDL before 2.0.5
        return None
    return (rect.w, rect.h) if known else None


def _sdl() -> ctypes.CDLL | None:
    """Return the SDL with which Kivy draws."""
    for path in _candidates():
        try:
            sdl = ctypes.CDLL(path)
        except OSError:
            continue
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        return sdl
    return None


def _candidates() -> Iterator[str]:
    """Yield paths of SDL: in a wheel of Kivy, by system, then the system's own."""
    found = find_spec("kivy")
    if found is not None and found.origin is not None:
        kivy = Path(found.origin).parent
        for folder, pattern in (
            (kivy.parent / "Kivy.libs", "libSDL2-2*"),
            (kivy / ".dylibs", "SDL2"),
            (Path(sys.prefix) / "share" / "sdl2" / "bin", "SDL2.dll"),
        ):
            yield from map(str, sorted(folder.glob(pattern)))
    own = find_library("SDL2-2.0") or find_library("SDL2")
    if own is not None:
        yield own
