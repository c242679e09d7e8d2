"""What the player at turn can do now, and what each player is to do."""

from __future__ import annotations

from companion.app.magnate.at_table import AtTable
from companion.app.magnate.widgets.player_panel import Action
from companion.app.words import words
from companion.games.magnate import Phase, State


def offered(state: State, table: AtTable) -> list[Action]:
    """The actions of the player at turn, the usual one first (B7, B17, B27, B33, B34)."""
    if state.over:
        return [Action("end", words._("Final score"), "done", table.see_score, main=True)]
    if state.phase is Phase.ROLL:
        return [
            Action("roll", words._("Enter the roll"), "dice", table.open_roll, main=True),
            Action("app_dice", words._("Roll for me"), "turn", table.roll_for_me),
        ]
    if state.phase is Phase.INCOME:
        return []
    beside = [Action("trade", words._("Trade"), "trade", table.open_trade)]
    if any(state.deeds(state.player)):
        beside.insert(0, Action("deed", words._("Onto a deed"), "onto", table.open_deeds))
    if state.phase is Phase.PLAY:
        return [Action("play", words._("Play a card"), "play", table.open_cards, main=True), *beside]
    last = words._("End the turn") if state.last_turns is not None else words._("Draw")
    return [Action("draw", last, "draw", table.end_turn, main=True), *beside]


def awaited_of(state: State, seat: int) -> str:
    """What the table waits for from this seat, in a word or two; nothing where it waits for the other."""
    if not any(waiting.owner == seat for waiting in state.waiting_for):
        return ""
    said: dict[Phase, str] = {
        Phase.ROLL: words._("to roll"),
        Phase.INCOME: words._("to choose"),
        Phase.PLAY: words._("to play a card"),
        Phase.DRAW: words._("to draw") if state.last_turns is None else words._("to end the turn"),
    }
    return said[state.phase]
