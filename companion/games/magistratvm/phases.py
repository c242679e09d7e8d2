"""The phases: their names for people, their questions, and checks of moves against them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.errors import IllegalMove, SeatName
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.state import Phase, Province, State
from companion.locale import Message
from companion.pieces.piecepack import Tile

PHASE_NAMES: Mapping[str, Message] = {
    Phase.ROLL.value: Message("roll the dice"),
    Phase.INCOME.value: Message("income"),
    Phase.BIDDING.value: Message("bidding"),
    Phase.ACTION.value: Message("actions"),
    Phase.FALLING.value: Message("displaced Magistrate"),
    Phase.DICTATOR.value: Message("Dictator"),
    Phase.START.value: Message("first Province"),
    Phase.ELECTION.value: Message("election"),
    Phase.REDISTRIBUTION.value: Message("redistribution"),
    Phase.REFILL.value: Message("new Provinces"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""


def prompt(state: State) -> Message:
    """Return what the game waits for."""
    tile = state.voting.to_vote[0].wording() if state.voting is not None and state.voting.to_vote else ""
    bid = state.auction.bid if state.auction is not None else 0
    return {
        Phase.ROLL: Message("roll your dice: the highest is Prefect, the null being 6"),
        Phase.INCOME: Message("take your income"),
        Phase.BIDDING: Message("bid more than {bid} for the office of Prefect, or pass", {"bid": gold_amount(bid)})
        if state.auction is not None and state.auction.leader is not None
        else Message("bid any amount of gold for the office of Prefect, 0 included"),
        Phase.ACTION: Message("take an action or pass"),
        Phase.FALLING: Message("say where your displaced Magistrate goes"),
        Phase.DICTATOR: Message("choose the Province that your Dictator wins"),
        Phase.START: Message("say which Province votes first"),
        Phase.ELECTION: Message("count the votes of {tile}, once nobody adds a Magistrate", {"tile": tile}),
        Phase.REDISTRIBUTION: Message("set down your tokens from the election, or take them home"),
        Phase.REFILL: Message("lay new Provinces where some were decided"),
        Phase.OVER: Message("the game is over"),
    }[state.phase]


def check_phase(state: State, phase: Phase, rule: str) -> None:
    """Raise :class:`IllegalMove` if the game waits for something else."""
    if state.phase is not phase:
        raise IllegalMove(rule, Message("is not what the game waits for"), prompt(state))


def check_player(expected: int, player: int, rule: str) -> None:
    """Raise :class:`IllegalMove` if it is another player's turn."""
    if player != expected:
        raise IllegalMove(
            rule,
            Message(
                "it is {wanted}'s answer, not {given}'s", {"wanted": SeatName(expected), "given": SeatName(player)}
            ),
        )


def check_seat(state: State, seat: int, rule: str) -> None:
    """Raise :class:`IllegalMove` if there is no such seat."""
    if seat not in range(state.seats):
        raise IllegalMove(rule, Message("there is no player {n}", {"n": seat + 1}))


def contested(state: State, tile: Tile, rule: str) -> Province:
    """Return the contested Province of this tile; raise :class:`IllegalMove` if there is none."""
    province = state.province(tile)
    if province is None:
        raise IllegalMove(rule, Message("{tile} is not a contested Province", {"tile": tile.wording()}))
    return province
