"""Joint reading of a column's cards as a hidden Markov chain: neighbours share a suit (B20, B21)."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.pieces import Card, Rank


@dataclass(frozen=True, slots=True)
class Limits:
    """Pseudo-counts of neighbouring pairs for how strictly a table keeps the chain of suits.

    Chosen with :class:`~companion.table.magnate.identities.Limits` so that two kept pairs are enough to trust the
    chain, and
    a single broken one among ten is not enough to distrust it.
    """

    broken: float = 0.5
    """Pairs that broke it …"""
    kept: float = 3.0
    """… and pairs that kept it."""


LIMITS = Limits()

Candidates = Sequence[tuple[Card, float]]


def fits(inner: Card, outer: Card) -> bool:
    """Return whether ``outer`` may be next to ``inner`` in a column; any card may be next to the Excuse (B20)."""
    return inner.rank is Rank.EXCUSE or inner.shares_suit_with(outer)


def laxity(pairs: Sequence[tuple[Card, Card]]) -> float:
    """Return the odds that this table breaks the chain of suits, from certain pairs; near 0 if it never does.

    >>> mountain, forest, cave = (Card.parse(code) for code in ("4MS", "5ML", "7WY"))
    >>> laxity([(mountain, forest)] * 12) < 0.05 < 0.5 < laxity([(mountain, cave)] * 12)
    True
    """
    broken = sum(not fits(inner, outer) for inner, outer in pairs)
    return min(1.0, (broken + LIMITS.broken) / (len(pairs) - broken + LIMITS.kept))


def resolved(district: Card, column: Sequence[Candidates], lax: float) -> list[list[tuple[Card, float]]]:
    """Return the candidates of every card of a column, considered together (the forward-backward algorithm).

    Args:
        district: The district.
        column: The candidates of each card, from the district outwards.
        lax: How likely a pair without a common suit is, relative to one with it.

    Returns:
        For each card the candidates with probabilities that add up to 1, best first. If no card is possible, the
        reading
        alone counts.
    """
    known = [_normal(dict(candidates)) for candidates in column]
    before: list[Shares] = []
    reach = {district: 1.0}
    for own in known:
        reach = _normal({card: p * _from(reach, card, lax) for card, p in own.items()}) or own
        before.append(reach)
    after: Shares | None = None
    result = []
    for own, so_far in zip(reversed(known), reversed(before), strict=True):
        beyond = {card: 1.0 if after is None else _towards(card, after, lax) for card in own}
        both = _normal({card: p * beyond[card] for card, p in so_far.items()}) or so_far
        result.append(sorted(both.items(), key=lambda item: -item[1]))
        after = {card: p * beyond[card] for card, p in own.items()}
    return result[::-1]


Shares = dict[Card, float]


def _from(inner: Shares, card: Card, lax: float) -> float:
    return sum(share * _pair(one, card, lax) for one, share in inner.items())


def _towards(card: Card, outer: Shares, lax: float) -> float:
    return sum(share * _pair(card, one, lax) for one, share in outer.items())


def _pair(inner: Card, outer: Card, lax: float) -> float:
    if inner == outer:
        return 0.0
    return 1.0 if fits(inner, outer) else lax


def _normal(shares: Shares) -> Shares:
    """Return the shares scaled to a sum of 1; empty if all are 0."""
    total = sum(shares.values())
    return {card: p / total for card, p in shares.items()} if total else {}
