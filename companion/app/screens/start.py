"""The first screen: a whole game, or one of three lighter doors."""

from __future__ import annotations

from kivy.uix.screenmanager import Screen

from companion.app.kv import load_beside


class StartScreen(Screen):
    """Five doors and the language."""


load_beside(__file__)
