"""Enters the roll: the dice on the table, or the app's."""

from __future__ import annotations

from kivy.properties import ListProperty, ObjectProperty

from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv


class RollSheet(TraySheet):
    """Dice to tap; dice of this turn that were undone can be entered again with one tap."""

    is_choice = True
    table = ObjectProperty(rebind=True)
    cast = ListProperty()

    def begin(self) -> None:
        """Wait for a new roll, with nothing entered."""
        self.cast = [die.value for die in self.table.dice_cast or ()]
        self.notice = ""
        entry = self.ids.entry
        entry.tax_dice_needed = self.table.state.options.tax_dice
        entry.forget()

    def same_again(self) -> None:
        """Enter the dice again that were undone."""
        self.table.rolled((self.cast[0], self.cast[1]), tuple(self.cast[2:]))


load_kv(__file__)
