"""What every painter of the terminal knows: the view, the language, and how wide the terminal is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cli.languages import translate
from companion.games.view import Spot, View
from companion.locale import Message

SMALL = 60
"""Columns of a terminal below which the small form of each layout is painted."""
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Painter:
    """Paints a view for one terminal."""

    view: View
    width: int

    @property
    def small(self) -> bool:
        """Whether the small form is painted."""
        return self.width < SMALL

    def say(self, text: Message | None) -> str:
        """Return a text in the language; "" for none."""
        return "" if text is None else translate(text)

    def named(self, name: str, text: str) -> str:
        """Return a text after its name and a colon, as the language writes it."""
        return self.say(Message("{name}: {text}", {"name": name, "text": text}))

    def wrap(self, parts: Iterable[str], between: str = BETWEEN, indent: str = "    ") -> Iterator[str]:
        """Yield the lines of some parts; a line ends between two of them."""
        line = between.join(part.replace(" ", "\xa0") for part in parts if part)
        for one in textwrap.wrap(line, self.width - 1, subsequent_indent=indent, break_on_hyphens=False):
            yield one.replace("\xa0", " ")

    def count(self, spot: Spot) -> str:
        """Return a spot's number with its note."""
        return f"{spot.number or 0} {self.say(spot.note)}".rstrip()
