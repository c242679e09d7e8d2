"""Cards that do not lie open, as far as moves have told where they are (B32, B34, B35).

A companion sees neither hands nor the pile. It hears which cards are sold, and sometimes which are drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is known of the discards, the hands and the pile."""

    discarded: tuple[Card, ...] = ()
    """Sold since the discards were last shuffled."""
    in_hand: tuple[Card, ...] = ()
    """Named when they were drawn, and not played since."""
    pile: tuple[Card, ...] | None = None
    """The cards that the pile was shuffled from, less those named when they were drawn; None: any card."""

    def sold(self, card: Card) -> Hidden:
        """Once a card lies in the discards."""
        return replace(self, discarded=(*self.discarded, card))

    def played(self, card: Card) -> Hidden:
        """Once a card lies open."""
        return replace(self, in_hand=_without(self.in_hand, (card,))) if card in self.in_hand else self

    def drawn(self, cards: Collection[Card]) -> Hidden:
        """Once cards were drawn and named."""
        if not cards:
            return self
        pile = None if self.pile is None else _without(self.pile, cards)
        return replace(self, in_hand=(*self.in_hand, *cards), pile=pile)

    def shuffled(self, discards: int) -> Hidden:
        """Once so many discards became the pile. Where not all of them are known it may hold any card."""
        return replace(self, discarded=(), pile=self.discarded if len(self.discarded) == discards else None)

    def counted(self, *, pile: bool, discards: bool) -> Hidden:
        """Once the pile or the discards turned out to be others than was thought: what was known of them is not."""
        return replace(self, discarded=() if discards else self.discarded, pile=None if pile else self.pile)

    def lying_open(self, cards: Iterable[Card]) -> Hidden:
        """Once these cards turned out to lie on the table."""
        there = set(cards)
        return replace(self, discarded=_without(self.discarded, there), in_hand=_without(self.in_hand, there))

    def may_be_drawn(self, card: Card) -> bool:
        """Whether the pile may hold the card."""
        away = card in self.discarded or card in self.in_hand
        return not away and (self.pile is None or card in self.pile)


NOTHING_TOLD = Hidden()


def _without(cards: tuple[Card, ...], gone: Collection[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)
