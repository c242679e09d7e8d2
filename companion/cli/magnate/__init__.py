"""What only Magnate has on the command line."""

from companion.cli.game_commands import Begins, Foresees, GameCommands, Rolls, Scores, Watches
from companion.cli.magnate.demo import demo
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
    own={"demo": demo},
    words={
        "new": "Keeps a new game as it lies on the table. Nothing is drawn by lot: say who starts and who has which "
        "Crowns.",
        "foresee": "Shows income to expect, tokens at risk, where each district stands, and what a card can do.",
        "roll": "Rolls once: two d10, the tax dice beside a 1, the suits taxed and what the rank pays.\n\n"
        "Status 1: dice lie under the camera, but what they show is in doubt.",
        "show --plot": "Draw tokens, income and district margins over the turns into this file.",
    },
)
