"""Magnate's part of the commands that are any game's."""

from companion.cli.game_commands import Begins, Foresees, GameCommands, Rolls, Scores, Watches
from companion.cli.magnate.deed_orientation import Watched, alone, habits
from companion.cli.magnate.forecast_output import InHand, foreseen
from companion.cli.magnate.photo_score import Photographed, scorer
from companion.cli.magnate.roll_output import Dice, roll_document, roll_in_game_document, rolled_with, show
from companion.cli.magnate.setup_options import StartingTable, setup

MAGNATE_COMMANDS = GameCommands(
    begins=Begins(StartingTable, setup),
    foresees=Foresees(InHand, foreseen),
    scores=Scores(Photographed, scorer),
    watches=Watches(Watched, habits, alone),
    rolls=Rolls(Dice, rolled_with, roll_document, roll_in_game_document, show),
)
