"""What kind of machine this is, where that makes a difference."""

from __future__ import annotations

import os
import sys


def on_android() -> bool:
    """Whether this runs in an app on Android, by what python-for-android sets and newer Pythons say."""
    return sys.platform == "android" or "ANDROID_ARGUMENT" in os.environ
