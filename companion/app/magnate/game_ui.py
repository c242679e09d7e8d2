"""Magnate's entry in the app: its screens, and entries of the start screen."""

from collections.abc import Callable

from companion.app.game_ui import GameUI, SetupReader, StartEntry
from companion.games.decisions import Words
from companion.locale import Message


def _deal_reader(on_read: Callable[[Words], None], on_status: Callable[[str], None]) -> SetupReader:
    from companion.app.magnate.deal_from_camera import DealReader

    return DealReader(on_read, on_status)


MAGNATE_UI = GameUI(
    table="table",
    screens={
        "table": "companion.app.magnate.screens.table.TableScreen",
        "show_me": "companion.app.magnate.screens.show_me.ShowMeScreen",
        "tokens_only": "companion.app.magnate.screens.tokens_only.TokensOnlyScreen",
        "roll_only": "companion.app.magnate.screens.roll_only.RollOnlyScreen",
    },
    new_game=StartEntry(
        "new_game",
        "play",
        Message("New game"),
        Message("Magnate with your cards and dice: the tablet does the counting"),
        "new_game",
    ),
    entries=(
        StartEntry(
            "show_me", "photo", Message("Show me"), Message("A camera finds the mistake in a sample game"), "camera"
        ),
        StartEntry(
            "tokens_only", "plus", Message("Tokens only"), Message("Counters for two to four players"), "tokens"
        ),
        StartEntry("roll_only", "dice", Message("Dice only"), Message("Tax and income of each roll"), "dice"),
    ),
    missing_area=Message("The camera cannot see the districts: four Pawns and the Excuse, side by side."),
    setup_reader=_deal_reader,
    suit_dice=True,
)
