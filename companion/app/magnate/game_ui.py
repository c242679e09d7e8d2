"""Magnate's entry in the app: its screens, entries of the start screen and previews."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.app.game_ui import GameUI, StartEntry
from companion.games.magnate import State, score
from companion.locale import Message


def _small_board(state: State) -> Widget:
    from companion.app.magnate.widgets.small_board import SmallBoard

    return SmallBoard(state)


MAGNATE_UI = GameUI(
    table="table",
    end="end",
    screens={
        "table": "companion.app.magnate.screens.table.TableScreen",
        "end": "companion.app.magnate.screens.end.EndScreen",
        "new_game": "companion.app.magnate.screens.new_game.NewGameScreen",
        "score_table": "companion.app.magnate.screens.score_table.ScoreTableScreen",
        "tokens_only": "companion.app.magnate.screens.tokens_only.TokensOnlyScreen",
        "roll_only": "companion.app.magnate.screens.roll_only.RollOnlyScreen",
    },
    new_game=StartEntry(
        "new_game",
        "play",
        Message("New game"),
        Message("Magnate: your cards and dice, this tablet keeps the rest"),
    ),
    entries=(
        StartEntry("score_table", "photo", Message("Score a table"), Message("From a photo, or tapped in")),
        StartEntry("tokens_only", "plus", Message("Tokens only"), Message("Counters for any table")),
        StartEntry("roll_only", "dice", Message("Roll only"), Message("Tax and what each rank earns")),
    ),
    count_scores=lambda state: score(state).districts_won,
    missing_area=Message("The row of districts is not in view: four Pawns and the Excuse, side by side."),
    preview=_small_board,
)
