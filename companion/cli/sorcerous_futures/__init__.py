"""Sorcerous Futures' part of the commands for any game."""

from companion.cli.game_commands import ForeseePart, GameCommands, ScorePart
from companion.cli.game_options import NoOptions
from companion.cli.sorcerous_futures.forecast_output import build_forecast
from companion.cli.sorcerous_futures.photo_score import PhotoOptions, build_scorer

FUTURES_COMMANDS = GameCommands(
    foresee=ForeseePart(NoOptions, build_forecast),
    score=ScorePart(PhotoOptions, build_scorer, each=True),
)
