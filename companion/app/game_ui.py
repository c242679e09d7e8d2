"""How the app shows one game: its screens, its entries on the start screen, and its scores in one line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.decisions import Words
from companion.locale import Message


class SetupReader(Protocol):
    """Reads a setup through the camera."""

    def start(self, options: Any) -> None:
        """Start to read the setup of a game with these options."""

    def stop(self) -> None:
        """Stop the camera."""


@dataclass(frozen=True, slots=True)
class StartEntry:
    """An entry of the start screen."""

    screen: str
    """The name of the screen that it opens."""
    icon: str
    text: Message
    about: Message
    illustration: str = ""
    """A picture by its name in ``companion/app/illustrations``, shown in the icon's place where there is room."""


@dataclass(frozen=True, slots=True)
class GameUI:
    """The user interface of one game."""

    table: str = "any_game"
    """The name of the screen on which the game is played."""
    screens: Mapping[str, str] = field(default_factory=dict)
    """The dotted path of each of its screens' classes, by a name that no other screen of the app has."""
    new_game: StartEntry | None = None
    """The entry of the form that begins a game."""
    entries: tuple[StartEntry, ...] = field(default=())
    """Entries of uses for which no game is kept."""
    missing_area: Message | None = None
    """What the app shows if a camera does not see what marks the play area."""
    setup_reader: Callable[[Callable[[Words], None], Callable[[str], None]], SetupReader] | None = None
    """Returns what reads a setup: it calls the first function with the answers that it read, the second with a
    sentence about the progress."""
    suit_dice: bool = False
    """Whether six-sided dice show suits, and no numbers."""
    illustration: str = "other_games"
    """The picture of its entry among the games without a form of their own."""
    about: Message | None = None
    """The line of that entry: what kind of game it is, with which pieces, for how many."""
