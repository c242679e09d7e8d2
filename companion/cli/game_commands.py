"""What a game brings to the command line, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.games.documents import Json

if TYPE_CHECKING:
    from companion.cli.terminal import Console
    from companion.games.board import Rows
    from companion.locale import Message
    from companion.pieces import Wish
    from companion.play import AnyPlay
    from companion.rolls import Rolled
    from companion.table.edge import Edge
    from companion.table.questions import TableQuestion
    from companion.table.sightings import Sightings

OptionsT = TypeVar("OptionsT")


class Brings(Protocol):
    """A game's part of one command."""

    @property
    def options(self) -> type:
        """The options that the game adds to it: a dataclass of ``Annotated`` fields."""


@dataclass(frozen=True, slots=True)
class Begins(Generic[OptionsT]):
    """``companion new``, told in the game's own words what lies on the table."""

    options: type[OptionsT]
    setup: Callable[[OptionsT, Sequence[str]], Json]
    """The setup's document, from these options and the players' names. Raises what is missing."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What may come in a game, for programs and for people."""

    document: Json
    show: Callable[[Console, NullTranslations], None]


@dataclass(frozen=True, slots=True)
class Foresees(Generic[OptionsT]):
    """``companion foresee``."""

    options: type[OptionsT]
    foreseen: Callable[[Any, Sequence[str], OptionsT], Foreseen]
    """From the state, the players' names and these options."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A photographed table and what it is worth."""

    players: int
    sure: bool
    questions: tuple[TableQuestion, ...]
    remarks: tuple[Message, ...]
    worth: Json
    """The score for programs."""
    rows: Rows
    """The table, with what each part of it is worth."""
    why: Message
    """Who wins, and why."""


ScorePhotos = Callable[[Sequence["Sightings"], "Edge", Mapping[str, str]], Scored]
"""From what was seen in each photo, player 0's edge, and answers by their questions' keys."""


@dataclass(frozen=True, slots=True)
class Scores(Generic[OptionsT]):
    """``companion score``."""

    options: type[OptionsT]
    scorer: Callable[[str, OptionsT], ScorePhotos]
    """How photos are scored, by preset and these options; raises what is wrong with them before any photo is read."""
    each: bool = False
    """Whether there is a photo a player, in seat order; otherwise one of the whole table."""


@dataclass(frozen=True, slots=True)
class Watches(Generic[OptionsT]):
    """``companion watch``, for a game that a camera can follow."""

    options: type[OptionsT]
    habits: Callable[[OptionsT], Mapping[str, object]]
    """What is the table's own custom, by name, whatever the options of its game say."""
    alone: Callable[[str, OptionsT], tuple[Any, Wish]]
    """Without a game: the options in force, by preset, and the roll of a turn."""


@dataclass(frozen=True, slots=True)
class Rolls(Generic[OptionsT]):
    """``companion roll``."""

    options: type[OptionsT]
    alone: Callable[[OptionsT], Wish]
    """The dice that are rolled outside any game."""
    document: Callable[[Rolled], Json]
    """What a roll means."""
    in_game: Callable[[Rolled, AnyPlay], Json]
    """The same, and what it did in the game that took it."""
    show: Callable[[Json], None]
    """Either, printed for people."""


@dataclass(frozen=True, slots=True)
class GameCommands:
    """One game's part of the command line. A command that needs what is left out says that the game has it not."""

    begins: Begins[Any] | None = None
    foresees: Foresees[Any] | None = None
    scores: Scores[Any] | None = None
    watches: Watches[Any] | None = None
    rolls: Rolls[Any] | None = None
