"""The final count: the gold left, then suit by suit what its valuation makes of the cards (H16–H19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.final_count import FinalCount, share, summed, tie_breaks
from companion.games.sorcerous_futures.scoring import CardWorth, Score, score
from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.games.view import Kind, Piece, Spot, cards
from companion.locale import Message
from companion.pieces import Card, Suit
from companion.pieces.spoken import describe_card


def final_count(state: State, names: Sequence[str]) -> FinalCount:
    """Return the count of a finished game; the names are by seat."""
    worth = score(state)
    valuations = ("valuations", Message("Tied: valuations in front"), [one.in_front for one in worth.seats])
    ties = tie_breaks([one.total or 0 for one in worth.seats], [valuations], min)
    steps = summed(_counted(state, worth), state.seats)
    return FinalCount(Message("gold"), (*steps, *ties), worth.winners, worth.why(names))


def _counted(state: State, worth: Score) -> Iterator[Spot]:
    """Yield the gold, and each valuation with what it makes of everybody's cards; that of the Excuse last."""
    left = Message("Gold left")
    gold = tuple(Spot(f"gold-{seat}", left, number=number, seat=seat) for seat, number in enumerate(state.gold))
    yield Spot("left", left, spots=gold)
    for suit in (*Suit, None):
        under = EXCUSE if suit is None else Card.parse(f"A{suit}")
        label = Message("The Crown’s suit") if suit is None else suit.wording()
        shares = tuple(
            share(
                f"share-{suit or EXCUSE}-{seat.player}",
                seat.player,
                label,
                [
                    (describe_card(one.card), Piece(Kind.CARD, one.card), value)
                    for one in seat.cards
                    if (value := _value(one, suit))
                ],
            )
            for seat in worth.seats
        )
        card = state.valuation(under)
        yield Spot(f"front-{under}", label, cards((under,) if card is None else (card, under)), spots=shares)


def _value(one: CardWorth, suit: Suit | None) -> int | None:
    """Return what a card's suit is worth, or its share in the own Crown's suits; None if it has none."""
    return one.crown if suit is None else next((part.value for part in one.suits if part.suit is suit), None)
