"""The end of a turn: drawing, the reshuffle, the last turns (B34–B36, D6, F6, F10, F14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

from companion.games.decisions import Decision
from companion.games.declared import Among, Chosen, Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Seat, Typed
from companion.games.magnate.hidden import Hidden
from companion.games.magnate.options import Solo
from companion.games.magnate.playing import check_card
from companion.games.magnate.scoring import score
from companion.games.magnate.state import Phase, State, changed
from companion.games.magnate.turn_moves import TurnMove, check_turn
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Rank

SHUFFLE = Message("The draw pile is empty. Shuffle the discards.")
SHUFFLE_TO_DRAW = Message("The draw pile is empty. Shuffle the discards, then draw.")


def find_announcement(before: State | None, after: State, names: Sequence[str]) -> Message | None:
    """Return what to announce after a move, or None.

    Args:
        before: The state before the move; None on the first view of a game.
        after: The state after it.
        names: The player names, by seat.
    """
    if before is None or after.over:
        return None
    if after.last_turns is not None and before.last_turns is None:
        return Message("Last round: {turns}", {"turns": ", ".join(list_last_players(after, names))})
    if after.reshuffles > before.reshuffles and after.options.reshuffle_at_once:
        return SHUFFLE
    due = after.phase is Phase.DRAW and before.phase is not Phase.DRAW and must_shuffle(after)
    return SHUFFLE_TO_DRAW if due else None


def must_shuffle(state: State) -> bool:
    """Return whether the discards must be shuffled before the current player can draw all cards that are due."""
    return state.last_turns is None and state.pile < state.options.plays and state.may_shuffle


def list_last_players(state: State, names: Sequence[str]) -> list[str]:
    """Return the names of those who take the remaining turns, in order.

    Args:
        state: A state in the last round.
        names: The player names, by seat.
    """
    if state.automa is not None:
        return [names[state.player]] * (state.last_turns or 0)
    return [names[(state.player + turn) % state.players] for turn in range(state.last_turns or 0)]


def _drawing(state: State, _chosen: Chosen) -> tuple[int, ...]:
    return (state.player,) if state.phase is Phase.DRAW and state.last_turns is None else ()


@dataclass(frozen=True, slots=True)
class Draw(TurnMove):
    """A draw, which ends the turn (B34)."""

    player: Annotated[Seat, Among(_drawing)]
    cards: Annotated[tuple[Card, ...], Typed("CARD …")] = ()
    """Empty if they are not known."""

    def apply(self, state: State) -> State:
        """Draw as many cards as are played in a turn (B34, F6); the discards become an empty pile (B35).

        When the pile is exhausted each player has one more turn (B36, F14).
        """
        check_turn(state, self.player, Phase.DRAW, rule="B34")
        if state.last_turns is not None:
            raise IllegalMove("B36", Message("nothing is drawn in the last turns"), Message("end the turn"))
        after, piles = state, list[Hidden]()
        for _ in range(state.options.plays):
            if not after.pile and after.may_shuffle:
                after = _shuffled(after)
            if after.pile:
                piles.append(after.hidden)
                after = changed(after, pile=after.pile - 1)
        if state.options.reshuffle_at_once and not after.pile and after.may_shuffle:
            after = _shuffled(after)
        _check_drawn(state, self, piles)
        hidden, last_turns = after.hidden.after_draw(self.cards), _turns_after_drawing(after, len(piles))
        return _next_turn(changed(after, hidden=hidden, last_turns=last_turns))

    def _turn_sentence(self, before: State, after: State, names: Names) -> Message:
        name: Wording = {"name": names[self.player]}
        drawn = before.pile + before.discards - after.pile - after.discards
        sentence = Message("{name} draws", name) if drawn else Message("{name} finds nothing to draw", name)
        if after.reshuffles > before.reshuffles:
            sentence = Message("{told}; the discards become a new pile of {n}", {"told": sentence, "n": after.pile})
        return _with_ending(sentence, after, names)


def _shuffled(state: State) -> State:
    """Make the discards the new pile (B35)."""
    return changed(
        state,
        pile=state.discards,
        discards=0,
        reshuffles=state.reshuffles + 1,
        hidden=state.hidden.after_shuffle(state.discards),
    )


def _turns_after_drawing(after: State, drawn: int) -> int | None:
    """Return the last turns left after this number of cards was drawn; None before they begin (B35, B36)."""
    turns, failed = turns_at_the_end(after), drawn < after.options.plays
    if after.options.last_turns_from_failed_draw:
        return turns if failed else None
    if failed and not drawn and not after.as_format_1:
        # The last card was drawn a turn ago: they count from there, and this turn was the first of them.
        return max(0, turns - 1)
    return turns if failed or exhausted(after) else None


def exhausted(state: State) -> bool:
    """Return whether the pile is known to be exhausted, before a draw fails (B35, B36).

    Whether there are discards to shuffle is judged when the shuffle is due (B35).
    """
    if state.pile:
        return False
    due = state.options.reshuffle_at_once or state.as_format_1
    return state.reshuffles >= state.options.reshuffles or (due and not state.discards)


def turns_at_the_end(state: State) -> int:
    """Return the number of last turns (B36): one for each player.

    Against the automa it is the player's one (D6), or none if the game stops at once.
    """
    if state.options.solo is Solo.NO:
        return state.players
    return 1 if state.options.solo_last_turn else 0


def _check_drawn(state: State, move: Draw, piles: Sequence[Hidden]) -> None:
    """Refuse cards that cannot have been in the pile they came from; there is one pile for each card drawn."""
    if move.cards and len(move.cards) != len(piles):
        raise IllegalMove(
            "B34",
            Message(
                "{n} card is drawn, {given} are named",
                {"n": len(piles), "given": len(move.cards)},
                "{n} cards are drawn, {given} are named",
                "n",
            ),
        )
    if not move.cards or state.as_format_1:
        return
    for card in move.cards:
        reason = _where_else(state, move, card, piles)
        if reason is not None:
            raise IllegalMove("B34", Message("{card} cannot be drawn: {reason}", {"card": card, "reason": reason}))
    if not any(all(map(Hidden.may_be_drawn, piles, order)) for order in permutations(move.cards)):
        together = {"cards": listed(move.cards)}
        raise IllegalMove("B34", Message("{cards} cannot be drawn together across a reshuffle", together))


def _where_else(state: State, move: Draw, card: Card, piles: Sequence[Hidden]) -> Message | None:
    """Return why the card was in none of these piles, if known."""
    try:
        check_card(state, card)
    except IllegalMove as error:
        return error.reason
    if move.cards.count(card) > 1:
        return Message("it is named twice")
    if card in state.hidden.in_hand:
        return Message("it was drawn before and is in a hand")
    if any(pile.may_be_drawn(card) for pile in piles):
        return None
    if card in state.hidden.discarded:
        return Message("it was sold and lies in the discards")
    return Message("the pile was shuffled from other cards")


def _ending(state: State, _chosen: Chosen) -> tuple[int, ...]:
    without_play = state.phase is Phase.PLAY and not properties_left(state)
    last = state.phase is Phase.DRAW and state.last_turns is not None
    return (state.player,) if without_play or last else ()


@dataclass(frozen=True, slots=True)
class EndTurn(TurnMove):
    """The end of a turn without a draw: one of the last turns (B36, F14, D6)."""

    player: Annotated[Seat, Among(_ending)]

    def apply(self, state: State) -> State:
        """End a last turn without a draw, and with the last of them the game (B36).

        Before the last turns, a turn ends like this if there is nothing left to draw: that is the failed draw. It also
        ends like this if a correction has laid every property on the table, so that nobody can have a card to play.
        """
        if state.phase is Phase.PLAY and not properties_left(state):
            check_turn(state, self.player, Phase.PLAY, rule="B34")
            return self._ended(changed(state, phase=Phase.DRAW, plays_left=0))
        check_turn(state, self.player, Phase.DRAW, rule="B34")
        if state.last_turns is None and (state.pile or state.may_shuffle):
            raise IllegalMove("B34", Message("the turn ends with a draw"), Message("draw"))
        return self._ended(state)

    def _ended(self, state: State) -> State:
        if state.last_turns is not None:
            return _next_turn(changed(state, last_turns=state.last_turns - 1))
        return Draw(self.player).apply(state)

    def _turn_sentence(self, before: State, after: State, names: Names) -> Message:
        if before.last_turns is None:
            return Draw(self.player)._turn_sentence(before, after, names)
        return _with_ending(Message("{name} ends a last turn", {"name": names[self.player]}), after, names)


def turns_end(state: State) -> Draw | EndTurn:
    """Return the move that ends the turn: a draw, but none in the last turns."""
    return EndTurn(state.player) if state.last_turns is not None else Draw(state.player)


def end_turn(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield the decision to end the turn, with a draw or without one."""
    seat, without_play = state.player, state.phase is Phase.PLAY and not properties_left(state)
    if without_play or (state.phase is Phase.DRAW and state.last_turns is not None):
        yield Decision("end", Message("End turn"), lambda _answers: EndTurn(seat), owner=seat, makes=("end",))
    elif state.phase is Phase.DRAW:
        text = Message("Shuffle and draw") if must_shuffle(state) else Message("Draw")
        yield Decision("draw", text, lambda _answers: Draw(seat), owner=seat, makes=("draw",))


def _with_ending(sentence: Message, after: State, names: Names) -> Message:
    if after.phase is Phase.OVER:
        return Message("{told}. The game is over: {why}", {"told": sentence, "why": score(after).why(names)})
    if after.last_turns is not None:
        left: Wording = {"told": sentence, "n": after.last_turns}
        return Message("{told}; {n} last turn is left", left, "{told}; {n} last turns are left", "n")
    return sentence


def properties_left(state: State) -> bool:
    """Return whether a property is not on the table, and so may be in a hand."""
    there = set(state.cards_on_table())
    courts = state.options.courts
    deck = (card for card in DECK if card.is_property and (courts or card.rank is not Rank.COURT))
    copies = (Card(card.rank, card.suits, copy + 1) for card in deck for copy in range(state.options.decks))
    return any(card not in there for card in copies)


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
