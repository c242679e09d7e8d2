"""Reading a column's cards together: each shares a suit with the one before it (B20, B21), and no card lies twice."""

from __future__ import annotations

from collections.abc import Sequence

from companion.pieces import Card, Rank

UNSEEN = 1e-4
"""What a card is given that the reader did not name."""

Candidates = Sequence[tuple[Card, float]]


def fits(inner: Card, outer: Card) -> bool:
    """Whether ``outer`` may lie next to ``inner`` in a column; beside the Excuse anything goes (B20)."""
    return inner.rank is Rank.EXCUSE or inner.shares_suit_with(outer)


def laxity(pairs: Sequence[tuple[Card, Card]]) -> float:
    """How readily this table breaks the chain of suits, from pairs read for sure: near 0 where it never does.

    >>> mountain, forest, cave = (Card.parse(code) for code in ("4MS", "5ML", "7WY"))
    >>> laxity([(mountain, forest)] * 12) < 0.05 < 0.5 < laxity([(mountain, cave)] * 12)
    True
    """
    broken = sum(not fits(inner, outer) for inner, outer in pairs)
    return min(1.0, (broken + 0.5) / (len(pairs) - broken + 3.0))


def resolved(district: Card, column: Sequence[Candidates], lax: float) -> list[list[tuple[Card, float]]]:
    """The candidates of every card of a column, from the district outwards, once all were considered together.

    A pair that shares no suit is ``lax`` times as likely as one that does. Probabilities of each add up to 1, best
    first (forward and backward over the chain).
    """
    known = [_shares(candidates) for candidates in column]
    before: list[dict[Card, float]] = []
    reach = {district: 1.0}
    for own in known:
        reach = _normal(
            {card: p * sum(q * _pair(inner, card, lax) for inner, q in reach.items()) for card, p in own.items()}
        )
        before.append(reach)
    after: dict[Card, float] | None = None
    result = []
    for own, so_far in zip(reversed(known), reversed(before), strict=True):
        outside = after
        both = _normal(
            {
                card: p
                * (sum(q * _pair(card, outer, lax) for outer, q in outside.items()) if outside is not None else 1.0)
                for card, p in so_far.items()
            }
        )
        result.append(sorted(both.items(), key=lambda item: -item[1]))
        after = {
            card: p * (sum(q * _pair(card, outer, lax) for outer, q in outside.items()) if outside is not None else 1.0)
            for card, p in own.items()
        }
    return result[::-1]


def _pair(inner: Card, outer: Card, lax: float) -> float:
    if inner == outer:
        return UNSEEN
    return 1.0 if fits(inner, outer) else lax


def _shares(candidates: Candidates) -> dict[Card, float]:
    return _normal({card: max(p, UNSEEN) for card, p in candidates})


def _normal(shares: dict[Card, float]) -> dict[Card, float]:
    total = sum(shares.values()) or 1.0
    return {card: p / total for card, p in shares.items()}
