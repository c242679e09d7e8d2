"""What the reference tells, as the game's own moves; and games that are played by both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Move, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup, start
from companion.games.sorcerous_futures.state import State, Valuation
from companion.pieces import Card
from tests.games.sorcerous_futures.random_table import Stands, play, random_table
from tests.games.sorcerous_futures.reference import Event, Table


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
