"""Tokens that taxation may take (B8–B10, F1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.foresight.turns_left import rolls_before_next_action
from companion.games.magnate.state import State
from companion.pieces import Suit


@dataclass(frozen=True, slots=True)
class TaxRisk:
    """What a player stands to lose of one suit."""

    suit: Suit
    lost: int
    """Tokens that go when the suit is taxed: all but one."""
    chance: float
    """How likely that is before the player can spend again."""

    @property
    def mean(self) -> float:
        """The mean loss: once taxed, there is nothing more to take."""
        return self.lost * self.chance


def chance_of_tax(tax_dice: int) -> float:
    """How likely one roll taxes a given suit.

    A 1 shows on ``1 − (9/10)² = 19/100`` of all rolls; of d tax dice at least one shows the suit
    with ``1 − (5/6)^d``: 1/6 for one die, 11/36 for two.
    """
    return 0.19 * (1 - (5 / 6) ** tax_dice)


def tax_at_risk(state: State, player: int, rolls: int | None = None) -> tuple[TaxRisk, ...]:
    """The suits of which the player holds two or more, with ``1 − (1 − chance_of_tax)^rolls``.

    ``rolls`` is how many rolls come before the player can spend; None for as many as the state
    says (:func:`rolls_before_next_action`). Income in between is not counted.
    """
    coming = rolls_before_next_action(state, player) if rolls is None else rolls
    chance = 1 - (1 - chance_of_tax(state.options.tax_dice)) ** coming
    return tuple(TaxRisk(suit, held - 1, chance) for suit, held in state.tokens[player].items() if held > 1)
