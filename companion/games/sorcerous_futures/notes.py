"""Notes on hidden cards, which only their owner sees until the end (H5, H7, H20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Seat
from companion.games.fields import Cards, Field
from companion.games.sorcerous_futures.checks import check_all_new, check_crown, check_is_seat, codes, crowns_rule
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, NO_NOTES, HeldCrown, Notes, State, Valuation, unseen
from companion.locale import Message
from companion.pieces import Card

DRAWN = 7
"""The number of valuations (H2, H20)."""


@dataclass(frozen=True, slots=True)
class Note(Move[State]):
    """A player's notes on hidden cards, in place of earlier ones (H7)."""

    player: Seat
    notes: Annotated[Notes, Among(lambda _state, _chosen: ())] = NO_NOTES

    def apply(self, state: State) -> State:
        """Replace a player's notes. Other players' legal moves never depend on them (H7)."""
        if state.over:
            raise IllegalMove("H7", Message("everything lies open: there is nothing to note"))
        check_is_seat(state, self.player)
        self._check_places(state)
        check_all_new(state, [one.card for one in self.notes.valuations])
        check_all_new(state, self.notes.drawn)
        held = [one.card for one in self.notes.crowns]
        for one in self.notes.crowns:
            check_crown(state, one.player, one.card)
            if held.count(one.card) > 1:
                raise IllegalMove(crowns_rule(state), Message("{card} is noted twice", {"card": one.card}))
        notes = tuple(self.notes if seat == self.player else one for seat, one in enumerate(state.notes))
        return replace(state, notes=notes)

    def _check_places(self, state: State) -> None:
        """Refuse notes on cards that the player may not look at (H5, H7, H20)."""
        front, has_excuse, notes = state.front(self.player), not state.aces[self.player], self.notes
        places = [one.under for one in notes.valuations]
        for under in places:
            if under not in front or places.count(under) > 1:
                raise IllegalMove(
                    "H7",
                    Message(
                        "you may check under {front}, once each, but not under {card}",
                        {"front": codes(front), "card": under},
                    ),
                )
        seats = [one.player for one in notes.crowns]
        for seat in seats:
            check_is_seat(state, seat)
            if seats.count(seat) > 1 or (seat != self.player and not has_excuse):
                raise IllegalMove("H7", Message("you know no other Crown than your own"))
        if notes.drawn and not (has_excuse and state.options.sly_excuse):
            raise IllegalMove("H20", Message("only the sly Excuse's player has drawn the valuations"))
        if len(notes.drawn) > DRAWN:
            raise IllegalMove("H20", Message("7 valuations are drawn, not {n}", {"n": len(notes.drawn)}))

    def _sentence(self, _before: State, _after: State, names: Names) -> Message:
        return Message("{name} notes something", {"name": names[self.player]})


def seen_by(state: State, viewer: int | None) -> State:
    """Return the state without other players' notes."""
    if state.over:
        return state
    return replace(state, notes=tuple(one if seat == viewer else NO_NOTES for seat, one in enumerate(state.notes)))


def redact_move(now: State, move: Move[State], viewer: int | None) -> Move[State]:
    """Return another player's note without its content."""
    return Note(move.player) if isinstance(move, Note) and not now.over and move.player != viewer else move


def note(state: State, seat: int, names: Names) -> Decision[Move[State]]:
    """Return the decision on notes: the cards in front, Crowns, the sly Excuse's draw (H5, H7, H20)."""
    noted, has_excuse = state.notes[seat], not state.aces[seat]
    places = [place for place in state.front(seat) if state.valuation(place) is None]
    seats = list(range(state.seats)) if has_excuse else [seat]

    def ask(_answers: Answers) -> Iterator[Field]:
        for place in places:
            yield _under(state, place, noted)
        for one in seats:
            yield _crown(state, one, one == seat, noted, names)
        if has_excuse and state.options.sly_excuse:
            yield Cards("drawn", Message("Which seven did you draw?"), unseen(state), 0, DRAWN, noted.drawn)

    def make(answers: Answers) -> Note:
        under = tuple(Valuation(place, card) for place in places for card in answers[f"under-{place}"])
        crowns = tuple(HeldCrown(one, card) for one in seats for card in answers[f"crown-{one}"])
        return Note(seat, Notes(under, crowns, answers.get("drawn", ())))

    text = Message("Note what I saw")
    return Decision("note", text, make, ask, owner=seat, optional=True, secret=True, makes=("note",))


def _under(state: State, place: Card, noted: Notes) -> Cards:
    before = tuple(one.card for one in noted.valuations if one.under == place)
    text = Message("You checked under {card}. Which card is there?", {"card": place})
    if place == EXCUSE:
        text = Message("You checked under the Excuse. Which card is there?")
    return Cards(f"under-{place}", text, unseen(state), 0, 1, before)


def _crown(state: State, seat: int, own: bool, noted: Notes, names: Names) -> Cards:
    before = tuple(one.card for one in noted.crowns if one.player == seat)
    text = (
        Message("Which is your Crown?") if own else Message("Which Crown did you give {name}?", {"name": names[seat]})
    )
    return Cards(f"crown-{seat}", text, crowns_for(state, seat), 0, 1, before)
