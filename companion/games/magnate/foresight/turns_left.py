"""The number of turns and rolls left (B34–B36, D6, F14)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.state import Phase, State
from companion.games.magnate.turns import turns_at_the_end


@dataclass(frozen=True, slots=True)
class TurnsLeft:
    """The turns left, the current one included, and the rolls in them."""

    turns: int
    rolls: int
    known: bool
    """False if a reshuffle is still to come. Then the number is a minimum, as more cards may be discarded."""


def turns_left(state: State) -> TurnsLeft:
    """Return the turns to the end: ``⌈cards / draws a turn⌉`` and the last turns.

    The cards are those of the pile and, if a reshuffle is still to come, of the present discards. If the last turns
    count from the first failed draw, the number is ``⌊cards / draws a turn⌋ + 1``. With nothing to draw the current
    turn is the first of the last.
    """
    if state.phase is Phase.OVER:
        return TurnsLeft(0, 0, True)
    rolled = state.phase is not Phase.ROLL
    if state.last_turns is not None:
        return TurnsLeft(state.last_turns, state.last_turns - rolled, True)
    to_shuffle = state.reshuffles < state.options.reshuffles
    cards = state.pile + (state.discards if to_shuffle else 0)
    if state.options.last_turns_from_failed_draw:
        drawing = cards // state.options.plays + 1
    else:
        drawing = -(-cards // state.options.plays)
    turns = max(drawing + turns_at_the_end(state), 1)
    return TurnsLeft(turns, turns - rolled, not to_shuffle)


def rolls_before_next_action(state: State, player: int) -> int:
    """Return the number of rolls before the player can spend tokens again, if the current turn ends now.

    On a player's own turn, after the roll, that is one for each seat. On another's turn it is one for each seat from
    the next roll to the player's own. It is never more than the rolls left in the game.
    """
    if state.phase is Phase.OVER:
        return 0
    turns = 1 if state.automa is not None else state.players
    away = (player - state.player) % turns
    rolls = away + 1 if state.phase is Phase.ROLL else away or turns
    return min(rolls, turns_left(state).rolls)
