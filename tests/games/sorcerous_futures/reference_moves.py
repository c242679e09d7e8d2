"""The reference played at random, and what it tells as the game's own moves."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Move, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup, start
from companion.games.sorcerous_futures.state import State, Valuation
from companion.pieces import Card
from tests.games.sorcerous_futures.reference import Event, Table, deal, opening_bid


@dataclass(frozen=True)
class Stands:
    """What everybody at the table sees."""

    gold: tuple[int, ...]
    bank: int
    middle: tuple[str, ...]
    bought: tuple[tuple[str, ...], ...]
    active: int
    highest: tuple[int, int] | None
    """Of the open auction that goes on: who bids how much."""
    to_bid: int | None
    """Whose answer an open auction waits for."""


def stands(table: Table, highest: tuple[int, int] | None = None, to_bid: int | None = None) -> Stands:
    bought = tuple(map(tuple, table.bought))
    return Stands(tuple(table.gold), table.bank, tuple(table.middle), bought, table.active, highest, to_bid)


def random_table(seed: int) -> tuple[Table, random.Random]:
    """The table of this seed: three and four players in turn, and the switches."""
    dice = random.Random(seed)
    table = deal(3 + seed % 2, dice, at_least=seed % 4 > 1, pawns_tie_as_ten=seed % 8 > 3)
    return table, dice


def play(table: Table, dice: random.Random) -> Iterator[tuple[Event, Stands]]:
    """Plays it to its end: each event with where the table stands after it."""
    lavish = dice.choice((0.05, 0.2, 0.6))
    while not table.auctions_are_over():
        if table.must_turn_up():
            table.turned_up = True
            yield ("turn up", table.valuations["X"]), stands(table)
        if table.must_deal():
            yield ("five", *table.deal_five()), stands(table)
        card = dice.choice(table.middle)
        if opening_bid(card) <= table.gold[table.active] and dice.random() < 0.6:
            yield from _open(table, card, dice, lavish)
        else:
            seat = table.active
            yield ("auction", seat, card, "closed"), stands(table)
            bids = [dice.randint(0, int(gold * lavish)) if dice.random() < 0.8 else 0 for gold in table.gold]
            table.closed_auction(card, bids)
            yield ("bids", *bids), stands(table)
    seats = list(range(table.seats))
    dice.shuffle(seats)
    for seat in seats:
        hidden = table.in_front(seat)
        yield ("show", seat, {place: table.valuations[place] for place in hidden}, table.crowns[seat]), stands(table)


def _open(table: Table, card: str, dice: random.Random, lavish: float) -> Iterator[tuple[Event, Stands]]:
    active, *others = table.clockwise_from_active()
    bid = opening_bid(card)
    if table.at_least:
        bid += dice.randint(0, min(2, table.gold[active] - bid))
    highest = (active, bid)
    yield ("auction", active, card, "open", bid), stands(table, highest, others[0])
    order = [*others, active]
    for place, seat in enumerate(order):
        if seat == active and highest[0] == active:
            # Nobody went higher: the last chance would be to outbid oneself, and the table does not ask.
            continue
        event: Event = ("pass", seat)
        if table.gold[seat] > highest[1] and dice.random() < 0.6:
            highest = (seat, dice.randint(highest[1] + 1, max(highest[1] + 1, int(table.gold[seat] * lavish))))
            event = ("bid", seat, highest[1])
        waits = order[place + 1 :]
        if waits and not (waits == [active] and highest[0] == active):
            yield event, stands(table, highest, waits[0])
            continue
        table.take(highest[0], card, highest[1])
        yield event, stands(table)


def cards(*codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes))


def begun(*aces: Sequence[str], **switches: bool) -> State:
    """A game whose seats have these Aces in front of them."""
    usual = PRESETS["three-players" if len(aces) == 3 else "four-players"]
    return start(replace(usual, **switches), Setup(tuple(cards(*own) for own in aces)))  # type: ignore[arg-type]


def state_of(table: Table) -> State:
    """The game as it begins at a table of the reference."""
    switches = {"opens_at_least": table.at_least, "pawns_ten_in_ties": table.pawns_tie_as_ten}
    return begun(*table.aces, **switches)


def valuations(under: Mapping[str, str]) -> tuple[Valuation, ...]:
    return tuple(Valuation(*cards(place, card)) for place, card in under.items())


def move(event: Event) -> Move:  # noqa: PLR0911 - one line a kind of event
    """What happened, as a move."""
    match event:
        case ("five", *five):
            return Deal(cards(*cast("list[str]", five)))
        case ("auction", int(seat), str(card), "closed"):
            return Offer(seat, Card.parse(card), closed=True)
        case ("auction", int(seat), str(card), "open", int(bid)):
            return Offer(seat, Card.parse(card), bid=bid)
        case ("bid", int(seat), int(gold)):
            return Bid(seat, gold)
        case ("pass", int(seat)):
            return Pass(seat)
        case ("bids", *bids):
            return Bids(tuple(cast("list[int]", bids)))
        case ("turn up", str(card)):
            return TurnUp(Card.parse(card))
        case ("show", int(seat), dict(under), str(crown)):
            return Show(seat, valuations(under), Card.parse(crown))
    raise ValueError(event)


def both(table: Table, events: Iterator[tuple[Event, Stands]]) -> Iterator[tuple[Move, State, Stands]]:
    """Each move with the game's state after it, and the reference's."""
    state = state_of(table)
    for event, stands in events:
        made = move(event)
        state = SORCEROUS_FUTURES.apply(state, made)
        yield made, state, stands


def whole_game(seed: int) -> tuple[Table, list[tuple[Move, State, Stands]]]:
    """A random game to its end."""
    table, dice = random_table(seed)
    return table, list(both(table, play(table, dice)))


def summary(state: State) -> Stands:
    """A state in the reference's words."""
    auction = state.auction
    leads = auction is not None and auction.leader is not None
    return Stands(
        state.gold,
        sum(one.gold for own in state.bought for one in own),
        tuple(map(str, state.middle)),
        tuple(tuple(str(one.card) for one in own) for own in state.bought),
        state.player,
        (auction.leader or 0, auction.bid) if auction is not None and leads else None,
        auction.to_bid if auction is not None else None,
    )
