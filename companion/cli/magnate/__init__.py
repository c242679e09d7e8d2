"""Magnate's part of the commands for any game."""

from companion.cli.game_commands import GameCommands, ScorePart, WatchPart
from companion.cli.magnate.deed_orientation import WatchOptions, table_habits, without_game
from companion.cli.magnate.photo_score import PhotoOptions, known

MAGNATE_COMMANDS = GameCommands(
    score=ScorePart(PhotoOptions, known),
    watch=WatchPart(WatchOptions, table_habits, without_game),
)
