"""How many turns and rolls are still to come (B34–B36, D6, F14)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.state import Phase, State
from companion.games.magnate.turns import turns_at_the_end


@dataclass(frozen=True, slots=True)
class TurnsLeft:
    """Turns still to be played, the one going on included, and the rolls in them."""

    turns: int
    rolls: int
    known: bool
    """False where a reshuffle is still to come: then more cards may be discarded, and it is the least there will be."""


def turns_left(state: State) -> TurnsLeft:
    """Turns to the end: ``⌈cards / draws a turn⌉`` until the pile is empty for good, and the last turns after it.

    Cards are those of the pile and, where a reshuffle is still to come, of the discards as they are now.
    Where the last turns count from the first failed draw it is ``⌊cards / draws a turn⌋ + 1``. With nothing to draw the
    turn going on is the first of the last.
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
    """Rolls that come before the player can spend tokens again, were the turn going on to end now.

    With n seats: the rolls of everybody in between and the player's own. In a player's own turn,
    once rolled, that is n; waiting for another, one for each seat from the next roll to the own.
    Never more than are left in the game.
    """
    if state.phase is Phase.OVER:
        return 0
    turns = 1 if state.automa is not None else state.players
    away = (player - state.player) % turns
    rolls = away + 1 if state.phase is Phase.ROLL else away or turns
    return min(rolls, turns_left(state).rolls)
