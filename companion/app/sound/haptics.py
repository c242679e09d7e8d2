"""Haptic feedback for what happens in a game, on devices that have it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module

from companion.platform_info import on_android

_log = logging.getLogger(__name__)
_devices: list[Callable[[], None]] = []


def set_haptics(device: Callable[[], None]) -> None:
    """Use this device from now on; it is called for each short vibration."""
    _devices[:] = [device]


def vibrate() -> None:
    """Vibrate shortly, unless the device cannot or its settings forbid it."""
    if not _devices and on_android():
        set_haptics(_vibrate_android)
    for device in _devices:
        device()


def _vibrate_android() -> None:
    """Ask Android for its usual feedback to a long press, which needs no permission."""
    try:
        jnius, runnable = import_module("jnius"), import_module("android.runnable")
        activity = jnius.autoclass("org.kivy.android.PythonActivity").mActivity
        constants = jnius.autoclass("android.view.HapticFeedbackConstants")
        view = activity.getWindow().getDecorView()
        runnable.run_on_ui_thread(lambda: view.performHapticFeedback(constants.LONG_PRESS))()
    except Exception:  # a game goes on without it, whatever the device answers
        _log.exception("no haptic feedback here")
        set_haptics(_stay_still)


def _stay_still() -> None:
    """Do nothing: the device has no haptic feedback."""
