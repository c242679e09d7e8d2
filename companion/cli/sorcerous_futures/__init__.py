"""What only Sorcerous Futures has on the command line."""

from companion.cli.game_commands import Begins, Foresees, GameCommands, Scores
from companion.cli.game_options import NoOptions
from companion.cli.sorcerous_futures.forecast_output import foreseen
from companion.cli.sorcerous_futures.photo_score import Photographed, scorer
from companion.cli.sorcerous_futures.setup_options import StartingTable, setup

FUTURES_COMMANDS = GameCommands(
    begins=Begins(StartingTable, setup),
    foresees=Foresees(NoOptions, foreseen),
    scores=Scores(Photographed, scorer, each=True),
)
