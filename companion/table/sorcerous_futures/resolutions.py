"""Resolutions of a disagreement: adopt the table card by card, or restore it from the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.sorcerous_futures.facts import BoughtFact, Fact, MiddleFact, ValuationFact
from companion.games.sorcerous_futures.moves import Correct
from companion.games.sorcerous_futures.state import State
from companion.locale import Message, Wording
from companion.pieces import Card
from companion.table.sorcerous_futures.areas import MIDDLE, NOBODY
from companion.table.sorcerous_futures.difference import CardDifference, FuturesDisagreement


def adopt_table(state: State, cards: Sequence[CardDifference]) -> Correct | None:
    """Return the move that sets the game to these cards; None if none of them can be set.

    A card that came to a seat from elsewhere than another seat has a price, which no card shows: it stays as it is.

    Args:
        state: The state of the game.
        cards: The cards that differ.

    Returns:
        The correction.
    """
    facts = (*_bought_and_middle(state, [one for one in cards if can_adopt(state, one)]), *_valuations(state, cards))
    return Correct(facts) if facts else None


def can_adopt(state: State, one: CardDifference) -> bool:
    """Return whether the game can be set to this card: its price is known, or it needs none."""
    to_a_seat = one.table is not None and one.table >= 0
    was_bought = any(one.card == bought.card for own in state.bought for bought in own)
    return was_bought if to_a_seat else one.table != NOBODY


def groups(cards: Sequence[CardDifference]) -> list[tuple[CardDifference, ...]]:
    """Return the differences to be resolved together: cards that were exchanged in the middle, and each other card."""
    middle = tuple(one for one in cards if {one.journal, one.table} == {MIDDLE, None})
    return [*([middle] if middle else []), *((one,) for one in cards if one not in middle)]


def describe(one: CardDifference, names: Sequence[str]) -> Message:
    """Return what differs, in one sentence."""
    values: Wording = {"card": one.card}
    if one.cover is not None:
        covered: Wording = {**values, "where": _where(one.journal, names), "cover": one.cover}
        return Message("{card} is not in view {where}; {cover} lies on its place.", covered)
    if one.table is None:
        return Message("{card} is missing {where}.", {**values, "where": _where(one.journal, names)})
    here: Wording = {**values, "where": _where(one.table, names)}
    if one.journal is None:
        return Message("{card} lies {where}; the game does not have it there.", here)
    return Message("{card} lies {where}; in the game it is {other}.", {**here, "other": _where(one.journal, names)})


def put_back_step(one: CardDifference, names: Sequence[str]) -> Message:
    """Return what players must do to the table if the journal is right."""
    if one.journal is None:
        return Message("Remove {card} from the table.", {"card": one.card})
    return Message("Put {card} back {where}.", {"card": one.card, "where": _where(one.journal, names)})


def put_back(_state: State, found: FuturesDisagreement, names: Sequence[str]) -> tuple[Message, ...]:
    """Return what players must do to the table, one sentence per card."""
    return tuple(put_back_step(one, names) for one in found.cards)


def neighbours(state: State, area: int | None) -> tuple[Card, ...]:
    """Return the cards that the journal has in an area."""
    if area is None or area == NOBODY:
        return ()
    return state.middle if area == MIDDLE else (*state.front(area), *(one.card for one in state.bought[area]))


def _where(area: int | None, names: Sequence[str]) -> Message:
    if area is None or area == NOBODY:
        return Message("at the Excuse")
    return Message("in the middle") if area == MIDDLE else Message("in front of {name}", {"name": names[area]})


def _bought_and_middle(state: State, cards: Sequence[CardDifference]) -> Iterator[Fact]:
    bought, middle = list(state.bought), list(state.middle)
    paid = {one.card: one for own in state.bought for one in own}
    for one in cards:
        bought = [tuple(held for held in own if held.card != one.card) for own in bought]
        middle = [card for card in middle if card != one.card]
        if one.table == MIDDLE:
            middle.append(one.card)
        elif one.table is not None:
            bought[one.table] = (*bought[one.table], replace(paid[one.card]))
    for seat, (was, now) in enumerate(zip(state.bought, bought, strict=True)):
        if was != now:
            yield BoughtFact(seat, was, now)
    if tuple(middle) != state.middle:
        yield MiddleFact(state.middle, tuple(middle))


def _valuations(state: State, cards: Sequence[CardDifference]) -> Iterator[Fact]:
    gone = {one.card for one in cards if one.table is None}
    for one in state.valuations:
        if one.card in gone:
            yield ValuationFact(one.under, one.card, None)
