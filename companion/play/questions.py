"""What a play asks its players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from companion.journal import Entry
from companion.locale import Message
from companion.play.policy import Source

Move = TypeVar("Move")


class Kind(Enum):
    """Why it is asked."""

    CONFIRM = "confirm"
    """Something was proposed that its source may not do alone."""
    WHICH = "which"
    """What was proposed can be done in several ways."""
    OTHER_DICE = "other_dice"
    """This turn's dice were cast already, were taken back, and are now said to be others."""
    RULES = "rules"
    """The rules need an answer from its owner before play goes on."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[Move]):
    """One answer: a move, and what it says on the button."""

    move: Move
    text: Message


@dataclass(frozen=True, slots=True)
class Question(Generic[Move]):
    """Something that a player settles by choosing, or by dismissing what was proposed."""

    id: str
    kind: Kind
    owner: int | None
    """The seat that answers; None for anybody at the table."""
    text: Message
    choices: tuple[Choice[Move], ...]


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposed something, on what they had seen, and what they want to hear of it."""

    id: str
    """Of the proposal, its question and the entry that it becomes."""
    source: Source
    seat: int | None
    base_seq: int
    acknowledge: Callable[[Entry], None] | None = None
    withdrawn: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Pending(Generic[Move]):
    """A proposal that waits for its question to be answered."""

    question: Question[Move]
    proposer: Proposer
