"""Magnate's part of the commands for any game."""

from companion.cli.game_commands import ForeseePart, GameCommands, ScorePart, WatchPart
from companion.cli.magnate.deed_orientation import WatchOptions, table_habits, without_game
from companion.cli.magnate.forecast_output import ForeseeOptions, build_forecast
from companion.cli.magnate.photo_score import PhotoOptions, build_scorer

MAGNATE_COMMANDS = GameCommands(
    foresee=ForeseePart(ForeseeOptions, build_forecast),
    score=ScorePart(PhotoOptions, build_scorer),
    watch=WatchPart(WatchOptions, table_habits, without_game),
)
