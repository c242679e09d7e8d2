"""The mark of a remembered player: initials on a disc with a colour and a pattern."""

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme

PATTERNS = 3
"""Patterns of the marks, so that no two of nine players differ by their colour alone."""


class PlayerMark(BoxLayout):
    """A player's initials on a disc with a colour and a pattern."""

    initials = StringProperty("")
    colour = ListProperty(theme.ink)
    pattern = NumericProperty(0)

    def show(self, name: str, number: int) -> None:
        """Show a player.

        Args:
            name: The player's name.
            number: The player's place among all, from 0, which chooses the colour and the pattern.
        """
        self.initials, self.colour = initials(name), theme.seats[number % len(theme.seats)]
        self.pattern = number // len(theme.seats) % PATTERNS


def initials(name: str) -> str:
    """Return up to two letters of a name.

    >>> initials("Ann"), initials("Jean Luc"), initials("é")
    ('An', 'JL', 'É')
    """
    parts = name.split()
    return "".join(part[0].upper() for part in parts[:2]) if len(parts) > 1 else name[:1].upper() + name[1:2]


load_kv(__file__)
