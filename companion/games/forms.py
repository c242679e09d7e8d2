"""What a player says to make a move that is not one of a few: cards that are picked, amounts, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.locale import Message
from companion.pieces import Card

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Cards:
    """Some of the ``offered`` cards are picked, at least and at most so many; ``chosen`` is what stood there before.

    The answer is a tuple of cards.
    """

    text: Message
    offered: tuple[Card, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number in these bounds, both included."""

    text: Message
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several; the answer is its place among them."""

    text: Message
    offered: tuple[Message, ...]


Part = Cards | Amount | Pick
Answers = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Form(Generic[MoveT]):
    """A way to make a move by saying its parts in order."""

    owner: int | None
    """The seat that says it; None for the whole table."""
    text: Message
    """What its button says."""
    next: Callable[[Answers], Part | None]
    """The part that is asked after these answers; None once all is said."""
    move: Callable[[Answers], MoveT]
    besides: bool = False
    """Whether play does not wait for it."""
    secret: bool = False
    """Whether it is for its owner's eyes alone."""


def one_of(text: Message, question: Message, forms: tuple[Form[MoveT], ...], *, besides: bool = False) -> Form[MoveT]:
    """A form of the whole table that asks first which of these is meant."""

    def following(said: Answers) -> Part | None:
        return forms[said[0]].next(said[1:]) if said else Pick(question, tuple(form.text for form in forms))

    return Form(None, text, following, lambda said: forms[said[0]].move(said[1:]), besides)


def in_order(*parts: Part) -> Callable[[Answers], Part | None]:
    """Asks these parts, whatever is answered.

    >>> ask = in_order(Amount(Message("how much?"), 0, 9))
    >>> ask(()).most, ask((4,))
    (9, None)
    """
    return lambda answers: parts[len(answers)] if len(answers) < len(parts) else None
