"""Changes of a table, card by card, and search for legal moves that make them, with the rules themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.errors import IllegalMove
from companion.games.magnate.foresight.choices import choices, completions
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Sell, fold
from companion.games.magnate.paying import price
from companion.games.magnate.state import Column, Phase, State
from companion.locale import Message
from companion.pieces import Card, Tokens


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was added at the end of a column; ``deed``: in the direction of deeds."""

    card: Card
    district: int
    player: int
    deed: bool


@dataclass(frozen=True, slots=True)
class Completed:
    """A deed was turned to the direction of finished properties."""

    card: Card
    district: int
    player: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded."""

    card: Card


CardChange = Laid | Completed | Discarded


def find_changes(journal: Column, table: Column, district: int, player: int) -> tuple[CardChange, ...] | None:
    """Return the changes from the journal's column to the table's, in the order of the cards.

    Cards never move and never leave a column (B23), so a column only grows at its outer end.

    Args:
        journal: The column in the journal.
        table: The column on the table.
        district: The index of the district.
        player: The seat of the player.

    Returns:
        The changes; None if no legal moves make them.
    """
    known = len(journal.properties)
    if table.properties[:known] != journal.properties:
        return None
    new = list(table.properties[known:])
    changes: list[CardChange] = []
    deed_card = table.deed.card if table.deed is not None else None
    if journal.deed is not None:
        if new and new[0] == journal.deed.card:
            changes.append(Completed(new.pop(0), district, player))
        elif not new and deed_card == journal.deed.card:
            return ()
        else:
            return None
    changes += [Laid(card, district, player, deed=False) for card in new]
    if deed_card is not None:
        changes.append(Laid(deed_card, district, player, deed=True))
    return tuple(changes)


Queues = tuple[tuple[CardChange, ...], ...]
"""The changes to explain: those of a column in the order of its cards, and each discard on its own."""

MOVES_TRIED = 4000
"""Maximum number of moves that a search tries; it ends the search, and is not measured."""


def split(state: State, queues: Queues) -> tuple[Move, ...]:
    """Return the first of the moves that make these changes, once for each payment that leaves the others possible.

    If tokens are not enough in any order, the necessary trades come first (B33). Empty if no order is legal.
    """
    return _Search(trades=False).split(state, queues) or _Search(trades=True).split(state, queues)


def refusal(state: State, change: CardChange) -> Message | None:
    """Return why a change is not a legal move now; None if it is."""
    if (untimely := _untimely(state, change)) is not None:
        return untimely
    if isinstance(change, Completed) and owner(state, change) == state.player and not any(_moves_for(state, change)):
        return _lacking(state, change)
    try:
        fold(state, next(_moves_for(state, change), ()) or (_plain(state, change),))
    except IllegalMove as error:
        return error.reason
    return None


def _untimely(state: State, change: CardChange) -> Message | None:
    """Return what the turn waits for instead."""
    match state.phase:
        case Phase.ROLL:
            return Message("this turn's roll is missing")
        case Phase.INCOME:
            return Message("choose first what a deed pays")
        case Phase.OVER:
            return Message("the game is over")
        case Phase.DRAW if not isinstance(change, Completed):
            played = {"n": state.options.plays}
            return Message(
                "this turn's card is already played",
                played,
                plural="this turn's {n} cards are already played",
                count="n",
            )
    return None


def _lacking(state: State, change: Completed) -> Message:
    """Return the reason with the numbers of a deed that cannot be completed now (B27, B28)."""
    deed = next(deed for _, deed in state.deeds(change.player) if deed.card == change.card)
    missing = price(deed.card, state.options) - deed.tokens.total
    held = state.tokens[change.player].only(deed.card.suits)
    return Message(
        "the deed on {card} still needs {missing}; you have {held}",
        {"card": deed.card, "missing": missing, "held": held},
    )


def owner(state: State, change: CardChange) -> int:
    """Return the seat that made a change: the column's, or the current player for discards and the automa."""
    if isinstance(change, Discarded) or change.player == state.automa:
        return state.player
    return change.player


class _Search:
    def __init__(self, *, trades: bool) -> None:
        self._trades = trades
        self._left = MOVES_TRIED

    def split(self, state: State, queues: Queues) -> tuple[Move, ...]:
        for place, change in _heads(queues):
            rest = _without(queues, place)
            tried = self._moves_for(state, change)
            if found := dict.fromkeys(moves[0] for moves in tried if self._can_follow(state, moves, rest)):
                return tuple(found)
        return ()

    def _can_follow(self, state: State, moves: Sequence[Move], rest: Queues) -> bool:
        """Return whether these moves are legal, and after them the remaining changes in some order."""
        self._left -= 1
        try:
            after = fold(state, moves)
        except IllegalMove:
            return False
        if not rest:
            return True
        for place, change in _heads(rest):
            for further in self._moves_for(after, change):
                if self._left <= 0:
                    return False
                if self._can_follow(after, further, _without(rest, place)):
                    return True
        return False

    def _moves_for(self, state: State, change: CardChange) -> Iterator[tuple[Move, ...]]:
        return (moves for moves in _moves_for(state, change) if self._trades or len(moves) == 1)


def _heads(queues: Queues) -> Iterator[tuple[int, CardChange]]:
    """Yield the changes that can come next: completed deeds, then added cards, then sold cards."""
    kinds = (Completed, Laid, Discarded)
    yield from sorted(((i, queue[0]) for i, queue in enumerate(queues)), key=lambda head: kinds.index(type(head[1])))


def _without(queues: Queues, place: int) -> Queues:
    rest = queues[place][1:]
    return (*queues[:place], *((rest,) if rest else ()), *queues[place + 1 :])


def _moves_for(state: State, change: CardChange) -> Iterator[tuple[Move, ...]]:
    """Yield the moves that make one change, each with the trades that it needs, if they are affordable and legal."""
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
    """Return the move without a payment, so that the rules give the reason against it."""
    match change:
        case Completed(card, _, player):
            return AddToDeed(player, card, Tokens())
        case Laid(card, district, player, deed):
            return (BuyDeed if deed else Develop)(player, card, district, Tokens())
        case Discarded(card):
            return Sell(state.player, card)
