"""Corrections to what lies on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.corrections import Corrections
from companion.games.declared import Move, Names, corrected, describe_facts
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Bounds
from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures.checks import check_crown, check_held, check_new
from companion.games.sorcerous_futures.facts import FACTS, Fact
from companion.games.sorcerous_futures.state import AUCTIONS, FIVE, Bought, State
from companion.locale import Message, listed
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Correct(Move[State]):
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]

    def apply(self, state: State) -> State:
        """Set each fact from its old value to its new one; all of them or none.

        Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value) or the result is impossible on
        any table.
        """
        state = corrected(state, self.facts, "H1")
        _check(state)
        return state

    def _sentence(self, before: State, _after: State, names: Names) -> Message:
        return Message("corrected: {facts}", {"facts": listed(describe_facts(before, self.facts, names))})


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


def bought_from_text(word: str) -> Bought:
    """Read a card that a player took, and its price: ``4MS=8``."""
    card, _, gold = word.upper().partition("=")
    return Bought(Card.parse(card), int(gold))


CORRECTIONS = Corrections(FACTS, Correct, {Bought: bought_from_text})
