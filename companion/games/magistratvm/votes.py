"""The moves of an election phase (I20–I25, I28)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.declared import Among, Asked, Chosen, Move, Names, replaced_at
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Flag, Seat
from companion.games.magistratvm.elections import (
    dictator_of,
    discarded,
    has_majority,
    leaving_players,
    moving_on,
    next_election,
    prepared,
    votes,
    voting_now,
    winner,
    won,
)
from companion.games.magistratvm.gold import PREFECT, moved
from companion.games.magistratvm.narration import tally, with_ending
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Moved, Phase, Purse, State, Voting
from companion.games.magistratvm.state import Place as GoldPlace
from companion.games.magistratvm.turn_moves import (
    Contested,
    OwnOffice,
    check_phase,
    check_player,
    check_seat,
    contested,
)
from companion.games.texts import gold_amount
from companion.locale import Message, Wording, listed


def _dictator(state: State, _chosen: Chosen) -> Iterator[int]:
    return (one.player for one in state.magistrates_in(Office.DICTATOR) if state.phase is Phase.DICTATOR)


@dataclass(frozen=True, slots=True)
class Dictate(Move[State]):
    """A Province that the Dictator wins outright, and governs if wished (I20)."""

    player: Annotated[Seat, Among(_dictator)]
    tile: Contested
    governs: Annotated[bool, Flag("home", False)] = True

    def apply(self, state: State) -> State:
        """Win a Province with an own token outright (I20).

        All its tokens return to their owners, and the Dictator becomes Governor or returns to the Estate.
        """
        check_phase(state, Phase.DICTATOR, "I20")
        dictator = dictator_of(state)
        assert dictator is not None
        check_player(dictator.player, self.player, "I20")
        province = contested(state, self.tile, "I20")
        if not province.tokens[self.player]:
            raise IllegalMove("I20", Message("you have no token at {tile}", {"tile": self.tile.wording()}))
        return prepared(won(state.without(dictator), province, self.player, self.governs))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "tile": self.tile.wording()}
        sentence = (
            Message("{name}'s Dictator wins {tile} and governs it", values)
            if self.governs
            else Message("{name}'s Dictator wins {tile} and goes home", values)
        )
        return with_ending(sentence, before, after, names)


@dataclass(frozen=True, slots=True)
class StartCircuit(Move[State]):
    """The Prefect's choice of the Province that votes first (I21)."""

    player: Annotated[Seat, Among(lambda state, _chosen: [state.prefect] if state.phase is Phase.START else [])]
    tile: Contested

    def apply(self, state: State) -> State:
        """Put the Prefect's gold on the first Province, where it stays (I21)."""
        check_phase(state, Phase.START, "I21")
        check_player(state.prefect, self.player, "I21")
        contested(state, self.tile, "I21")
        gold = Moved("I21", state.prefect_gold, PREFECT, Purse(GoldPlace.PROVINCE, None, self.tile))
        state = moved(state, gold)
        tiles = [province.tile for province in state.contested]
        first = tiles.index(self.tile)
        return next_election(state, Voting((*tiles[first:], *tiles[:first]), (0,) * state.seats))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        gold = sum(one.gold for one in after.moved)
        values: Wording = {"name": names[self.player], "tile": self.tile.wording(), "gold": gold_amount(gold)}
        if not gold:
            return Message("{name} has {tile} vote first", values)
        return Message("{name} has {tile} vote first, and lays {gold} on it", values)


def _voting_seats(state: State, _chosen: Chosen) -> range:
    return range(state.seats if state.phase is Phase.ELECTION else 0)


@dataclass(frozen=True, slots=True)
class Lend(Move[State]):
    """A Magistrate's influence added to a player's votes (I22)."""

    player: Annotated[Seat, Among(_voting_seats), Asked("player", Message("Whose Magistrate?"))]
    office: OwnOffice
    to: Annotated[
        Seat, Among(lambda state, chosen: sorted(range(state.seats), key=lambda seat: seat != chosen["player"]))
    ]
    button = Message("Add a Magistrate's votes")
    optional = True

    def apply(self, state: State) -> State:
        """Make a Magistrate inactive for its owner's votes or a rival's (I22)."""
        check_phase(state, Phase.ELECTION, "I22")
        check_seat(state, self.player, "I22")
        check_seat(state, self.to, "I22")
        if not state.active(self.player, self.office) or not self.office.influence:
            raise IllegalMove("I22", Message("you have no active {office}", {"office": self.office.wording()}))
        province, voting = voting_now(state)
        if not (province.tokens[self.to] or state.options.votes_without_tokens):
            raise IllegalMove("I22", Message("{name} has no token there to add to", {"name": SeatName(self.to)}))
        if state.options.one_vote_each and self.player in voting.lenders:
            raise IllegalMove("I22", Message("one Magistrate of each player votes in a Province, and yours has voted"))
        lent = replaced_at(voting.lent, self.to, voting.lent[self.to] + self.office.influence)
        voting = replace(voting, lent=lent, lenders=(*voting.lenders, self.player))
        return replace(state.with_inactive(self.player, self.office), voting=voting)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        values: Wording = {
            "name": names[self.player],
            "office": self.office.wording(),
            "votes": self.office.influence,
            "other": names[self.to],
            "all": votes(after)[self.to],
        }
        return Message("{name}'s {office} adds {votes} to {other}'s votes: {all}", values)


@dataclass(frozen=True, slots=True)
class CountVotes(Move[State]):
    """The end of a vote, by the Prefect, who leads the circuit (I22–I25, I28)."""

    player: Annotated[Seat, Among(lambda state, _chosen: [state.prefect] if state.phase is Phase.ELECTION else [])]

    def apply(self, state: State) -> State:
        """CountVotes the votes: the Province is won, stays contested, or is discarded (I24–I26, I28)."""
        check_phase(state, Phase.ELECTION, "I22")
        check_player(state.prefect, self.player, "I22")
        province, _ = voting_now(state)
        best = winner(state)
        if best is not None:
            losers = [seat for seat, own in enumerate(province.tokens) if own and seat != best]
            return moving_on(won(state, province, best), province, losers)
        going = leaving_players(state)
        if state.final:
            return moving_on(discarded(state, province), province, going)
        stay = tuple(0 if seat in going else own for seat, own in enumerate(province.tokens))
        return moving_on(state.with_province(replace(province, tokens=stay)), province, going)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        assert before.voting is not None
        values: Wording = {"tile": before.voting.to_vote[0].wording(), "votes": tally(before, names)}
        best, going = winner(before), leaving_players(before) if votes(before) else ()
        if best is not None:
            sentence = Message("{tile}: {votes}. {name} wins it", {**values, "name": names[best]})
        elif before.final:
            sentence = Message("{tile}: {votes}. A tie: it is discarded", values)
        elif going:
            losers = listed([Message("{name}", {"name": names[seat]}) for seat in going])
            sentence = Message(
                "{tile}: {votes}. It stays contested; the tokens of {names} leave", {**values, "names": losers}
            )
        elif has_majority(votes(before)):
            sentence = Message("{tile}: {votes}. The majority is below its value: it stays contested", values)
        else:
            sentence = Message("{tile}: {votes}. It stays contested, and nobody leaves", values)
        return with_ending(sentence, before, after, names)
