"""Answers to a decision's fields in the order in which they are asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Amount, Cards, Die, Field, Payment, Pick, Place


def answered(decision: Decision[Any], *answers: Any) -> Decision[Any]:
    """The decision with its next fields answered; a choice by its number."""
    for answer in answers:
        field = decision.missing
        assert field is not None, f"{decision} asks nothing more"
        value = field.offered[answer] if isinstance(field, Pick | Place) else answer
        decision = decision.answer(field.name, value)
    return decision


def possible(field: Field) -> tuple[Any, ...]:
    """The values of a field; of a number its bounds, of several cards the least and the most."""
    match field:
        case Pick() | Place():
            return tuple(field.offered)
        case Amount():
            return tuple(dict.fromkeys((field.least, field.most)))
        case Cards() if field.single:
            return tuple((card,) for card in field.offered)
        case Cards():
            return field.offered[: field.least], field.offered[-field.most :]
        case Die():
            return tuple(range(1, len(field.faces) + 1))
        case Payment():
            return (field.proposed,)
    raise AssertionError(field)


def filled_in(decision: Decision[Any], dice: random.Random) -> Decision[Any]:
    """The decision with every missing field answered at random."""
    while (field := decision.missing) is not None:
        value = dice.choice(possible(field))
        if isinstance(field, Amount) and dice.random() < 0.5:
            value = dice.randint(field.least, min(field.most, field.least + 20))
        decision = decision.answer(field.name, value)
    return decision


def every_move(decision: Decision[Any]) -> Iterator[Any]:
    """Whatever a decision can make, of a number by its bounds."""
    field = decision.missing
    if field is None:
        yield decision.move()
        return
    for value in possible(field):
        yield from every_move(decision.answer(field.name, value))
