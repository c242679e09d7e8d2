"""Forms for moves with parts: cards to pick and amounts, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.locale import Message
from companion.pieces import Card

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Cards:
    """A choice of cards from those ``offered``, between ``least`` and ``most``; ``chosen`` are preselected.

    The answer is a tuple of cards.
    """

    text: Message
    offered: tuple[Card, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number between these bounds, both included."""

    text: Message
    least: int
    most: int
    now: int | None = None
    """The number that is stored, which the form shows first."""
    quick: tuple[int, ...] = ()
    """The numbers that are chosen most often, for one tap each."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several choices; the answer is its index."""

    text: Message
    offered: tuple[Message, ...]


Part = Cards | Amount | Pick
Answers = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Form(Generic[MoveT]):
    """A sequence of parts whose answers make a move."""

    owner: int | None
    """The seat that fills it in; None for any player at the table."""
    text: Message
    """The label of its button."""
    next: Callable[[Answers], Part | None]
    """Returns the part to ask after these answers; None if there is none left."""
    move: Callable[[Answers], MoveT]
    optional: bool = False
    """Whether play goes on without it."""
    secret: bool = False
    """Whether only its owner may see it."""
    makes: tuple[str, ...] = ()
    """The names of the moves that it makes, in the game's notation."""
    at: Mapping[str, Form[MoveT]] = field(default_factory=dict)
    """By spot of the table, the form as it goes on after a tap there."""

    def tapped(self, spots: Mapping[str, Answers]) -> Form[MoveT]:
        """Return the form with the first answers that a tap on each of these spots gives."""
        return replace(self, at={spot: self.answered(*answers) for spot, answers in spots.items()})

    def answered(self, *answers: Any) -> Form[MoveT]:
        """Return the form with its first answers given."""
        return replace(
            self, next=lambda rest: self.next((*answers, *rest)), move=lambda rest: self.move((*answers, *rest)), at={}
        )


def choice_form(
    text: Message,
    question: Message,
    forms: tuple[Form[MoveT], ...],
    *,
    optional: bool = False,
    makes: tuple[str, ...] = (),
) -> Form[MoveT]:
    """Return a form of the whole table that first asks which of these forms is meant."""

    def following(answers: Answers) -> Part | None:
        return forms[answers[0]].next(answers[1:]) if answers else Pick(question, tuple(form.text for form in forms))

    def at(spot: str) -> Form[MoveT]:
        found = tuple(form.at[spot] for form in forms if spot in form.at)
        if len(found) == 1:
            return replace(found[0], optional=optional, makes=makes)
        return choice_form(text, question, found, optional=optional, makes=makes)

    spots = {spot: at(spot) for form in forms for spot in form.at}
    return Form(
        None, text, following, lambda answers: forms[answers[0]].move(answers[1:]), optional, makes=makes, at=spots
    )


def in_order(*parts: Part | Callable[[Answers], Part]) -> Callable[[Answers], Part | None]:
    """Return a function that asks these parts in order; a function returns its part from the answers until then.

    >>> ask = in_order(Amount(Message("how much?"), 0, 9))
    >>> ask(()).most, ask((4,))
    (9, None)
    """

    def following(answers: Answers) -> Part | None:
        if len(answers) == len(parts):
            return None
        part = parts[len(answers)]
        return part(answers) if callable(part) else part

    return following
