"""Forecasts as JSON documents. Means and chances are rounded to six places."""

from __future__ import annotations

from companion.games.documents import Json
from companion.games.magnate.foresight.choices import Choices, Payment
from companion.games.magnate.foresight.forecast import Forecast, PlayersForecast
from companion.games.magnate.foresight.income import Earning, Mean
from companion.games.magnate.foresight.standing import DistrictStanding, Standing
from companion.pieces import Suit


def forecast_to_json(forecast: Forecast) -> Json:
    """Return the forecast by seat, and the standing."""
    return {
        "players": [_player(one) for one in forecast.players],
        "standing": _standing(forecast.standing),
    }


def _player(one: PlayersForecast) -> Json:
    return {
        "next_roll": _mean(one.next_roll),
        "remaining": _mean(one.remaining),
        "cards": [_earning(card) for card in one.earnings],
        "at_risk": [
            {"suit": risk.suit.value, "lost": risk.lost, "chance": round(risk.chance, 6), "mean": round(risk.mean, 6)}
            for risk in one.at_risk
        ],
    }


def _mean(mean: Mean) -> Json:
    return {**{suit.value: round(mean[suit], 6) for suit in Suit}, "total": round(mean.total, 6)}


def _earning(one: Earning) -> Json:
    return {
        "card": str(one.card),
        "district": one.district,
        "deed": one.deed,
        "chance": round(one.chance, 6),
        "mean": round(one.mean.total, 6),
    }


def _standing(standing: Standing) -> Json:
    return {
        "districts": [_district(one) for one in standing.districts],
        "districts_won": list(standing.score.districts_won),
        "total_ranks": list(standing.score.total_ranks),
        "tokens": [held.total if held is not None else None for held in standing.score.tokens],
        "winner": standing.score.winner,
        "decided_by": standing.score.decided_by.value,
        "tied": list(standing.score.tied),
        "turns_left": {"turns": standing.turns.turns, "rolls": standing.turns.rolls, "known": standing.turns.known},
        "warning": None if standing.warning is None else str(standing.warning),
    }


def _district(one: DistrictStanding) -> Json:
    return {
        "index": one.index,
        "held_by": one.held_by,
        "margin": one.margin,
        "to_hold": list(one.to_hold),
        "completing": [{"player": seat, "card": str(card), "held_by": then} for seat, card, then in one.completing],
    }


def choices_to_json(choices: Choices) -> Json:
    """Return the plays of one card: places, payments with their trades, what it sells for."""
    return {
        "player": choices.player,
        "card": str(choices.card),
        "places": list(choices.places),
        "develop": [_payment(one) for one in choices.develop],
        "deed": [_payment(one) for one in choices.deed],
        "sells_for": choices.sells_for.to_json(),
        "sold_to": list(choices.sold_to),
    }


def _payment(payment: Payment) -> Json:
    trades = [{"give": one.give.value, "get": one.get.value, "times": one.times} for one in payment.trades]
    return {"tokens": payment.tokens.to_json(), "trades": trades}
