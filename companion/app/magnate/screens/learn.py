"""Magnate in two minutes: what a player does in a turn, in pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.widgets.dice import DieFace
from companion.app.widgets.glyph import TokenFace
from companion.app.window.kv_loader import load_kv
from companion.locale import Message
from companion.pieces import Card, Suit


def _cards(*codes: str) -> Callable[[], list[Widget]]:
    return lambda: [CardFace(card=Card.parse(code)) for code in codes]


def _dice(*values: int, tax: int = 0) -> Callable[[], list[Widget]]:
    return lambda: [*(DieFace(value=value) for value in values), *([DieFace(kind="suit", value=tax)] if tax else [])]


def _tokens(*suits: Suit) -> Callable[[], list[Widget]]:
    return lambda: [TokenFace(suit=suit) for suit in suits]


STEPS = (
    (
        _cards("PMSL", "X", "PWLY"),
        Message(
            "Five districts lie between you. The player with more of them at the end wins. The app keeps all tokens."
        ),
    ),
    (
        _dice(8, 3),
        Message(
            "Roll two dice. The higher one pays everybody: each finished card of that rank gives a token of each of "
            "its suits, a deed gives one. A 10 pays Crowns, two 1s pay Aces."
        ),
    ),
    (
        _dice(1, 6, tax=2),
        Message("A 1 is a tax: the six-sided die names a suit. A player with two or more of its tokens keeps one."),
    ),
    (
        _cards("PMSL", "4MS"),
        Message(
            "Play one card. Develop it in a district: it shares a suit with your last card there, or with the Pawn. It "
            "costs as many tokens as its rank, of its suits, at least one of each."
        ),
    ),
    (
        _cards("9MS"),
        Message("Or buy its deed: one token of each suit now, the others later. It counts once it is paid."),
    ),
    (_tokens(Suit.LEAVES, Suit.WYRMS), Message("Or sell it for one token of each of its suits.")),
    (
        _cards("3LY"),
        Message(
            "Draw a card; your turn is over. The pile is shuffled once. When it is empty again, "
            "everybody has one last turn."
        ),
    ),
    (
        _cards("9MS", "AM"),
        Message(
            "Then count the ranks in each district; an Ace counts 1 for each of your cards there with its suit. Level "
            "games go to the higher sum of all ranks, then to more tokens."
        ),
    ),
)
"""What each step shows, and its text."""


class LearnStep(BoxLayout):
    """A picture and a few sentences."""

    text = StringProperty("")


class LearnScreen(AppScreen):
    """The steps, and a way into a new game."""

    def on_kv_post(self, _base: Any) -> None:
        """Build the steps."""
        self.steps = []
        for picture, _ in STEPS:
            step = LearnStep()
            for widget in picture():
                step.ids.picture.add_widget(widget)
            self.steps.append(step)
            self.ids.steps.add_widget(step)
        words.bind(language=self.show)
        self.show()

    def show(self, *_: object) -> None:
        """Show the texts in the current language."""
        for step, (_picture, text) in zip(self.steps, STEPS, strict=True):
            step.text = words.say(text)


load_kv(__file__)
