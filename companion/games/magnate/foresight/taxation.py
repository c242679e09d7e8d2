"""The tokens at risk of taxation (B8–B10, F1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.foresight.turns_left import rolls_before_next_action
from companion.games.magnate.state import State
from companion.pieces import Suit


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
