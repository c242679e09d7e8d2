"""Frames of the app in an offscreen window."""

from __future__ import annotations


def draw() -> None:
    """Draw one frame and wait until it is complete, since the renderer's queue would grow without a screen."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    EventLoop.window.canvas.ask_update()
    EventLoop.idle()
    glFinish()
