"""The kind of machine that the companion runs on."""

from __future__ import annotations

import os
import sys


def on_android() -> bool:
    """Return whether this is an app on Android, by python-for-android's variable or Python's own platform name."""
    return sys.platform == "android" or "ANDROID_ARGUMENT" in os.environ
