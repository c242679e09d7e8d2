"""What moves have in common: the phases with their questions and checks, and fields with their values and spots."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.games.declared import Among, Asked, At, Chosen, Names
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Flag, Seat, Typed
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Phase, Province, State
from companion.games.texts import gold_amount
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


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's Magistrate in an Office named elsewhere."""

    player: Seat
    active: Annotated[bool, Flag("inactive", False)]

    def __str__(self) -> str:
        return f"p{self.player}{'' if self.active else '-'}"


def province_spot(state: State, tile: Tile) -> str:
    """Return the spot of a Province: its place in the circuit, or its owner's Estate."""
    places = (place for place, one in enumerate(state.circuit) if one is not None and one.tile == tile)
    return next((f"province-{place}" for place in places), f"won-{tile}")


def province_label(state: State, tile: Tile, names: Names) -> Message:
    """Describe a contested Province with its tokens and gold."""
    province = state.province(tile)
    assert province is not None
    line = tile.wording()
    for seat, tokens in enumerate(province.tokens):
        if tokens:
            line = Message("{these}, {name} {n}", {"these": line, "name": names[seat], "n": tokens})
    return line


def _acting(state: State, _chosen: Chosen) -> tuple[int, ...]:
    return (state.to_act,) if state.phase is Phase.ACTION else ()


def using(office: Office) -> Among:
    """Return the seat that takes an action now, if it has an active Magistrate in this Office."""
    return Among(lambda state, chosen: [seat for seat in _acting(state, chosen) if state.active(seat, office)])


def _own_offices(state: State, chosen: Chosen) -> Iterator[Office]:
    return (office for office in Office if state.active(chosen["player"], office))


def _own_tiles(state: State, chosen: Chosen) -> Iterator[Tile]:
    return (one.tile for one in state.decided[chosen["player"]])


def _those_in_the_way(state: State, chosen: Chosen) -> Iterator[Rival | None]:
    yield None
    yield from rivals(state, chosen["to"])


def rivals(state: State, office: Office) -> Iterator[Rival]:
    """Yield the Magistrates in an Office, equal ones once."""
    return (Rival(one.player, one.active) for one in dict.fromkeys(state.magistrates_in(office)))


_PROVINCE = At(lambda state, tile: (province_spot(state, tile),))
OFFICE_SPOT = At(lambda _state, office: (f"office-{office.value}",))

Acting = Annotated[Seat, Among(_acting)]
"""The player who takes an action now (I13)."""
MovedTo = Annotated[Tile, Among(lambda state, _chosen: [one.tile for one in state.contested])]
"""A contested Province to which something moves."""
Contested = Annotated[MovedTo, _PROVINCE]
"""A contested Province."""
ContestedAsked = Annotated[Contested, Asked("province", Message("Which Province?"), label=province_label)]
"""A contested Province that is asked before anything else."""
Won = Annotated[Tile, Among(_own_tiles), _PROVINCE]
"""A Province that the player has won."""
AnyTile = Annotated[Tile, _PROVINCE]
"""A Province."""
AnyOffice = Annotated[Office, OFFICE_SPOT]
"""An Office."""
OwnOffice = Annotated[AnyOffice, Among(_own_offices), Asked("office", Message("Which Magistrate?"))]
"""An Office in which the player has an active Magistrate."""
Displaced = Annotated[Rival | None, Typed(after="over"), Among(_those_in_the_way)]
"""Whom a Magistrate displaces in the Office to which it goes."""
Provincial = Annotated[tuple[Drawn, ...], Typed(after="from")]
"""What a payment takes from governed Provinces; the rest comes from elsewhere (I8)."""
