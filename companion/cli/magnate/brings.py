"""Magnate's part of the commands that are any game's."""

from companion.cli.game_commands import Begins, Foresees, GameCommands, Rolls, Scores, Watches
from companion.cli.magnate.foreseen import InHand, foreseen
from companion.cli.magnate.laid import StartingTable, setup
from companion.cli.magnate.lying import Watched, alone, habits
from companion.cli.magnate.photographed import Photographed, scorer
from companion.cli.magnate.rolled import Dice, roll_document, roll_in_game_document, rolled_with, show

MAGNATE_COMMANDS = GameCommands(
    begins=Begins(StartingTable, setup),
    foresees=Foresees(InHand, foreseen),
    scores=Scores(Photographed, scorer),
    watches=Watches(Watched, habits, alone),
    rolls=Rolls(Dice, rolled_with, roll_document, roll_in_game_document, show),
)
