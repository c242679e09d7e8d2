"""The first screen: a whole game, or one of three lighter doors."""

from __future__ import annotations

from companion.app.kv import load_beside
from companion.app.page import Page


class StartScreen(Page):
    """Five doors and the language."""


load_beside(__file__)
