"""Several changes of a table as legal moves in an order, found by trying orders with the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.errors import IllegalMove
from companion.games.magnate.apply import fold
from companion.games.magnate.foresight.choices import choices, completions
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Sell
from companion.games.magnate.paying import price
from companion.games.magnate.state import Phase, State
from companion.locale import Message
from companion.pieces import Tokens
from companion.table.magnate.changes import CardChange, Completed, Discarded, Laid

Queues = tuple[tuple[CardChange, ...], ...]
"""What is still to be explained: a column's changes in the order that the cards lie, each discard by itself."""

MOVES_TRIED = 4000
"""Moves tried before a table counts as one that cannot be split: an end to the search, not a limit to be measured."""


@dataclass(frozen=True, slots=True)
class Split:
    """The next change of several, the moves that it may have been, and all of them in order."""

    moves: tuple[Move, ...]
    order: tuple[CardChange, ...]


def split(state: State, queues: Queues) -> Split | None:
    """The first of the moves that make these changes, with every payment that leaves the others possible.

    Where tokens reach in no order, the trades that would make them reach come first (B33).
    None where no order is legal.
    """
    return _Search(trades=False).split(state, queues) or _Search(trades=True).split(state, queues)


def refusal(state: State, change: CardChange) -> Message | None:
    """Why this change is no legal move now; None where it is one."""
    untimely = _untimely(state, change)
    if untimely is not None:
        return untimely
    if isinstance(change, Completed) and owner(state, change) == state.player and not any(_ways(state, change)):
        return _lacking(state, change)
    try:
        fold(state, next(_ways(state, change), ()) or (_plain(state, change),))
    except IllegalMove as error:
        return error.reason
    return None


def _untimely(state: State, change: CardChange) -> Message | None:
    """What the turn waits for instead."""
    match state.phase:
        case Phase.ROLL:
            return Message("the roll of this turn is missing")
        case Phase.INCOME:
            return Message("it is still to be chosen what a deed pays")
        case Phase.OVER:
            return Message("the game is over")
        case Phase.DRAW if not isinstance(change, Completed):
            played = {"n": state.options.plays}
            return Message(
                "this turn's card is played already",
                played,
                plural="this turn's {n} cards are played already",
                count="n",
            )
    return None


def _lacking(state: State, change: Completed) -> Message:
    """B27, B28: the numbers of a deed that cannot be completed now."""
    deed = next(deed for _, deed in state.deeds(change.player) if deed.card == change.card)
    missing = price(deed.card, state.options) - deed.tokens.total
    held = state.tokens[change.player].only(deed.card.suits)
    return Message(
        "the deed on {card} lacks {missing}; you have {held}", {"card": deed.card, "missing": missing, "held": held}
    )


def owner(state: State, change: CardChange) -> int:
    """The seat that made this change: whose column it is; the player at turn for discards and the automa's side."""
    if isinstance(change, Discarded) or change.player == state.automa:
        return state.player
    return change.player


class _Search:
    def __init__(self, *, trades: bool) -> None:
        self._trades = trades
        self._left = MOVES_TRIED

    def split(self, state: State, queues: Queues) -> Split | None:
        for place, change in _heads(queues):
            rest = _without(queues, place)
            found: dict[Move, tuple[CardChange, ...]] = {}
            for way in self._ways(state, change):
                order = self._order(state, way, rest)
                if order is not None:
                    found.setdefault(way[0], (change, *order))
            if found:
                return Split(tuple(found), next(iter(found.values())))
        return None

    def _order(self, state: State, way: Sequence[Move], rest: Queues) -> tuple[CardChange, ...] | None:
        """How the rest follows once this was done; None where it cannot."""
        self._left -= 1
        try:
            after = fold(state, way)
        except IllegalMove:
            return None
        if not rest:
            return ()
        for place, change in _heads(rest):
            for further in self._ways(after, change):
                if self._left <= 0:
                    return None
                order = self._order(after, further, _without(rest, place))
                if order is not None:
                    return (change, *order)
        return None

    def _ways(self, state: State, change: CardChange) -> Iterator[tuple[Move, ...]]:
        return (way for way in _ways(state, change) if self._trades or len(way) == 1)


def _heads(queues: Queues) -> Iterator[tuple[int, CardChange]]:
    """What can come next: deeds completed, then cards laid, then cards sold."""
    kinds = (Completed, Laid, Discarded)
    yield from sorted(((i, queue[0]) for i, queue in enumerate(queues)), key=lambda head: kinds.index(type(head[1])))


def _without(queues: Queues, place: int) -> Queues:
    rest = queues[place][1:]
    return (*queues[:place], *((rest,) if rest else ()), *queues[place + 1 :])


def _ways(state: State, change: CardChange) -> Iterator[tuple[Move, ...]]:
    """The moves that make one change, each with the trades that it needs; none where it is not affordable or legal."""
    match change:
        case Completed(card, _, player):
            for payment in completions(state, player).get(card, ()):
                yield (*payment.trades, AddToDeed(player, card, payment.tokens))
        case Laid(card, district, player, deed) if player == state.automa:
            if not deed:
                yield (Sell(state.player, card, district),)
        case Laid():
            yield from _laid(state, change)
        case Discarded(card):
            yield (Sell(state.player, card),)


def _laid(state: State, laid: Laid) -> Iterator[tuple[Move, ...]]:
    try:
        possible = choices(state, laid.player, laid.card)
    except IllegalMove:
        return
    if laid.district in possible.places:
        kind = BuyDeed if laid.deed else Develop
        for payment in possible.deed if laid.deed else possible.develop:
            yield (*payment.trades, kind(laid.player, laid.card, laid.district, payment.tokens))


def _plain(state: State, change: CardChange) -> Move:
    """The move without a payment that could be right, for the rules to say what is wrong with it."""
    match change:
        case Completed(card, _, player):
            return AddToDeed(player, card, Tokens())
        case Laid(card, district, player, deed):
            return (BuyDeed if deed else Develop)(player, card, district, Tokens())
        case Discarded(card):
            return Sell(state.player, card)
