"""Switch off OpenCV's own log lines."""

import cv2

SILENT = 0
"""OpenCV's ``LOG_LEVEL_SILENT``."""


def silence_opencv() -> None:
    """Switch off OpenCV's log: its callers report errors themselves."""
    # Up to OpenCV 4.12 the function lies in cv2 itself, in later ones in a module of its own.
    getattr(cv2.utils, "logging", cv2).setLogLevel(SILENT)
