"""What only Magnate has on the command line."""

from companion.cli.game_commands import Begins, GameCommands
from companion.cli.magnate.laid import Laid, setup

MAGNATE_COMMANDS = GameCommands(
    begins=Begins(Laid, setup),
    words={
        "new": "Keeps a new game as it lies on the table. Nothing is drawn by lot: say who starts and who has which "
        "Crowns.",
        "show --plot": "Draw tokens, income and district margins over the turns into this file.",
    },
)
