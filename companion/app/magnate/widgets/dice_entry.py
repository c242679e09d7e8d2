"""Enters by tapping what the dice on the table show."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.dice import DieTarget
from companion.app.window.kv_loader import load_kv
from companion.pieces import DieKind


class DiceEntry(BoxLayout):
    """Ten values to tap twice and, after a 1, the tax dice; ``callback(dice, tax_dice)`` gets a whole roll."""

    tax_dice_needed = NumericProperty(1)
    dice = ListProperty()
    tax = ListProperty()
    taxing = BooleanProperty(False)
    tight = BooleanProperty(False)
    """Whether the values are next to the dice, in as few lines as the window allows."""
    callback = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: Any) -> None:
        """Build the values of the dice."""
        # Kivy's ids are weak references, and only one of the two is in the tree at a time.
        self.numbers, self.taxes = self.ids.numbers.__self__, self.ids.taxes.__self__
        for value in range(1, DieKind.D10.faces + 1):
            target = DieTarget(value=value)
            target.bind(on_release=partial(self._d10_tapped, value))
            self.numbers.add_widget(target)
        for value in range(1, DieKind.D6.faces + 1):
            target = DieTarget(value=value, kind="suit")
            target.bind(on_release=partial(self._tax_tapped, value))
            self.taxes.add_widget(target)
        self.on_taxing()

    def on_taxing(self, *_: object) -> None:
        """Show the values of the d10 or of the tax dice."""
        grids = self.ids.grids
        grids.clear_widgets()
        grids.add_widget(self.taxes if self.taxing else self.numbers)

    def forget(self) -> None:
        """Start again."""
        self.dice, self.tax, self.taxing = [], [], False

    def _d10_tapped(self, value: int, _target: DieTarget) -> None:
        if self.taxing:
            return
        self.dice = [*self.dice, value]
        if len(self.dice) == 2:
            if 1 in self.dice:
                self.taxing = True
            else:
                self._give()

    def _tax_tapped(self, value: int, _target: DieTarget) -> None:
        self.tax = [*self.tax, value]
        if len(self.tax) == self.tax_dice_needed:
            self._give()

    def _give(self) -> None:
        dice, tax = (self.dice[0], self.dice[1]), tuple(self.tax)
        self.forget()
        if self.callback is not None:
            self.callback(dice, tax)


load_kv(__file__)
