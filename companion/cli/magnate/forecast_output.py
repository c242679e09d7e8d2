"""The forecast of a game of Magnate, as ``companion foresee`` prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import ForecastOutput
from companion.games.magnate.foresight import choices, forecast
from companion.games.magnate.foresight.documents import choices_to_json, forecast_to_json
from companion.games.magnate.foresight.rows import describe_choices
from companion.pieces import Card

if TYPE_CHECKING:
    from companion.games.magnate.state import State


@dataclass(frozen=True, slots=True)
class ForeseeOptions:
    """Magnate's options of ``companion foresee``."""

    card: Annotated[str, typer.Option(help="Cards in hand, such as 4MS,9LK: show what each allows now.")] = ""


def build_forecast(state: State, options: ForeseeOptions) -> ForecastOutput:
    """Compute the forecast; raise ``UnknownCard`` for a code that names no card.

    Args:
        state: The game's state.
        options: The cards in hand.
    """
    possible = [choices(state, state.player, Card.parse(code)) for code in options.card.replace(",", " ").split()]
    head = {"turn": state.turn, "player": state.player}
    document = {**head, **forecast_to_json(forecast(state)), "choices": [choices_to_json(one) for one in possible]}
    return ForecastOutput(document, tuple(line for one in possible for line in describe_choices(state, one)))
