"""A game of Sorcerous Futures in figures, auction by auction: buyers, prices, gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.figures import Curve, Figures, Panel, PlayedMove
from companion.games.rows import verbatim
from companion.games.sorcerous_futures.encoding import to_json
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.state import State
from companion.locale import Message
from companion.pieces import Card

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
