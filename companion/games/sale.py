"""A sale at auction: the bids that are usual, and an auction that the table held by word of mouth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.games.decisions import Answers, Decision
from companion.games.declared import Move
from companion.games.fields import Amount, Field, pick_seat
from companion.locale import Message


def quick_bids(bid: int, least: int, most: int) -> tuple[int, ...]:
    """Return the usual next bids after a bid.

    >>> quick_bids(11, 12, 40), quick_bids(0, 0, 3)
    ((12, 16), (0, 1))
    """
    return tuple(sorted({one for one in (least, bid + 1, bid + 5) if least <= one <= most}))


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
Prices = Mapping[int, tuple[int, int]]
"""By seat that can still win an auction, the least and the most that it can pay."""


def sale(
    names: Sequence[str],
    prices: Prices,
    moves: Callable[[int, int], tuple[MoveT, ...]],
    taps: Sequence[str] = (),
) -> Decision[MoveT]:
    """Return the decision on the end of an auction; ``moves`` returns the bids and passes that lead there."""

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("to", Message("To whom?"), tuple(prices), names)
        least, most = prices[answers["to"]]
        yield Amount("price", Message("For how much?"), least, most, quick=quick_bids(least - 1, least, most))

    return Decision(
        "sold",
        Message("Sold"),
        lambda answers: moves(answers["to"], answers["price"])[0],
        ask,
        optional=True,
        makes=("bid", "pass"),
        then=lambda answers: moves(answers["to"], answers["price"])[1:],
        taps={spot: {} for spot in taps},
    )


def bid_out(
    state: StateT,
    to_bid: Callable[[StateT], int | None],
    bid: Callable[[StateT, int], Move[StateT] | None],
    passes: Callable[[int], Move[StateT]],
) -> tuple[Move[StateT], ...]:
    """Return the bids and passes until nobody is asked any more; ``bid`` returns None for a seat that passes."""
    made = list[Move[StateT]]()
    while (seat := to_bid(state)) is not None:
        move = bid(state, seat) or passes(seat)
        made.append(move)
        state = move.apply(state)
    return tuple(made)
