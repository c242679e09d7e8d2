"""What only Magistratvm has on the command line."""

from companion.cli.game_commands import Begins, GameCommands
from companion.cli.magistratvm.setup_options import StartingTable, setup

MAGISTRATVM_COMMANDS = GameCommands(begins=Begins(StartingTable, setup))
