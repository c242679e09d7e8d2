"""Names of cards for people who listen to a page."""

from __future__ import annotations

from companion.locale import Message, Wording, listed
from companion.pieces.cards import Card, Rank


def describe_card(card: Card) -> Message:
    """Return a card's name for people who listen: its name, rank and suits.

    >>> str(describe_card(Card.parse("7SK"))), str(describe_card(Card.parse("AM")))
    ('The Castle, 7 of Suns and Knots', 'Ace of Moons')
    """
    if card.rank in (Rank.ACE, Rank.EXCUSE):
        return card.wording()
    values: Wording = {"card": card, "suits": listed(card.suits)}
    if card.rank.number is not None:
        return Message("{card}, {rank} of {suits}", {**values, "rank": card.rank.number})
    kinds = {
        Rank.CROWN: Message("{card}, Crown of {suits}", values),
        Rank.PAWN: Message("{card}, Pawn of {suits}", values),
        Rank.COURT: Message("{card}, Court of {suits}", values),
    }
    return kinds[card.rank]
