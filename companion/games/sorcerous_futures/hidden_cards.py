"""Hidden cards: notes on them (H5, H7, H20), and how they are turned up and shown (H4–H6, H15, H16, H18)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Move, Names
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Seat, Typed
from companion.games.fields import Cards, Field
from companion.games.sorcerous_futures.checks import (
    check_all_new,
    check_crown,
    check_is_seat,
    check_new,
    check_phase,
    codes,
    crowns_rule,
)
from companion.games.sorcerous_futures.scoring import score, value_of
from companion.games.sorcerous_futures.setup import crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, NO_NOTES, HeldCrown, Notes, Phase, State, Valuation, unseen
from companion.locale import Message, Wording, listed
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class TurnUp(Move[State]):
    """The card under the Excuse, turned up for three players (H15)."""

    card: Annotated[Card, Among(lambda state, _chosen: unseen(state) if state.phase is Phase.TURN_UP else ())]

    def apply(self, state: State) -> State:
        """Turn up the card under the Excuse (H15)."""
        check_phase(state, Phase.TURN_UP, "H15")
        check_new(self.card, list(state.open_cards()))
        return replace(state, valuations=(*state.valuations, Valuation(EXCUSE, self.card)))

    def _sentence(self, _before: State, _after: State, _names: Names) -> Message:
        values: Wording = {"card": self.card, "value": value_of(self.card)}
        return Message("{card} is turned up under the Excuse: it adds {value}", values)


def turn_up(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on the card under the Excuse."""
    card = Cards("card", state.prompt(), unseen(state))
    yield Decision(
        "turn-up",
        Message("Turn it up"),
        lambda answers: TurnUp(answers["card"][0]),
        lambda _answers: (card,),
        owner=state.player,
        makes=("turn_up",),
    )


@dataclass(frozen=True, slots=True)
class Show(Move[State]):
    """A player's valuations and Crown, shown at the end (H16, H18)."""

    player: Seat
    valuations: Annotated[tuple[Valuation, ...], Typed("[UNDER:CARD …]")]
    crown: Annotated[Card, Typed("CROWN")]

    def apply(self, state: State) -> State:
        """Show a player's valuations and Crown (H16, H18)."""
        check_phase(state, Phase.SHOW, "H16")
        check_is_seat(state, self.player)
        if state.has_shown(self.player):
            raise IllegalMove("H16", Message("{name} has shown everything already", {"name": SeatName(self.player)}))
        self._check_places(state)
        hidden = tuple(one for one in self.valuations if one.under in state.to_show(self.player))
        check_all_new(state, [one.card for one in hidden])
        self._check_crown(state)
        crowns = tuple(self.crown if seat == self.player else crown for seat, crown in enumerate(state.crowns))
        return replace(state, valuations=(*state.valuations, *hidden), crowns=crowns)

    def _check_crown(self, state: State) -> None:
        check_crown(state, self.player, self.crown)
        own = state.crowns[self.player]
        if own is not None and own != self.crown:
            raise IllegalMove(
                crowns_rule(state),
                Message("{card} was shown, not {other}", {"card": own, "other": self.crown}),
                Message("correct the Crown first"),
            )
        if self.crown in state.crowns and state.crowns.index(self.crown) != self.player:
            owner = SeatName(state.crowns.index(self.crown))
            raise IllegalMove(
                crowns_rule(state), Message("{card} is {name}'s already", {"card": self.crown, "name": owner})
            )

    def _check_places(self, state: State) -> None:
        """Refuse cards under places that are not the player's; what a correction revealed may be left out (H6)."""
        front = state.front(self.player)
        valued = [one.under for one in self.valuations]
        hidden = state.to_show(self.player)
        if not set(hidden) <= set(valued) <= set(front) or len(set(valued)) < len(valued):
            raise IllegalMove(
                "H6",
                Message(
                    "needs one card under each of {front}, and there are those under {given}",
                    {"front": codes(front), "given": codes(valued) or "–"},
                ),
            )
        for one in self.valuations:
            known = state.valuation(one.under)
            if one.under not in hidden and known is not None and known != one.card:
                raise IllegalMove(
                    "H6",
                    Message(
                        "{card} lies under {under}, not {other}", {"card": known, "under": one.under, "other": one.card}
                    ),
                    Message("correct the valuation first"),
                )

    def _sentence(self, _before: State, after: State, names: Names) -> Message:
        under = [
            Message(
                "{card} under {under}: {value}", {"card": one.card, "under": one.under, "value": value_of(one.card)}
            )
            for one in self.valuations
        ]
        sentence = Message(
            "{name} shows {crown}, and {cards}",
            {"name": names[self.player], "crown": self.crown, "cards": listed(under)},
        )
        if not after.over:
            return sentence
        return Message("{said}. The game is over: {why}", {"said": sentence, "why": score(after).why(names)})


def shows(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield each player's decision on what they show."""
    return (_show(state, seat) for seat in range(state.seats) if not state.has_shown(seat))


def _show(state: State, seat: int) -> Decision[Move[State]]:
    hidden = [place for place in state.front(seat) if state.valuation(place) is None]

    def ask(answers: Answers) -> Iterator[Field]:
        left = list(unseen(state))
        for place in hidden:
            yield Cards(f"under-{place}", Message("What lies under {card}?", {"card": place}), tuple(left))
            left.remove(answers[f"under-{place}"][0])
        own = state.crowns[seat]
        crowns = tuple(card for card in crowns_for(state, seat) if card not in state.crowns)
        yield Cards("crown", Message("Which is your Crown?"), crowns if own is None else (own,))

    def make(answers: Answers) -> Move[State]:
        under = tuple(Valuation(place, answers[f"under-{place}"][0]) for place in hidden)
        return Show(seat, under, answers["crown"][0])

    return Decision("show", Message("Show them"), make, ask, owner=seat, makes=("show",))


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
