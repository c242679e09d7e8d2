"""Magistratvm's part of the commands for any game."""

from companion.cli.game_commands import GameCommands, NewPart
from companion.cli.magistratvm.setup_options import SetupOptions, setup_document

MAGISTRATVM_COMMANDS = GameCommands(new=NewPart(SetupOptions, setup_document))
