"""The swipe from the left edge of the window, which leads back as Android's does."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

EDGE_DP = 20
"""Width of the strip at the left edge in which a swipe begins."""
SHARE = 0.2
"""Share of the window's width that a swipe crosses."""
STEEPNESS = 0.5
"""Largest height of a swipe, as a share of its width."""


def is_swipe_back(start: tuple[float, float], end: tuple[float, float], width: float) -> bool:
    """Return whether a touch that moved from one point to another is a swipe back.

    Args:
        start: Where it began, in pixels.
        end: Where it ended.
        width: The width of the window in pixels.
    """
    across, up = end[0] - start[0], abs(end[1] - start[1])
    return start[0] <= dp(EDGE_DP) and across >= SHARE * width and up <= STEEPNESS * across


def release(touch: Any) -> None:
    """Take a touch from the widgets that it pressed: it is no tap."""
    for reference in list(touch.grab_list):
        widget = reference()
        if widget is not None:
            touch.ungrab(widget)
            if getattr(widget, "state", None) == "down":
                widget.state = "normal"
