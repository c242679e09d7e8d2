"""Deals: gold from one player to another (I31)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.decisions import Answers, Decision
from companion.games.declared import Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Positive, Seat
from companion.games.fields import Amount, Field, pick_seat
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.domains import (
    Provincial,
)
from companion.games.magistratvm.gold import biddable, estate, pay
from companion.games.magistratvm.phases import check_seat
from companion.games.magistratvm.state import (
    Phase,
    State,
)
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Give(Move[State]):
    """A deal: gold from one player to another (I31)."""

    player: Seat
    to: Seat
    gold: Positive
    provincial: Provincial = ()

    def apply(self, state: State) -> State:
        """Make a deal (I31). The leader of the auction keeps the gold bid (I11)."""
        if state.phase in (Phase.ROLL, Phase.OVER):
            raise IllegalMove("I31", Message("there is no gold to give now"))
        check_seat(state, self.to, "I31")
        check_seat(state, self.player, "I31")
        if self.player == self.to or self.gold < 1:
            raise IllegalMove("I31", Message("a deal gives 1 gold or more to another player"))
        after = pay(state, self.player, self.gold, self.provincial, estate(self.to), "I31")
        auction = state.auction
        if auction is not None and auction.leader == self.player and biddable(after, self.player) < auction.bid:
            raise IllegalMove(
                "I11", Message("you have bid {bid}, and must be able to pay it", {"bid": gold_amount(auction.bid)})
            )
        return after

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name} gives {other} {gold}",
            {"name": names[self.player], "other": names[self.to], "gold": gold_amount(self.gold)},
        )


def gift(state: State, names: Names) -> Decision[Move[State]]:
    """Return the decision on a deal (I31)."""
    rich = [seat for seat in range(state.seats) if state.usable_gold(seat)]

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("giver", Message("Who gives gold?"), rich, names)
        others = [seat for seat in range(state.seats) if seat != answers["giver"]]
        yield pick_seat("to", Message("To whom?"), others, names)
        yield Amount("gold", Message("How much gold?"), 1, state.usable_gold(answers["giver"]))

    def make(answers: Answers) -> Move[State]:
        return Give(answers["giver"], answers["to"], answers["gold"])

    return Decision("give", Message("Give gold"), make, ask, optional=True, makes=("give",))
