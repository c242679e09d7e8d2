"""What the next rolls may bring and cost: the expected income (B12–B16) and tokens at risk of taxation (B8–B10, F1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.magnate.foresight.standing import rolls_before_next_action
from companion.games.magnate.state import State
from companion.pieces import Card, Rank, Suit


@dataclass(frozen=True, slots=True)
class TaxRisk:
    """A player's possible loss of one suit."""

    suit: Suit
    lost: int
    """The tokens lost if the suit is taxed: all but one."""
    chance: float
    """The probability of that before the player can spend again."""

    @property
    def mean(self) -> float:
        """The mean loss. A suit once taxed has nothing more to lose."""
        return self.lost * self.chance


def chance_of_tax(tax_dice: int) -> float:
    """Return the probability that one roll taxes a given suit.

    A 1 shows on ``1 − (9/10)² = 19/100`` of all rolls. At least one of d tax dice shows the suit with ``1 − (5/6)^d``:
    1/6 for one die, 11/36 for two.
    """
    return 0.19 * (1 - (5 / 6) ** tax_dice)


def tax_at_risk(state: State, player: int, rolls: int | None = None) -> tuple[TaxRisk, ...]:
    """Return the suits of which the player holds two or more, with ``1 − (1 − chance_of_tax)^rolls``.

    ``rolls`` is the number of rolls before the player can spend, by default :func:`rolls_before_next_action`. Income in
    between is not counted.
    """
    coming = rolls_before_next_action(state, player) if rolls is None else rolls
    chance = 1 - (1 - chance_of_tax(state.options.tax_dice)) ** coming
    return tuple(TaxRisk(suit, held - 1, chance) for suit, held in state.tokens[player].items() if held > 1)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean amount of tokens of each suit, in order of priority."""

    counts: tuple[float, ...] = (0.0,) * 6

    def __getitem__(self, suit: Suit) -> float:
        return self.counts[suit.priority]

    @property
    def total(self) -> float:
        """The mean number of tokens of all suits."""
        return sum(self.counts)

    def __add__(self, other: Mean) -> Mean:
        return Mean(tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def __mul__(self, times: float) -> Mean:
        return Mean(tuple(count * times for count in self.counts))


@dataclass(frozen=True, slots=True)
class Earning:
    """The expected income from one card in play: a Crown, a property or a deed."""

    card: Card
    district: int | None
    """None for a Crown."""
    deed: bool
    chance: float
    """The probability that a roll makes it pay."""
    mean: Mean
    """The mean tokens per roll."""


def chance_of_rank(rank: int) -> float:
    """Return the probability that the higher of two d10 is ``rank``: ``(2 · rank − 1) / 100``.

    >>> chance_of_rank(9), chance_of_rank(10), chance_of_rank(1)
    (0.17, 0.19, 0.01)
    """
    return (2 * rank - 1) / 100


def earning(card: Card, district: int | None, *, deed: bool = False, preferred: Suit | None = None) -> Earning:
    """Return the card's expected income per roll: ``chance_of_rank(rank)`` times its payment.

    A property pays one token of each suit (B14), a Crown and an Ace their one (B13, B16), a Court nothing (C5). A deed
    pays one token (B15): of its owner's preferred suit, or else of each suit with equal weight.
    """
    if card.rank is Rank.COURT:
        return Earning(card, district, deed, 0.0, Mean())
    rank = {Rank.CROWN: 10, Rank.ACE: 1}.get(card.rank) or card.rank.number or 0
    chance = chance_of_rank(rank)
    suits = (preferred,) if preferred is not None else card.suits
    share = chance / len(suits) if deed else chance
    counts = [0.0] * 6
    for suit in suits:
        counts[suit.priority] += share
    return Earning(card, district, deed, chance, Mean(tuple(counts)))


def earnings(state: State, player: int) -> tuple[Earning, ...]:
    """Return the expected income per roll from each of the player's cards; none for the automa (D2)."""
    return () if player == state.automa else tuple(_earnings(state, player))


def _earnings(state: State, player: int) -> Iterator[Earning]:
    for crown in state.crowns[player]:
        yield earning(crown, None)
    for place, district in enumerate(state.districts):
        column = district.columns[player]
        if column is None:
            continue
        for card in column.properties:
            yield earning(card, place)
        if column.deed is not None:
            yield earning(column.deed.card, place, deed=True, preferred=column.deed.preferred)


def income_to_expect(state: State, player: int) -> Mean:
    """Return the mean tokens of each suit from the next roll: the sum of the player's :func:`earnings`."""
    total = [0.0] * 6
    for one in earnings(state, player):
        for place, count in enumerate(one.mean.counts):
            total[place] += count
    return Mean(tuple(total))
