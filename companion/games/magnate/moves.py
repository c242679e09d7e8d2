"""The moves of Magnate by name, and what any of them does.

A move states what players did, and nothing about its consequences, which ``apply`` computes. Dice are inputs: a roll
arrives in a :class:`Roll`. Seats count from 0.
"""

from collections.abc import Iterable, Iterator

from companion.games import declared
from companion.games.declared import LegalMove
from companion.games.errors import IllegalMove
from companion.games.field_types import Kinds
from companion.games.magnate.correcting import Correct, SetOption
from companion.games.magnate.deeds import AddToDeed, PreferDeedIncome, TakeDeedIncome
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.paying import Trade
from companion.games.magnate.playing import BuyDeed, Develop, Sell
from companion.games.magnate.rolling import Roll
from companion.games.magnate.state import Phase, State
from companion.games.magnate.turns import Draw, EndTurn
from companion.pieces import DECK, Card, Rank


def possible_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that may be in a hand: those with a copy neither on the table nor just sold."""
    away = [*state.cards_on_table(), *state.hidden.discarded]
    copies = (Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks))
    courts = state.options.courts
    free = [one for one in copies if one.is_property and (courts or one.rank is not Rank.COURT) and one not in away]
    return tuple({card.kind: card for card in reversed(free)}.values())[::-1]


Move = declared.Move[State]
MOVES: Kinds = {
    "roll": Roll,
    "deed_income": TakeDeedIncome,
    "prefer": PreferDeedIncome,
    "develop": Develop,
    "deed": BuyDeed,
    "add": AddToDeed,
    "sell": Sell,
    "trade": Trade,
    "draw": Draw,
    "end_turn": EndTurn,
    "correct": Correct,
    "set_option": SetOption,
}
"""Every kind of move by its name in documents."""


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure.

    Raises :class:`~companion.games.errors.IllegalMove` with the rule's number and the numbers.
    """
    return move.apply(state)


def fold(state: State, moves: Iterable[Move]) -> State:
    """Return the state after all of these moves in order."""
    for move in moves:
        state = move.apply(state)
    return state


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield the moves of a seat that can be listed; rolls, draws with named cards and corrections are typed in.

    A card that may be in the hand is listed although the companion does not see whether it is.
    """
    if state.over:
        return
    if seat == state.player and state.phase is Phase.PLAY:
        for card in possible_cards(state):
            yield from legal_plays(state, seat, card)
    yield from declared.legal(MOVES, state, seat)


def legal_plays(state: State, seat: int, card: Card) -> Iterator[LegalMove[Move]]:
    """Yield the legal plays of one card by place and use, as if it were the seat's turn."""
    by_place: dict[tuple[type[Move], int | None], list[Develop | BuyDeed | Sell]] = {}
    try:
        for move in choices(state, seat, card).moves():
            by_place.setdefault((type(move), move.district), []).append(move)
    except IllegalMove:  # a card that the rules know to be elsewhere
        return
    for first, *others in by_place.values():
        yield LegalMove(first, tuple(others))
