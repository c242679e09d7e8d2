"""Forecasts from a state alone: income, tax at risk, playable cards, the standing.

All functions are pure, and state their formulas.
"""

from companion.games.magnate.foresight.choices import Choices, Payment, choices, completions
from companion.games.magnate.foresight.forecast import Forecast, forecast
from companion.games.magnate.foresight.income import Earning, Mean, earning, earnings, income_to_expect
from companion.games.magnate.foresight.standing import DistrictStanding, Standing, standing
from companion.games.magnate.foresight.taxation import TaxRisk, chance_of_tax, tax_at_risk
from companion.games.magnate.foresight.turns_left import TurnsLeft, rolls_before_next_action, turns_left

__all__ = [
    "Choices",
    "DistrictStanding",
    "Earning",
    "Forecast",
    "Mean",
    "Payment",
    "Standing",
    "TaxRisk",
    "TurnsLeft",
    "chance_of_tax",
    "choices",
    "completions",
    "earning",
    "earnings",
    "forecast",
    "income_to_expect",
    "rolls_before_next_action",
    "standing",
    "tax_at_risk",
    "turns_left",
]
