"""Corrections to what lies on the table, and the facts that can be corrected, by name."""

from dataclasses import dataclass, replace
from typing import Annotated

from companion.games import declared
from companion.games.declared import Move, Names, corrected, describe_facts
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Bounds, Kinds
from companion.games.magistratvm.course_facts import (
    DiscardedFact,
    FaceDownFact,
    PassesFact,
    PhaseFact,
    PrefectFact,
    PrefectGoldFact,
    StoppedFact,
    TileFact,
    TurnFact,
    WonFact,
)
from companion.games.magistratvm.elections import next_election
from companion.games.magistratvm.ending import circuit_over, gaps
from companion.games.magistratvm.gold import biddable
from companion.games.magistratvm.state import TOKENS, Phase, State
from companion.games.magistratvm.table_facts import (
    DieFact,
    GoldFact,
    GovernorFact,
    MagistratesFact,
    ProvinceGoldFact,
    TokensFact,
)
from companion.games.texts import gold_amount
from companion.locale import Message, listed
from companion.pieces.piecepack import TILES

Fact = declared.Fact[State]
FACTS: Kinds = {
    "gold": GoldFact,
    "lying_gold": ProvinceGoldFact,
    "die": DieFact,
    "tokens": TokensFact,
    "magistrates": MagistratesFact,
    "governor": GovernorFact,
    "tile": TileFact,
    "turn": TurnFact,
    "won": WonFact,
    "discarded": DiscardedFact,
    "face_down": FaceDownFact,
    "prefect": PrefectFact,
    "prefect_gold": PrefectGoldFact,
    "passes": PassesFact,
    "phase": PhaseFact,
    "stopped": StoppedFact,
}
"""Every kind of fact in a correction by its name in documents."""


@dataclass(frozen=True, slots=True)
class Correct(Move[State]):
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]

    def apply(self, state: State) -> State:
        """Set each fact from its old value to its new one; all of them or none.

        Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value), if the result is impossible on
        any table, or if a pending answer depends on it.
        """
        state = corrected(state, self.facts, "I1")
        _check(state)
        return _going_on(state)

    def _sentence(self, before: State, _after: State, names: Names) -> Message:
        return Message("corrected: {facts}", {"facts": listed(describe_facts(before, self.facts, names))})


def _check(state: State) -> None:
    """Raise :class:`IllegalMove` for a state that is impossible on any table."""
    going = state.voting.leaving if state.voting is not None else ()
    for seat in range(state.seats):
        out = state.placed(seat) + sum(one.tokens for one in going if one.player == seat)
        if out > TOKENS:
            raise IllegalMove("I3", Message("{name} has 20 tokens, not {n}", {"name": SeatName(seat), "n": out}))
        falling = state.falling is not None and state.falling.player == seat
        if state.patricians(seat) - falling < 0:
            raise IllegalMove("I3", Message("{name} has six coins and no more", {"name": SeatName(seat)}))
    known = len(state.known_tiles)
    if known + state.face_down > len(TILES):
        raise IllegalMove(
            "I1",
            Message("{n} tiles can lie face down, not {given}", {"n": len(TILES) - known, "given": state.face_down}),
        )
    auction = state.auction
    if auction is not None and auction.leader is not None and biddable(state, auction.leader) < auction.bid:
        raise IllegalMove(
            "I11", Message("you have bid {bid}, and must be able to pay it", {"bid": gold_amount(auction.bid)})
        )


def _going_on(state: State) -> State:
    """Return a corrected state from which the game can go on: what has no Province left to wait for is over."""
    voting = state.voting
    if voting is not None:
        left = tuple(tile for tile in voting.to_vote if state.province(tile) is not None)
        if state.phase is Phase.ELECTION and left[:1] != voting.to_vote[:1]:
            return next_election(state, replace(voting, to_vote=left))
        return replace(state, voting=replace(voting, to_vote=left))
    if state.phase is Phase.START and not state.contested:
        return circuit_over(state)
    if state.phase is Phase.REFILL and not (gaps(state) and state.face_down):
        return circuit_over(state)
    return state
