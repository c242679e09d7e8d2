"""What only Magnate has on the command line."""

from companion.cli.game_commands import Begins, Foresees, GameCommands, Scores, Watches
from companion.cli.magnate.demo import demo
from companion.cli.magnate.foreseen import InHand, foreseen
from companion.cli.magnate.laid import Laid, setup
from companion.cli.magnate.lying import Watched, alone, habits
from companion.cli.magnate.photographed import Photographed, scorer

MAGNATE_COMMANDS = GameCommands(
    begins=Begins(Laid, setup),
    foresees=Foresees(InHand, foreseen),
    scores=Scores(Photographed, scorer),
    watches=Watches(Watched, habits, alone),
    own={"demo": demo},
    words={
        "new": "Keeps a new game as it lies on the table. Nothing is drawn by lot: say who starts and who has which "
        "Crowns.",
        "foresee": "Shows income to expect, tokens at risk, where each district stands, and what a card can do.",
        "show --plot": "Draw tokens, income and district margins over the turns into this file.",
    },
)
