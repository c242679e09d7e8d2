"""The reference played at random: what happens, and where the table stands after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

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
