"""What only Sorcerous Futures has on the command line."""

from companion.cli.game_commands import Begins, GameCommands
from companion.cli.sorcerous_futures.laid import StartingTable, setup

FUTURES_COMMANDS = GameCommands(begins=Begins(StartingTable, setup))
