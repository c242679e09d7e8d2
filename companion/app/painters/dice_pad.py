"""Dice as they lie on the table, entered by taps one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.dice import DieTarget, lay_dice
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.fields import Die
from companion.pieces import DieKind


class DicePad(BoxLayout):
    """The dice of a decision, and the faces of the one that is asked: ``callback(face)`` gets the tapped one.

    A tap on the dice calls ``restart``.
    """

    text = StringProperty("")
    """The question."""
    count = NumericProperty(0)
    """The number of dice that are shown."""

    def __init__(self, callback: Callable[[int], object], restart: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._callback = callback
        self._asked: Die | None = None
        self.targets: dict[int, DieTarget] = {}
        """The pads of the faces."""
        self.ids.cast.bind(on_release=lambda _cast: restart())

    def show(self, decision: Decision[Any], asked: Die, text: str) -> None:
        """Show the dice until now, and the faces of the die that is asked."""
        dice = [one for one in decision.fields if isinstance(one, Die)]
        self.text, self.count = text, len(dice)
        lay_dice(self.ids.dice, ((_kind(one), decision.answers.get(one.name, 0)) for one in dice))
        if self._asked is None or asked.faces != self._asked.faces:
            self._asked = asked
            self.ids.faces.clear_widgets()
            self.targets = {face: DieTarget(value=face, kind=_kind(asked)) for face in range(1, len(asked.faces) + 1)}
            for face, target in self.targets.items():
                target.bind(on_release=partial(self._tapped, face))
                self.ids.faces.add_widget(target)

    @staticmethod
    def columns(width: float, count: int) -> int:
        """Return in how many columns pads as wide as fingers stand, in as few even rows as there is room for."""
        gap = theme.unit * 4
        most = max(1, int((width + gap) // (theme.target + gap)))
        return max(1, -(-count // max(1, -(-count // most))))

    def _tapped(self, face: int, _target: DieTarget) -> None:
        self._callback(face)


def _kind(die: Die) -> str:
    return "suit" if die.suits else "d6" if len(die.faces) == DieKind.D6.faces else "d10"


load_kv(__file__)
