"""The forecast of all players at once."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.foresight.income import Earning, Mean, earnings, income_to_expect
from companion.games.magnate.foresight.standing import Standing, standing
from companion.games.magnate.foresight.taxation import TaxRisk, tax_at_risk
from companion.games.magnate.state import State


@dataclass(frozen=True, slots=True)
class PlayersForecast:
    """One player's forecast."""

    earnings: tuple[Earning, ...]
    next_roll: Mean
    remaining: Mean
    """The mean of all remaining rolls if nothing more is built: their number times ``next_roll``."""
    at_risk: tuple[TaxRisk, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast by seat, and for the table."""

    players: tuple[PlayersForecast, ...]
    standing: Standing


def forecast(state: State) -> Forecast:
    """Return income, tax at risk and standing of this state."""
    table = standing(state)
    return Forecast(tuple(_player(state, seat, table.turns.rolls) for seat in range(state.players)), table)


def _player(state: State, seat: int, rolls: int) -> PlayersForecast:
    mean = income_to_expect(state, seat)
    return PlayersForecast(earnings(state, seat), mean, mean * rolls, tax_at_risk(state, seat))
