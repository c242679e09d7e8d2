"""Magnate's part of the commands for any game."""

from companion.cli.game_commands import GameCommands, ScorePart, WatchPart
from companion.cli.magnate.options import PhotoOptions, WatchOptions, known, table_habits, without_game

MAGNATE_COMMANDS = GameCommands(
    score=ScorePart(PhotoOptions, known),
    watch=WatchPart(WatchOptions, table_habits, without_game),
)
