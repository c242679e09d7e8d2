"""A game of Sorcerous Futures in figures: auction by auction, and forecasts of what each card is worth to each player.

A viewer knows the open cards and, in a state for a seat, that seat's notes. A hidden valuation is any unseen card, all
equally likely. Crowns are as three players' ritual deals them, or, of four players, any that may be given.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.games.figures import Curve, Figures, Panel, PlayedMove
from companion.games.sorcerous_futures.encoding import to_json
from companion.games.sorcerous_futures.hidden_cards import DRAWN
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.scoring import value_of
from companion.games.sorcerous_futures.setup import PASSES, crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, State, crown_of, unseen
from companion.games.texts import Cell, Rows, verbatim
from companion.locale import Message, decimal
from companion.pieces import Card, Suit

Steps = Sequence[PlayedMove[State, Move]]


@dataclass(frozen=True, slots=True)
class AuctionFigures:
    """One finished auction; amounts by seat."""

    turn: int
    """Its number, from 1."""
    player: int
    """The seat that put the card up."""
    card: Card
    closed: bool
    winner: int
    paid: int
    held: tuple[int, ...]
    """Gold after the auction."""
    cards: tuple[int, ...]
    """The number of cards bought so far."""


def statistics(steps: Steps, names: Sequence[str]) -> Figures:
    """Return gold and cards over the auctions of these moves."""
    auctions = tuple(_auctions(steps))
    seats = tuple(enumerate(names))
    held = tuple(Curve(verbatim(name), tuple(one.held[seat] for one in auctions)) for seat, name in seats)
    cards = tuple(Curve(verbatim(name), tuple(one.cards[seat] for one in auctions)) for seat, name in seats)
    return Figures(
        tuple(one.turn for one in auctions),
        tuple(to_json(one) for one in auctions),
        (Panel(Message("gold held"), held), Panel(Message("cards bought"), cards)),
    )


def _auctions(steps: Steps) -> Iterator[AuctionFigures]:
    for step in steps:
        before, after = step.before, step.after
        if before.auction is None or after.auctions == before.auctions:
            continue
        winner = next(seat for seat in range(after.seats) if len(after.bought[seat]) > len(before.bought[seat]))
        taken = after.bought[winner][-1]
        yield AuctionFigures(
            before.turn,
            before.player,
            taken.card,
            before.auction.closed,
            winner,
            taken.gold,
            after.gold,
            tuple(map(len, after.bought)),
        )


PLACES = 6
"""The number of decimal places in documents."""
Hands = tuple[Card, ...]
"""A Crown for each seat."""


@dataclass(frozen=True, slots=True)
class PlaceMean:
    """The value of the card under an Ace or the Excuse; ``known`` if the viewer knows the card."""

    under: Card
    value: float
    known: bool


@dataclass(frozen=True, slots=True)
class CardMean:
    """The value of a card for each player, by seat; ``owner`` is None while the card is in the middle."""

    card: Card
    owner: int | None
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast from a viewer's knowledge."""

    places: tuple[PlaceMean, ...]
    """The Aces, then the Excuse."""
    cards: tuple[CardMean, ...]
    totals: tuple[float, ...]
    """Gold and the value of the cards bought so far, by seat."""


def forecast(state: State) -> Forecast:
    """Return the forecast from what the state shows to its viewer."""
    known, pool = _known(state), _pool(state)
    mean = sum(map(value_of, pool)) / len(pool) if pool else 0.0
    values = {place: float(value_of(known[place])) if place in known else mean for place in _places()}
    crowns = crown_chances(state)
    middle = [(card, None) for card in state.middle]
    bought = [(one.card, seat) for seat, own in enumerate(state.bought) for one in own]
    cards = tuple(
        CardMean(card, owner, tuple(_worth(card, values, crowns[seat]) for seat in range(state.seats)))
        for card, owner in (*middle, *bought)
    )
    totals = tuple(
        round(gold + sum(one.worth[seat] for one in cards if one.owner == seat), PLACES)
        for seat, gold in enumerate(state.gold)
    )
    return Forecast(
        tuple(PlaceMean(place, round(values[place], PLACES), place in known) for place in values), cards, totals
    )


def _places() -> tuple[Card, ...]:
    return (*(Card.parse(f"A{suit}") for suit in Suit), EXCUSE)


