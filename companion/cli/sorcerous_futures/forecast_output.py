"""The forecast of a game of Sorcerous Futures, as ``companion foresee`` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING

from companion.cli.game_commands import ForecastOutput
from companion.cli.game_options import NoOptions
from companion.games.sorcerous_futures.encoding import to_json
from companion.games.sorcerous_futures.foresight import forecast, rows

if TYPE_CHECKING:
    from companion.cli.terminal import Console
    from companion.games.sorcerous_futures.state import State


def build_forecast(state: State, names: Sequence[str], _options: NoOptions) -> ForecastOutput:
    """Compute the forecast from what everybody may know, as the mean over what is hidden."""
    head = {"turn": state.turn, "player": state.player}

    def show(console: Console, translations: NullTranslations) -> None:
        from companion.cli.board import build_table

        console.print(build_table(rows(state, names), translations))

    return ForecastOutput({**head, **to_json(forecast(state))}, show)
