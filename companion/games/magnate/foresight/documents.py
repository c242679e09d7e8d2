"""Forecasts as JSON documents. Means and chances are rounded to six places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.documents import Json
from companion.games.json_codec import Writers
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.foresight.forecast import PlayersForecast, describe_choices, forecast
from companion.games.magnate.foresight.income import Mean
from companion.games.magnate.foresight.standing import Standing
from companion.games.magnate.state import State
from companion.games.magnate.trading import Trade
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens

PLACES = 6

_written = Writers(
    {
        Card: str,
        Tokens: Tokens.to_json,
        Message: str,
        Mean: lambda one: {**{suit.value: one[suit] for suit in Suit}, "total": one.total},
        Trade: lambda one: {"give": one.give.value, "get": one.get.value, "times": one.times},
    }
)


def forecast_to_json(state: State) -> Json:
    """Return the forecast by seat, and the standing."""
    ahead = forecast(state)
    players, table = [_player(one) for one in ahead.players], _standing(ahead.standing)
    document: Json = _rounded({"turn": state.turn, "player": state.player, "players": players, "standing": table})
    return document


def card_choices(state: State, card: Card) -> tuple[Json, Sequence[Message]]:
    """Return the plays of one card: places, payments with their trades, what it sells for."""
    possible = choices(state, state.player, card)
    return _written(possible), tuple(describe_choices(state, possible))


def _player(one: PlayersForecast) -> Json:
    return {
        "next_roll": _written(one.next_roll),
        "remaining": _written(one.remaining),
        "cards": [{**_written(card), "mean": card.mean.total} for card in one.earnings],
        "at_risk": [{**_written(risk), "mean": risk.mean} for risk in one.at_risk],
    }


def _standing(standing: Standing) -> Json:
    score = _written(standing.score)
    return {
        "districts": _written(standing.districts),
        **{name: score[name] for name in ("districts_won", "total_ranks")},
        "tokens": [None if held is None else held.total for held in standing.score.tokens],
        **{name: score[name] for name in ("winner", "decided_by", "tied")},
        "turns_left": _written(standing.turns),
        "warning": _written(standing.warning),
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return round(value, PLACES) if isinstance(value, float) else value
