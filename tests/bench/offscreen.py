"""Frames of the app in a window that nobody sees."""

from __future__ import annotations


def draw() -> None:
    """One frame, until it is drawn: no screen takes these, and what is not waited for piles up in the renderer."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    EventLoop.window.canvas.ask_update()
    EventLoop.idle()
    glFinish()
