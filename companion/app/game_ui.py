"""What the app needs to know of a game to show it: its screens, the ways to them, and how it stands in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kivy.uix.widget import Widget

from companion.app.app_screen import AppScreen
from companion.locale import Message

LoadsScreen = Callable[[], type[AppScreen]]
"""Gives a screen's class: what it needs is loaded when it is first shown, so that the first screen is there soon."""


@dataclass(frozen=True, slots=True)
class StartEntry:
    """A way from the first screen into one of the app's uses."""

    screen: str
    """Where it leads."""
    icon: str
    text: Message
    about: Message


def _nothing_counted(_state: object) -> Sequence[object]:
    return ()


@dataclass(frozen=True, slots=True)
class GameUI:
    """How one game is shown."""

    table: str
    """The name of the screen on which it goes on."""
    end: str
    """The name of the screen that is shown once it is over; the table's where there is none of its own."""
    screens: Mapping[str, LoadsScreen]
    """Its screens by name; no other screen of the app has one of these names."""
    new_game: StartEntry | None = None
    """To the form that begins one."""
    entries: tuple[StartEntry, ...] = field(default=())
    """To uses for which no game is kept."""
    count_scores: Callable[[Any], Sequence[object]] = _nothing_counted
    """Of a state: what each seat has of that which decides, for the list of games."""
    missing_area: Message | None = None
    """What is said where a camera does not see by what the game is found."""
    preview: Callable[[Any], Widget] | None = None
    """Of a state: its table, drawn small."""
