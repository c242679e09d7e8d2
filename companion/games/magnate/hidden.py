"""What the moves tell about hidden cards (B32, B34, B35).

The companion sees neither hands nor the pile. Moves name the cards sold, and sometimes those drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Hidden:
    """The known cards of the discards, the hands and the pile."""

    discarded: tuple[Card, ...] = ()
    """The cards sold since the discards were last shuffled."""
    in_hand: tuple[Card, ...] = ()
    """The cards named when drawn, and not played since."""
    pile: tuple[Card, ...] | None = None
    """The cards that the pile was shuffled from, less those named when drawn; None if any card is possible."""

    def after_sale(self, card: Card) -> Hidden:
        """Return the knowledge after a card went to the discards."""
        return Hidden((*self.discarded, card), self.in_hand, self.pile)

    def after_play(self, card: Card) -> Hidden:
        """Return the knowledge after a card was played."""
        return Hidden(self.discarded, _without(self.in_hand, (card,)), self.pile) if card in self.in_hand else self

    def after_draw(self, cards: Collection[Card]) -> Hidden:
        """Return the knowledge after these cards were drawn and named."""
        if not cards:
            return self
        pile = None if self.pile is None else _without(self.pile, cards)
        return Hidden(self.discarded, (*self.in_hand, *cards), pile)

    def after_shuffle(self, discards: int) -> Hidden:
        """Return the knowledge after this number of discards became the pile.

        Unless all of them are known, the pile may hold any card.
        """
        return Hidden((), self.in_hand, self.discarded if len(self.discarded) == discards else None)

    def after_recount(self, *, pile: bool, discards: bool) -> Hidden:
        """Return the knowledge after a correction of the pile or the discards: all about that stack is unknown."""
        return Hidden(() if discards else self.discarded, self.in_hand, None if pile else self.pile)

    def after_laying_open(self, cards: Iterable[Card]) -> Hidden:
        """Return the knowledge after a correction laid these cards on the table."""
        there = set(cards)
        if there.isdisjoint(self.discarded) and there.isdisjoint(self.in_hand):
            return self
        return Hidden(_without(self.discarded, there), _without(self.in_hand, there), self.pile)

    def may_be_drawn(self, card: Card) -> bool:
        """Return whether the pile may hold the card."""
        away = card in self.discarded or card in self.in_hand
        return not away and (self.pile is None or card in self.pile)


NO_KNOWLEDGE = Hidden()


def _without(cards: tuple[Card, ...], gone: Collection[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)
