"""The facts of Magnate that can be corrected."""

from dataclasses import dataclass
from typing import Annotated

from companion.games import corrections, declared
from companion.games.declared import Among, Asked, At, Names, replaced_at
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Count, Kinds, Seat, Typed
from companion.games.magnate.state import (
    Column,
    District,
    DistrictIndex,
    Phase,
    State,
    changed,
    districts_with,
    tokens_with,
)
from companion.games.magnate.turns import exhausted, turns_at_the_end
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Rank, Suit, Tokens


class Fact(declared.Fact[State]):
    """A fact of Magnate."""

    __slots__ = ()
    on_table = True
    """Whether it changes the cards on the table, or the tokens on deeds."""


@dataclass(frozen=True, slots=True)
class TokensFact(Fact):
    """A player's tokens, before and after the correction."""

    player: Seat
    was: Tokens
    now: Annotated[Tokens, Typed("TOKENS")]

    on_table = False

    def _held(self, state: State) -> Tokens:
        _check_seat(state, self.player)
        return state.tokens[self.player]

    def _set(self, state: State) -> State:
        return changed(state, tokens=tokens_with(state, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        changes = [
            Message("{suit} {was} → {now}", {"suit": suit, "was": self.was[suit], "now": self.now[suit]})
            for suit in Suit
            if self.was[suit] != self.now[suit]
        ]
        tokens = listed(changes) if changes else Message("as before")
        return Message("{name}: {tokens}", {"name": names[self.player], "tokens": tokens})


@dataclass(frozen=True, slots=True)
class CrownsFact(Fact):
    """A player's Crowns."""

    player: Seat
    was: tuple[Card, ...]
    now: Annotated[tuple[Card, ...], Typed("CARD,CARD,…")]

    def _held(self, state: State) -> tuple[Card, ...]:
        _check_seat(state, self.player)
        return state.crowns[self.player]

    def _set(self, state: State) -> State:
        return changed(state, crowns=replaced_at(state.crowns, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "now": _cards(self.now), "was": _cards(self.was)}
        return Message("{name}'s Crowns are {now}, not {was}", values)


@dataclass(frozen=True, slots=True)
class ColumnFact(Fact):
    """One player's side of a district: completed properties, and the deed with the tokens on it."""

    district: DistrictIndex
    player: Seat
    was: Column
    now: Annotated[Column, Typed("CARD,CARD,DEED(TOKENS)|-")]

    def _held(self, state: State) -> Column:
        _check_seat(state, self.player)
        _check_district(state, self.district)
        column = state.column(self.player, self.district)
        if column is None:
            raise IllegalMove("F7", Message("{name} does not border on that district", {"name": SeatName(self.player)}))
        return column

    def _set(self, state: State) -> State:
        corrected = changed(state, districts=districts_with(state, self.player, self.district, self.now))
        deeds = {(seat, deed.card) for seat in range(state.players) for _, deed in corrected.deeds(seat)}
        pending = tuple(one for one in state.pending_income if one in deeds)
        answered = state.phase is Phase.INCOME and not pending
        return changed(corrected, pending_income=pending, phase=Phase.PLAY if answered else state.phase)

    def _sentence(self, before: State, names: Names) -> Message:
        place = before.districts[self.district].card
        values: Wording = {"name": names[self.player], "district": place, "now": _column(self.now)}
        return Message("{name}'s side of {district} is {now}", values)


def _free(state: State, _chosen: declared.Chosen) -> list[Card]:
    """Return the cards that may lie as a district."""
    held = {crown for own in state.crowns for crown in own}
    return [card for card in DECK if card.rank in (Rank.PAWN, Rank.EXCUSE, Rank.CROWN) and card not in held]


@dataclass(frozen=True, slots=True)
class DistrictFact(Fact):
    """The card of a district."""

    district: Annotated[
        DistrictIndex,
        Among(lambda state, _chosen: range(len(state.districts))),
        Asked(
            "place",
            Message("Which district?"),
            label=lambda _state, place, _names: Message("District {number}", {"number": place + 1}),
        ),
        At(lambda _state, place: (f"district-{place}",)),
    ]
    was: Card
    now: Annotated[Card, Typed("CARD"), Among(_free), Asked("card", Message("Which card lies there?"))]

    button = Message("The card of a district")
    swaps = True

    def _held(self, state: State) -> Card:
        _check_district(state, self.district)
        return state.districts[self.district].card

    def _set(self, state: State) -> State:
        here = District(self.now, state.districts[self.district].columns)
        return changed(state, districts=replaced_at(state.districts, self.district, here))

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("the district is {now}, not {was}", {"now": self.now, "was": self.was})


@dataclass(frozen=True, slots=True)
class PileFact(Fact):
    """The number of cards in the pile and the discards, and of reshuffles."""

    was: tuple[Count, Count, Count]
    """Cards in the pile, discards, reshuffles so far."""
    now: Annotated[tuple[Count, Count, Count], Typed("CARDS DISCARDS RESHUFFLES")]

    on_table = False

    def _held(self, state: State) -> tuple[int, int, int]:
        return state.pile, state.discards, state.reshuffles

    def _set(self, state: State) -> State:
        if min(self.now) < 0:
            raise IllegalMove("B35", Message("a pile cannot have fewer than 0 cards"))
        pile, discards, reshuffles = self.now
        hidden = state.hidden.after_recount(
            pile=(pile, reshuffles) != (state.pile, state.reshuffles),
            discards=(discards, reshuffles) != (state.discards, state.reshuffles),
        )
        after = changed(state, pile=pile, discards=discards, reshuffles=reshuffles, last_turns=None, hidden=hidden)
        if not exhausted(after):
            return after
        return changed(after, last_turns=state.last_turns or _last_turns_anew(after))

    def _sentence(self, _before: State, _names: Names) -> Message:
        values: Wording = {"pile": self.now[0], "discards": self.now[1]}
        return Message("the pile has {pile} cards and the discards {discards}", values)


def _last_turns_anew(state: State) -> int:
    """Return the last turns, this one included, if a correction makes them begin or reopens a finished game (B36)."""
    return max(1, turns_at_the_end(state))


@dataclass(frozen=True, slots=True)
class TurnFact(Fact):
    """The current player and the phase."""

    was: tuple[int, Phase]
    """The current player and the phase."""
    now: Annotated[tuple[int, Phase], Typed("PLAYER roll|income|play|draw|over")]

    on_table = False

    def _held(self, state: State) -> tuple[int, Phase]:
        return state.player, state.phase

    def _set(self, state: State) -> State:
        player, phase = self.now
        _check_seat(state, player)
        if player == state.automa:
            raise IllegalMove("D1", Message("the automa has no turns"))
        if phase is Phase.INCOME:
            raise IllegalMove("B15", Message("only a roll leads to a choice of deed income"))
        plays = state.options.plays if phase in (Phase.ROLL, Phase.PLAY) else 0
        if phase is Phase.PLAY and state.phase is Phase.PLAY:
            plays = state.plays_left
        last = state.last_turns
        if last is not None and last < 1 and phase is not Phase.OVER and state.as_format is None:
            last = _last_turns_anew(state)
        return changed(
            state,
            player=player,
            phase=phase,
            plays_left=plays,
            last_turns=last,
            pending_income=(),
            roll=None if phase is Phase.ROLL else state.roll,
        )

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("it is {name}'s turn", {"name": names[self.now[0]]})


@dataclass(frozen=True, slots=True)
class StoppedFact(corrections.StoppedFact[State], Fact):
    """Whether the players have stopped before the end."""

    on_table = False
    rule = "B36"

    def _stopped(self, state: State) -> State:
        return changed(state, phase=Phase.OVER, plays_left=0, pending_income=())


def _check_seat(state: State, player: int) -> None:
    if player not in range(state.players):
        raise IllegalMove("B1", Message("there is no player {n}", {"n": player + 1}))


def _check_district(state: State, place: int) -> None:
    if place not in range(len(state.districts)):
        raise IllegalMove("B2", Message("there is no district {n}", {"n": place}))


def _cards(cards: tuple[Card, ...]) -> Message:
    return listed(cards) if cards else Message("nothing")


def _column(column: Column) -> Message:
    if column.deed is None:
        return _cards(column.properties)
    deed = Message("a deed on {card} with {tokens}", {"card": column.deed.card, "tokens": column.deed.tokens})
    return listed([*column.properties, deed])


FACTS: Kinds = {
    "tokens": TokensFact,
    "crowns": CrownsFact,
    "column": ColumnFact,
    "district": DistrictFact,
    "pile": PileFact,
    "turn": TurnFact,
    "stopped": StoppedFact,
}
"""Every kind of fact in a correction by its name in documents."""
