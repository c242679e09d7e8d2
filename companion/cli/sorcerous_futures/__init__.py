"""Sorcerous Futures' part of the commands for any game."""

from companion.cli.game_commands import GameCommands, ScorePart
from companion.cli.sorcerous_futures.photo_score import PhotoOptions, known

FUTURES_COMMANDS = GameCommands(score=ScorePart(PhotoOptions, known))
