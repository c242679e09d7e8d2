"""OpenCV kept from printing lines of its own between ours."""

from __future__ import annotations

import cv2

SILENT = 0
"""OpenCV's ``LOG_LEVEL_SILENT``."""


def silence_opencv() -> None:
    """Nothing more is printed by OpenCV: what it would complain of, whoever calls it says better."""
    # Up to OpenCV 4.12 the function lies in cv2 itself, in later ones in a module of its own.
    getattr(cv2.utils, "logging", cv2).setLogLevel(SILENT)
