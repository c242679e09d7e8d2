"""Corrections to what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.games.errors import IllegalMove, SeatName, StaleFact
from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.auctions import check_held, check_new
from companion.games.sorcerous_futures.ending import check_crown, check_is_seat
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, FIVE, State, Valuation
from companion.locale import Message
from companion.pieces import Card

T = TypeVar("T")


def correct(state: State, move: m.Correct) -> State:
    """Set each fact from its old value to its new one; all of them or none.

    Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value) or the result is impossible on any
    table.
    """
    if not move.facts:
        raise IllegalMove("H1", Message("name what is different on the table"))
    for fact in move.facts:
        state = _with_fact(state, fact)
    _check(state)
    return state


def _with_fact(state: State, fact: m.Fact) -> State:
    match fact:
        case m.GoldFact():
            check_is_seat(state, fact.player)
            _check_was(fact.was, state.gold[fact.player])
            return replace(state, gold=_with(state.gold, fact.player, fact.now))
        case m.BoughtFact():
            check_is_seat(state, fact.player)
            _check_was(fact.was, state.bought[fact.player])
            return replace(state, bought=_with(state.bought, fact.player, fact.now))
        case m.MiddleFact():
            _check_was(fact.was, state.middle)
            gone = state.auction is not None and state.auction.card not in fact.now
            return replace(state, middle=fact.now, auction=None if gone else state.auction)
        case m.TurnFact():
            check_is_seat(state, fact.now)
            _check_was(fact.was, state.player)
            return replace(state, player=fact.now, auction=None)
        case m.ValuationFact():
            _check_place(state, fact.under)
            _check_was(fact.was, state.valuation(fact.under))
            others = tuple(one for one in state.valuations if one.under != fact.under)
            here = () if fact.now is None else (Valuation(fact.under, fact.now),)
            return replace(state, valuations=(*others, *here))
        case m.CrownFact():
            check_is_seat(state, fact.player)
            _check_was(fact.was, state.crowns[fact.player])
            return replace(state, crowns=_with(state.crowns, fact.player, fact.now))


def _check(state: State) -> None:
    """Raise :class:`IllegalMove` for a state that is impossible on any table."""
    open_cards: list[Card] = []
    for card in state.open_cards():
        check_new(card, open_cards)
        open_cards.append(card)
    if len(state.middle) > FIVE or state.auctions + len(state.middle) > AUCTIONS:
        raise IllegalMove("H14", Message("more cards than are auctioned: five at a time, 20 in all"))
    paid = [(seat, one.gold) for seat, own in enumerate(state.bought) for one in own]
    for seat, gold in (*enumerate(state.gold), *paid):
        if gold < 0:
            raise IllegalMove(
                "H12", Message("{name} cannot have {gold}", {"name": SeatName(seat), "gold": gold_amount(gold)})
            )
    if state.auction is not None and state.auction.leader is not None:
        check_held(state.gold[state.auction.leader], state.auction.bid)
    for seat, crown in enumerate(state.crowns):
        if crown is not None:
            check_crown(state, seat, crown)
            if state.crowns.count(crown) > 1:
                owner = SeatName(state.crowns.index(crown, seat + 1))
                raise IllegalMove("H4", Message("{card} is {name}'s already", {"card": crown, "name": owner}))


def _check_place(state: State, under: Card) -> None:
    if under != EXCUSE and not any(under in own for own in state.aces):
        raise IllegalMove("H6", Message("no valuation lies under {card}", {"card": under}))


def _check_was(was: object, held: object) -> None:
    if was != held:
        step = Message("check it, then correct it")
        raise StaleFact("H1", Message("the game went on meanwhile"), step, held)


def _with(values: Sequence[T], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
