"""A roll of a turn where no game goes on: the dice to type, and what they bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.decisions import Decision
from companion.games.documents import Json
from companion.games.rows import Rows
from companion.locale import Message
from companion.pieces import Card, Cast, Wish

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class RollEffect:
    """What a roll brings to anybody."""

    sentences: tuple[Message, ...]
    cards: tuple[Card, ...]
    """The cards that pay."""
    rows: Rows
    """What each roll brings, with a mark at this one."""
    document: Json
    """The same for programs, with the values of the dice."""


@dataclass(frozen=True, slots=True)
class Rolls(Generic[OptionsT, StateT]):
    """The rolls of one game."""

    wish: Callable[[OptionsT], Wish]
    """Returns the dice of a turn."""
    decision: Callable[[OptionsT], Decision[Any]]
    """Returns the decision by which dice are typed."""
    effect: Callable[[Cast], RollEffect]
    players: Callable[[StateT, Sequence[str]], Sequence[Json]]
    """Returns what the last roll of a state did to each player, for programs; the names are by seat."""
