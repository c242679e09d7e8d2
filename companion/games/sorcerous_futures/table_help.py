"""Help at the real table: how to put it away, without a look at hidden cards, and the score pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.gold_amount import gold_amount
from companion.games.sheet import PadRow, Section, bag_sections, card_with_code, section
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, State
from companion.locale import Message, listed
from companion.pieces import Card, Suit


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return what to bag together: each player's pieces, and those of nobody."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The cards that nobody has"), _rest(state)),
    )


def _bag(state: State, seat: int) -> Iterator[Message]:
    yield Message("{gold}", {"gold": gold_amount(state.gold[seat])})
    bought = [one.card for one in state.bought[seat]]
    if bought:
        yield listed([card_with_code(card) for card in bought])
    for place in state.front(seat):
        yield _with_valuation(state, place)
    crown = state.crowns[seat]
    yield Message("The Crown, face down") if crown is None else card_with_code(crown)


def _with_valuation(state: State, place: Card) -> Message:
    card = state.valuation(place)
    if card is None:
        return Message("{place}, and face down behind it the card under it, unseen", {"place": card_with_code(place)})
    return Message(
        "{place}, and the card under it: {card}", {"place": card_with_code(place), "card": card_with_code(card)}
    )


def _rest(state: State) -> Iterator[Message]:
    if state.middle:
        yield Message("In the middle: {cards}", {"cards": listed([card_with_code(card) for card in state.middle])})
    if state.seats == 3:
        yield _with_valuation(state, EXCUSE)
    left = AUCTIONS + 1 - state.auctions - len(state.middle)
    yield Message("The deck, face down, in its order: {count}", {"count": left})
    yield Message("The Crowns that nobody has, face down, unseen")


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for gold, the cards suit by suit, and the own Crown (H17–H19)."""
    return (
        PadRow(Message("Gold left")),
        *(PadRow(Message("{suit}: cards × value", {"suit": suit.wording()}), suit=suit) for suit in Suit),
        PadRow(Message("Cards with my Crown’s suit × Excuse")),
        PadRow(Message("All gold"), strong=True),
        PadRow(Message("Tied: valuations in front")),
    )
