"""The facts of Sorcerous Futures that can be corrected, and their correction."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games import corrections, declared
from companion.games.corrections import Corrections
from companion.games.declared import Among, Asked, At, Chosen, Move, Names, corrected, describe_facts, replaced_at
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Bounds, Count, Kinds, Seat, Typed
from companion.games.sorcerous_futures.checks import check_crown, check_held, check_is_seat, check_new
from companion.games.sorcerous_futures.setup import crowns_for
from companion.games.sorcerous_futures.state import (
    AUCTIONS,
    EXCUSE,
    FIVE,
    GOLD,
    Bought,
    Phase,
    State,
    Valuation,
    unseen,
)
from companion.games.texts import gold_amount
from companion.games.view import TURN
from companion.locale import Message, Wording, listed
from companion.pieces import Card

Fact = declared.Fact[State]


@dataclass(frozen=True, slots=True)
class GoldFact(Fact):
    """A player's gold."""

    player: Annotated[Seat, Asked("player", Message("Whose gold?")), At(lambda _state, seat: (f"gold-{seat}",))]
    was: Count
    now: Annotated[
        Count,
        Typed("GOLD"),
        Among(lambda state, _chosen: range(GOLD * state.seats + 1)),
        Asked("gold", Message("How much is there?")),
    ]

    button = Message("A player’s gold")

    def _held(self, state: State) -> int:
        check_is_seat(state, self.player)
        return state.gold[self.player]

    def _set(self, state: State) -> State:
        return replace(state, gold=replaced_at(state.gold, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name} has {gold}", {"name": names[self.player], "gold": gold_amount(self.now)})


def _without_choice(state: State, _chosen: Chosen) -> range:
    """Return the seats while nothing depends on whose turn it is."""
    settled = not state.over and state.auction is None and state.phase is not Phase.SHOW
    return range(state.seats if settled else 0)


@dataclass(frozen=True, slots=True)
class TurnFact(Fact):
    """The active player; a running auction is abandoned."""

    was: Seat
    now: Annotated[
        Seat,
        Among(_without_choice),
        Asked("player", Message("Who is active?")),
        At(lambda _state, _seat: (TURN,)),
    ]

    button = Message("Whose turn it is")

    def _held(self, state: State) -> int:
        check_is_seat(state, self.now)
        return state.player

    def _set(self, state: State) -> State:
        return replace(state, player=self.now, auction=None)

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name} is active", {"name": names[self.now]})


@dataclass(frozen=True, slots=True)
class BoughtFact(Fact):
    """A card that a player bought, and its price."""

    player: Seat
    was: tuple[Bought, ...]
    now: Annotated[tuple[Bought, ...], Typed("CARD=GOLD,CARD=GOLD,…")]

    def _held(self, state: State) -> tuple[Bought, ...]:
        check_is_seat(state, self.player)
        return state.bought[self.player]

    def _set(self, state: State) -> State:
        return replace(state, bought=replaced_at(state.bought, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        cards = _cards(*(one.card for one in self.now))
        return Message("{name} bought {cards}", {"name": names[self.player], "cards": cards})


@dataclass(frozen=True, slots=True)
class MiddleFact(Fact):
    """The cards in the middle."""

    was: tuple[Card, ...]
    now: Annotated[tuple[Card, ...], Typed("CARD,CARD,…")]

    def _held(self, state: State) -> tuple[Card, ...]:
        return state.middle

    def _set(self, state: State) -> State:
        gone = state.auction is not None and state.auction.card not in self.now
        return replace(state, middle=self.now, auction=None if gone else state.auction)

    def _sentence(self, _before: State, _names: Names) -> Message:
        if not self.now:
            return Message("the middle is empty")
        values: Wording = {"cards": _cards(*self.now), "n": len(self.now)}
        return Message("{cards} lies in the middle", values, "{cards} lie in the middle", "n")


def _under(_state: State, place: Card, _names: Names) -> Message:
    return Message("under the Excuse") if place == EXCUSE else Message("under {card}", {"card": place})


def _open_or_unseen(state: State, _chosen: Chosen) -> Iterator[Card]:
    yield from (one.card for one in state.valuations)
    yield from unseen(state)


@dataclass(frozen=True, slots=True)
class ValuationFact(Fact):
    """The open card under an Ace or the Excuse; None if there is none."""

    under: Annotated[
        Card,
        Typed("ACE"),
        Among(lambda state, _chosen: [one.under for one in state.valuations]),
        Asked("place", Message("Which valuation?"), label=_under),
    ]
    was: Card | None
    now: Annotated[Card | None, Typed("CARD|-"), Among(_open_or_unseen), Asked("card", Message("What lies there?"))]

    button = Message("A valuation that was shown")
    swaps = True

    def _held(self, state: State) -> Card | None:
        if self.under != EXCUSE and not any(self.under in own for own in state.aces):
            raise IllegalMove("H6", Message("no valuation lies under {card}", {"card": self.under}))
        return state.valuation(self.under)

    def _set(self, state: State) -> State:
        others = tuple(one for one in state.valuations if one.under != self.under)
        here = () if self.now is None else (Valuation(self.under, self.now),)
        return replace(state, valuations=(*others, *here))

    def _sentence(self, _before: State, _names: Names) -> Message:
        cards = _cards(*([self.now] if self.now else []))
        return Message("{cards} lies under {under}", {"cards": cards, "under": self.under})


@dataclass(frozen=True, slots=True)
class CrownFact(Fact):
    """The Crown that a player has shown; None if there is none."""

    player: Annotated[
        Seat,
        Among(lambda state, _chosen: [seat for seat, crown in enumerate(state.crowns) if crown is not None]),
        Asked("player", Message("Whose Crown?")),
    ]
    was: Card | None
    now: Annotated[
        Card | None,
        Typed("CROWN|-"),
        Among(lambda state, chosen: crowns_for(state, chosen["player"])),
        Asked("crown", Message("Which one is it?")),
    ]

    button = Message("A Crown that was shown")
    swaps = True

    def _held(self, state: State) -> Card | None:
        check_is_seat(state, self.player)
        return state.crowns[self.player]

    def _set(self, state: State) -> State:
        return replace(state, crowns=replaced_at(state.crowns, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        cards = _cards(*([self.now] if self.now else []))
        return Message("{name} shows {cards}", {"name": names[self.player], "cards": cards})


@dataclass(frozen=True, slots=True)
class StoppedFact(corrections.StoppedFact[State]):
    """Whether the players auction no more cards; they show what they have, as at the end."""

    rule = "H16"

    def _held(self, state: State) -> bool:
        return state.stopped

    def _stopped(self, state: State) -> State:
        return replace(state, stopped=True, auction=None)


def _cards(*cards: Card) -> Message:
    return listed(cards) if cards else Message("no card")


FACTS: Kinds = {
    "gold": GoldFact,
    "bought": BoughtFact,
    "middle": MiddleFact,
    "turn": TurnFact,
    "valuation": ValuationFact,
    "crown": CrownFact,
    "stopped": StoppedFact,
}
"""Every kind of fact in a correction by its name in documents."""


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
