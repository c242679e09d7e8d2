"""Magnate's part of the commands for any game."""

from companion.cli.game_commands import ForeseePart, GameCommands, RollPart, ScorePart, WatchPart
from companion.cli.magnate.deed_orientation import WatchOptions, table_habits, without_game
from companion.cli.magnate.forecast_output import ForeseeOptions, build_forecast
from companion.cli.magnate.photo_score import PhotoOptions, build_scorer
from companion.cli.magnate.roll_output import RollOptions, print_roll, roll_document, roll_in_game_document, turn_wish

MAGNATE_COMMANDS = GameCommands(
    foresee=ForeseePart(ForeseeOptions, build_forecast),
    score=ScorePart(PhotoOptions, build_scorer),
    watch=WatchPart(WatchOptions, table_habits, without_game),
    roll=RollPart(RollOptions, turn_wish, roll_document, roll_in_game_document, print_roll),
)
