"""What only Sorcerous Futures has on the command line."""

from companion.cli.added import NoOptions
from companion.cli.game_commands import Begins, Foresees, GameCommands, Scores
from companion.cli.sorcerous_futures.foreseen import foreseen
from companion.cli.sorcerous_futures.laid import StartingTable, setup
from companion.cli.sorcerous_futures.photographed import Photographed, scorer

FUTURES_COMMANDS = GameCommands(
    begins=Begins(StartingTable, setup),
    foresees=Foresees(NoOptions, foreseen),
    scores=Scores(Photographed, scorer, each=True),
)