def _known(state: State) -> dict[Card, Card]:
    """Return the valuations that the viewer knows, by the card above them."""
    noted = itertools.chain.from_iterable(notes.valuations for notes in state.notes)
    return {one.under: one.card for one in (*noted, *state.valuations)}


def _pool(state: State) -> tuple[Card, ...]:
    """Return the possible hidden valuations: the sly Excuse's noted draw, or any unseen card."""
    known = set(_known(state).values())
    drawn = next((notes.drawn for notes in state.notes if len(notes.drawn) == DRAWN), None)
    return tuple(card for card in (unseen(state) if drawn is None else drawn) if card not in known)


def _worth(card: Card, values: Mapping[Card, float], crowns: Mapping[Card, float]) -> float:
    """Return the sum of the suits' values, and the Excuse's for the chance that the Crown has one of them."""
    suits = sum(values[Card.parse(f"A{suit}")] for suit in card.suits)
    shared = sum(chance for crown, chance in crowns.items() if crown.shares_suit_with(card))
    return round(suits + values[EXCUSE] * shared, PLACES)


def crown_chances(state: State) -> tuple[Mapping[Card, float], ...]:
    """Return by seat the probability of each Crown in its hand, from the viewer's knowledge."""
    held = {one.player: one.card for notes in state.notes for one in notes.crowns}
    held |= {seat: crown for seat, crown in enumerate(state.crowns) if crown is not None}
    dealt = _ritual_crowns(state.aces) if state.seats == 3 else _any_crowns(state)
    possible = [hands for hands in dealt if all(hands[seat] == crown for seat, crown in held.items())]
    if not possible:  # somebody noted what cannot be: each for itself then
        return tuple(_alone(state, seat, held) for seat in range(state.seats))
    each: list[dict[Card, float]] = [{} for _ in range(state.seats)]
    for hands in possible:
        for seat, crown in enumerate(hands):
            each[seat][crown] = each[seat].get(crown, 0.0) + 1 / len(possible)
    return tuple(each)


def _alone(state: State, seat: int, held: Mapping[int, Card]) -> Mapping[Card, float]:
    crowns = (held[seat],) if seat in held else crowns_for(state, seat)
    return dict.fromkeys(crowns, 1 / len(crowns))


def _any_crowns(state: State) -> Iterator[Hands]:
    """Yield four players' possible Crowns: any that match no Ace of their owner."""
    allowed = [set(crowns_for(state, seat)) for seat in range(state.seats)]
    for hands in itertools.permutations([crown_of(suit) for suit in Suit], state.seats):
        if all(crown in crowns for crown, crowns in zip(hands, allowed, strict=True)):
            yield hands


@cache
def _ritual_crowns(aces: tuple[tuple[Card, ...], ...]) -> tuple[Hands, ...]:
    """Return three players' possible Crowns, once for each way to shuffle the six hands (H4)."""
    return tuple(_passed(aces, shuffles) for shuffles in itertools.product((0, 1), repeat=6))


def _passed(aces: tuple[tuple[Card, ...], ...], shuffles: Sequence[int]) -> Hands:
    hands = [[crown_of(ace.suits[0]) for ace in own] for own in aces]
    taken = iter(shuffles)
    for number, towards in PASSES:
        passed = [list(hand) if number == len(hand) else [hand[next(taken)]] for hand in hands]
        kept = [[card for card in hand if card not in gone] for hand, gone in zip(hands, passed, strict=True)]
        seats = len(hands)
        hands = [[*kept[seat], *passed[(seat - towards) % seats]] for seat in range(seats)]
    return tuple(hand[next(taken)] for hand in hands)


def rows(state: State, names: Sequence[str]) -> Rows:
    """Return the forecast for people: each card in the middle, and the totals, for each player."""
    expected = forecast(state)
    cards: list[tuple[Cell, ...]] = [
        ((one.card,), *map(_about, one.worth)) for one in expected.cards if one.owner is None
    ]
    total: tuple[Cell, ...] = (Message("in all"), *map(_about, expected.totals))
    return Rows((Message("worth about"), *map(verbatim, names)), (*cards, total))


def _about(value: float) -> Message:
    """Return the value with one decimal place, or none if it is whole."""
    about = round(value, 1)
    return decimal(about, 1) if about % 1 else verbatim(round(about))
