"""How Magnate is shown."""

from __future__ import annotations

from companion.app.face import Face, Way
from companion.app.magnate.screens.end import EndScreen
from companion.app.magnate.screens.new_game import NewGameScreen
from companion.app.magnate.screens.roll_only import RollOnlyScreen
from companion.app.magnate.screens.score_table import ScoreTableScreen
from companion.app.magnate.screens.table import TableScreen
from companion.app.magnate.screens.tokens_only import TokensOnlyScreen
from companion.app.magnate.widgets.small_board import SmallBoard
from companion.games.magnate import score
from companion.locale import Message

MAGNATE_FACE = Face(
    table="table",
    end="end",
    screens={
        "table": TableScreen,
        "end": EndScreen,
        "new_game": NewGameScreen,
        "score_table": ScoreTableScreen,
        "tokens_only": TokensOnlyScreen,
        "roll_only": RollOnlyScreen,
    },
    new_game=Way(
        "new_game",
        "play",
        Message("New game"),
        Message("Magnate: your cards and dice, this tablet keeps the rest"),
    ),
    doors=(
        Way("score_table", "photo", Message("Score a table"), Message("From a photo, or tapped in")),
        Way("tokens_only", "plus", Message("Tokens only"), Message("Counters for any table")),
        Way("roll_only", "dice", Message("Roll only"), Message("Tax and what each rank earns")),
    ),
    counted=lambda state: score(state).districts_won,
    unseen=Message("The row of districts is not in view: four Pawns and the Excuse, side by side."),
    glance=SmallBoard,
)
