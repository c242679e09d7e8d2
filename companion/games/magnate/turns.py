"""How a turn ends: drawing, the reshuffle, the last turns (B34–B36, D6, F6, F10, F14)."""

from __future__ import annotations

from companion.games.errors import IllegalMove
from companion.games.magnate.moves import Draw, EndTurn
from companion.games.magnate.options import Solo
from companion.games.magnate.order import at_turn
from companion.games.magnate.state import Phase, State, changed
from companion.locale import Message


def draw(state: State, move: Draw) -> State:
    """B34, F6: as many cards as are played in a turn; the discards become the pile where it runs out (B35).

    When the pile has run out for good each player has one more turn (B36, F14).
    """
    at_turn(state, move.player, Phase.DRAW, rule="B34")
    if state.last_turns is not None:
        raise IllegalMove("B36", Message("nothing is drawn in the last turns"), Message("end the turn"))
    pile, discards, reshuffles, drawn, failed = state.pile, state.discards, state.reshuffles, 0, False
    for _ in range(state.options.plays):
        if not pile and discards and reshuffles < state.options.reshuffles:
            pile, discards, reshuffles = discards, 0, reshuffles + 1
        if not pile:
            failed = True
            break
        pile, drawn = pile - 1, drawn + 1
    if state.options.reshuffle_at_once and not pile and discards and reshuffles < state.options.reshuffles:
        pile, discards, reshuffles = discards, 0, reshuffles + 1
    _check_drawn(state, move, drawn)
    after = changed(state, pile=pile, discards=discards, reshuffles=reshuffles)
    ends = failed if state.options.last_turns_from_failed_draw else exhausted(after)
    return _next_turn(changed(after, last_turns=turns_at_the_end(after)) if ends else after)


def exhausted(state: State) -> bool:
    """Whether the pile has run out for good: empty, and no reshuffle left or nothing to shuffle (B35, B36)."""
    return not state.pile and (state.reshuffles >= state.options.reshuffles or not state.discards)


def turns_at_the_end(state: State) -> int:
    """B36: one for each player; against the automa the player's one (D6), or none where it stops at once."""
    if state.options.solo is Solo.NO:
        return state.players
    return 1 if state.options.solo_last_turn else 0


def _check_drawn(state: State, move: Draw, drawn: int) -> None:
    if move.cards and len(move.cards) != drawn:
        raise IllegalMove(
            "B34",
            Message(
                "{n} card is drawn, {given} are named",
                {"n": drawn, "given": len(move.cards)},
                "{n} cards are drawn, {given} are named",
                "n",
            ),
        )
    lying = set(state.cards_on_table()) if move.cards else set()
    for card in move.cards:
        if card in lying or not card.is_property:
            raise IllegalMove("B34", Message("{card} cannot be drawn", {"card": card}))


def end_turn(state: State, move: EndTurn) -> State:
    """B36: a last turn ends without a draw, and with the last of them the game."""
    at_turn(state, move.player, Phase.DRAW, rule="B34")
    if state.last_turns is None:
        raise IllegalMove("B34", Message("the turn ends with a draw"), Message("draw"))
    return _next_turn(changed(state, last_turns=state.last_turns - 1))


def _next_turn(state: State) -> State:
    if state.last_turns == 0:
        return changed(state, phase=Phase.OVER, plays_left=0)
    alone = state.options.solo is not Solo.NO
    return changed(
        state,
        player=state.player if alone else (state.player + 1) % state.players,
        turn=state.turn + 1,
        phase=Phase.ROLL,
        plays_left=state.options.plays,
        roll=None,
    )
