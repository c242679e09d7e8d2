"""The forecast of a game of Sorcerous Futures, as ``companion foresee`` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.game_commands import ForecastOutput
from companion.cli.game_options import NoOptions
from companion.games.sorcerous_futures.encoding import to_json
from companion.games.sorcerous_futures.foresight import forecast

if TYPE_CHECKING:
    from companion.games.sorcerous_futures.state import State


def build_forecast(state: State, _options: NoOptions) -> ForecastOutput:
    """Compute the forecast from what everybody may know, as the mean over what is hidden."""
    return ForecastOutput({"turn": state.turn, "player": state.player, **to_json(forecast(state))})
