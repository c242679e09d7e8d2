"""Facts about the course of the game: Provinces, the Prefect, the phase, whose turn it is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games import corrections
from companion.games.declared import Among, Asked, At, Chosen, Fact, Names, replaced_at
from companion.games.errors import IllegalMove
from companion.games.field_types import Bounds, Count, Seat, Typed
from companion.games.magistratvm.ending import gaps
from companion.games.magistratvm.gold import BANK, PREFECT, moved
from companion.games.magistratvm.state import (
    PROVINCES,
    Auction,
    Decided,
    Moved,
    Phase,
    Place,
    Province,
    Purse,
    State,
    Voting,
)
from companion.games.magistratvm.table_facts import (
    CORRECTION,
    GOLD,
    HOW_MANY,
    HOW_MUCH,
    UNSETTLED,
    check_settled,
    owned,
    with_gold,
)
from companion.games.magistratvm.turn_moves import PHASE_NAMES, check_phase, check_seat
from companion.games.texts import gold_amount
from companion.games.view import TURN
from companion.locale import Message, listed
from companion.pieces.piecepack import TILES, Tile


def _check_circuit(state: State) -> None:
    """Refuse changes of the circuit while a choice depends on it, and before the first Prefect is known."""
    check_settled(state)
    if state.phase is Phase.ROLL:
        raise IllegalMove("I5", Message("first roll for the Prefect"))


def _picked_up(state: State, tile: Tile) -> State:
    """Remove a tile from wherever it lies open."""
    return replace(
        state,
        circuit=tuple(None if one is not None and one.tile == tile else one for one in state.circuit),
        decided=tuple(tuple(one for one in own if one.tile != tile) for own in state.decided),
        discarded=tuple(one for one in state.discarded if one != tile),
    )


def _movable(state: State, _chosen: Chosen) -> Iterator[Tile]:
    """Yield the open tiles that can be won or discarded: those of a settled circuit, and those in Estates."""
    if state.phase not in (*UNSETTLED, Phase.ROLL):
        yield from (one.tile for one in state.contested)
    yield from (one.tile for own in state.decided for one in own)


def _gold_on(state: State, tile: Tile) -> int:
    own, contested = owned(state, tile)[1], state.province(tile)
    return own.gold if own is not None else contested.gold if contested is not None else 0


def _places(state: State, _chosen: Chosen) -> list[int]:
    if state.phase in UNSETTLED or len(state.known_tiles) == len(TILES):
        return []
    return [place for place, one in enumerate(state.circuit) if one is not None]


def _tile_at(state: State, place: int, _names: Names) -> Message:
    province = state.circuit[place]
    assert province is not None
    return province.tile.wording()


def _unknown(state: State, _chosen: Chosen) -> list[Tile]:
    known = state.known_tiles
    return [tile for tile in TILES if tile not in known]


@dataclass(frozen=True, slots=True)
class TileFact(Fact[State]):
    """The tile at a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: Annotated[
        int,
        Bounds(0, 5),
        Among(_places),
        Asked("province", Message("Instead of which?"), label=_tile_at),
        At(lambda _state, place: (f"province-{place}",)),
    ]
    was: Tile
    now: Annotated[
        Tile,
        Typed("PROVINCE"),
        Among(_unknown),
        Asked("tile", Message("Which tile lies there?")),
    ]

    button = Message("A tile of the circuit")

    def _held(self, state: State) -> Tile:
        province = state.circuit[self.place] if self.place in range(PROVINCES) else None
        if province is None:
            places = " ".join(str(place) for place in range(PROVINCES) if place not in gaps(state))
            reason = Message("there is no Province at this place; they are at {places}", {"places": places})
            raise IllegalMove("I2", reason)
        return province.tile

    def _set(self, state: State) -> State:
        if self.now != self.was and self.now in state.known_tiles:
            raise IllegalMove("I1", Message("{tile} was there before", {"tile": self.now.wording()}))
        province = state.circuit[self.place]
        assert province is not None
        state = replace(state, circuit=replaced_at(state.circuit, self.place, replace(province, tile=self.now)))
        if state.voting is None:
            return state
        to_vote = tuple(self.now if tile == self.was else tile for tile in state.voting.to_vote)
        return replace(state, voting=replace(state.voting, to_vote=to_vote))

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("{tile} lies there, not {other}", {"tile": self.now.wording(), "other": self.was.wording()})


@dataclass(frozen=True, slots=True)
class TurnFact(Fact[State]):
    """The player who takes the next action."""

    was: Seat
    now: Annotated[
        Seat,
        Among(lambda state, _chosen: range(state.seats if state.phase is Phase.ACTION else 0)),
        Asked("player", Message("Who acts?")),
        At(lambda _state, _seat: (TURN,)),
    ]

    button = Message("Whose turn it is")

    def _held(self, state: State) -> int:
        check_phase(state, Phase.ACTION, "I13")
        check_seat(state, self.now, "I13")
        return state.to_act

    def _set(self, state: State) -> State:
        return replace(state, to_act=self.now, passes=0)

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name} acts next", {"name": names[self.now]})


def _owners(state: State, chosen: Chosen) -> Iterator[int | None]:
    yield from (seat for seat in range(state.seats) if seat != chosen["was"])
    if chosen["was"] is not None and gaps(state) and state.phase not in (*UNSETTLED, Phase.ROLL):
        yield None


@dataclass(frozen=True, slots=True)
class WonFact(Fact[State]):
    """The player who has won a Province; None if nobody has: it is contested, discarded or face down."""

    tile: Annotated[Tile, Typed("PROVINCE"), Among(_movable), Asked("province", Message("Which Province?"))]
    was: Seat | None
    now: Annotated[Seat | None, Typed("PLAYER|-"), Among(_owners), Asked("player", Message("Who has won it?"))]

    button = Message("Who has won a Province")

    def _held(self, state: State) -> int | None:
        return owned(state, self.tile)[0]

    def _set(self, state: State) -> State:
        """Move the tile with its gold, without an owner to the first free place; Governor and tokens return."""
        if self.now is not None:
            check_seat(state, self.now, "I24")
        if self.now == self.was:
            return state
        if state.province(self.tile) is not None or self.now is None:
            _check_circuit(state)
        gold = _gold_on(state, self.tile)
        state = _picked_up(state, self.tile)
        if self.now is not None:
            taken = (*state.decided[self.now], Decided(self.tile, gold, circuit=state.circuits))
            return replace(state, decided=replaced_at(state.decided, self.now, taken))
        free = gaps(state)
        if not free:
            raise IllegalMove("I2", Message("the circuit has no free place for {tile}", {"tile": self.tile.wording()}))
        province = Province(self.tile, (0,) * state.seats, gold)
        return replace(state, circuit=replaced_at(state.circuit, free[0], province))

    def _sentence(self, _before: State, names: Names) -> Message:
        if self.now is None:
            return Message("nobody has won {tile}", {"tile": self.tile.wording()})
        return Message("{name} has won {tile}", {"name": names[self.now], "tile": self.tile.wording()})


def _one_discarded(state: State, chosen: Chosen) -> Iterator[tuple[Tile, ...]]:
    """Yield the discarded tiles with one more, or without one."""
    was: tuple[Tile, ...] = chosen["was"]
    yield from ((*was, tile) for tile in _movable(state, chosen))
    yield from (tuple(one for one in was if one != tile) for tile in was)


@dataclass(frozen=True, slots=True)
class DiscardedFact(Fact[State]):
    """The discarded Provinces (I28)."""

    was: tuple[Tile, ...]
    now: Annotated[
        tuple[Tile, ...],
        Typed("PROVINCE,PROVINCE,…|-"),
        Among(_one_discarded),
        Asked("tile", Message("Which Provinces are discarded?")),
    ]

    button = Message("Discarded Provinces")

    def _held(self, state: State) -> tuple[Tile, ...]:
        return state.discarded

    def _same(self, value: Any) -> Any:
        return sorted(map(str, value))

    def _set(self, state: State) -> State:
        """Discard them; the gold on new ones goes to the bank."""
        if len(set(self.now)) < len(self.now):
            raise IllegalMove("I1", Message("each Province is discarded once"))
        for tile in self.now:
            if tile in state.discarded:
                continue
            if state.province(tile) is not None:
                _check_circuit(state)
            purse = Purse(Place.PROVINCE, owned(state, tile)[0], tile)
            state = _picked_up(moved(state, Moved(CORRECTION, _gold_on(state, tile), purse, BANK)), tile)
        return replace(state, discarded=self.now)

    def _sentence(self, _before: State, _names: Names) -> Message:
        tiles = listed([tile.wording() for tile in self.now]) if self.now else Message("nothing")
        return Message("discarded: {tiles}", {"tiles": tiles})


@dataclass(frozen=True, slots=True)
class FaceDownFact(Fact[State]):
    """The number of tiles face down."""

    was: Count
    now: Annotated[
        Count,
        Typed("TILES"),
        Among(lambda state, _chosen: range(len(TILES) - len(state.known_tiles) + 1)),
        Asked("number", HOW_MANY),
    ]

    button = Message("Tiles face down")

    def _held(self, state: State) -> int:
        return state.face_down

    def _set(self, state: State) -> State:
        if self.now < 0:
            raise IllegalMove("I2", Message("there cannot be {n} tiles", {"n": self.now}))
        return replace(state, face_down=self.now)

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("{n} tile lies face down", {"n": self.now}, "{n} tiles lie face down", "n")


@dataclass(frozen=True, slots=True)
class PrefectFact(Fact[State]):
    """The Prefect; an auction begins anew with the right one."""

    was: Seat
    now: Annotated[Seat, Asked("player", Message("Who is Prefect?"))]

    button = Message("The Prefect")

    def _held(self, state: State) -> int:
        check_seat(state, self.now, "I12")
        return state.prefect

    def _set(self, state: State) -> State:
        if state.phase is Phase.ROLL:
            raise IllegalMove("I5", Message("first roll for the Prefect"))
        state = replace(state, prefect=self.now)
        return _bidding(state) if state.phase is Phase.BIDDING else state

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name} is Prefect", {"name": names[self.now]})


@dataclass(frozen=True, slots=True)
class PrefectGoldFact(Fact[State]):
    """The gold on the Prefect's space (I12)."""

    was: Count
    now: Annotated[Count, Typed("GOLD"), GOLD, Asked("gold", HOW_MUCH)]

    button = Message("Gold on the Prefect's space")

    def _held(self, state: State) -> int:
        return state.prefect_gold

    def _set(self, state: State) -> State:
        return with_gold(state, PREFECT, self.was, self.now)

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("{gold} lies on the Prefect's space", {"gold": gold_amount(self.now)})


@dataclass(frozen=True, slots=True)
class PassesFact(Fact[State]):
    """The number of passes in a row (I13)."""

    was: Count
    now: Annotated[
        Count,
        Typed("NUMBER"),
        Among(lambda state, _chosen: range(state.seats if state.phase is Phase.ACTION else 0)),
        Asked("number", Message("How many have passed in a row?")),
    ]

    button = Message("Passes in a row")

    def _held(self, state: State) -> int:
        check_phase(state, Phase.ACTION, "I13")
        return state.passes

    def _set(self, state: State) -> State:
        if self.now not in range(state.seats):
            values = {"most": state.seats - 1, "n": self.now}
            raise IllegalMove("I13", Message("0 to {most} have passed, not {n}", values))
        return replace(state, passes=self.now)

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("{n} has passed in a row", {"n": self.now}, "{n} have passed in a row", "n")


def _startable(state: State, chosen: Chosen) -> Iterator[Phase]:
    """Yield the phases that a correction can begin in this state, without the current one."""
    for phase in _BEGUN if state.phase is not Phase.ROLL else ():
        try:
            _BEGUN[phase](state)
        except IllegalMove:
            continue
        if phase is not chosen["was"]:
            yield phase


@dataclass(frozen=True, slots=True)
class PhaseFact(Fact[State]):
    """The phase of the turn, which begins anew; a displaced Magistrate that waits returns to its Estate."""

    was: Phase
    now: Annotated[
        Phase,
        Typed("income|bidding|action|start|election|refill"),
        Among(_startable),
        Asked("phase", Message("Which phase begins now?")),
    ]

    button = Message("The phase")

    def _held(self, state: State) -> Phase:
        return state.phase

    def _set(self, state: State) -> State:
        if self.now is self.was:
            return state
        if self.now not in _BEGUN or state.phase is Phase.ROLL:
            raise IllegalMove(
                "I6",
                Message("{phase} follows from the moves alone", {"phase": PHASE_NAMES[self.now.value]}),
                Message("choose one of {names}", {"names": ", ".join(one.value for one in _BEGUN)}),
            )
        state = replace(state, auction=None, falling=None, voting=None, with_income=(), passes=0)
        return _BEGUN[self.now](replace(state, phase=self.now))

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("phase: {phase}", {"phase": PHASE_NAMES[self.now.value]})


@dataclass(frozen=True, slots=True)
class StoppedFact(corrections.StoppedFact[State]):
    """Whether the players have stopped before the last circuit; a displaced Magistrate returns to its Estate."""

    rule = "I28"

    def _stopped(self, state: State) -> State:
        return replace(state, phase=Phase.OVER, auction=None, falling=None, voting=None, with_income=(), passes=0)


def _bidding(state: State) -> State:
    return replace(state, auction=Auction(state.clockwise_from(state.prefect), state.prefect))


def _start(state: State) -> State:
    if not state.contested:
        raise IllegalMove("I21", Message("no Province is contested"))
    return state


def _voting(state: State) -> State:
    tiles = tuple(province.tile for province in _start(state).contested)
    return replace(state, voting=Voting(tiles, (0,) * state.seats))


def _refill(state: State) -> State:
    if not gaps(state) or not state.face_down:
        raise IllegalMove("I27", Message("no Province is to be replaced"))
    return state


_BEGUN: Mapping[Phase, Callable[[State], State]] = {
    Phase.INCOME: lambda state: state,
    Phase.BIDDING: _bidding,
    Phase.ACTION: lambda state: replace(state, to_act=state.prefect),
    Phase.START: _start,
    Phase.ELECTION: _voting,
    Phase.REFILL: _refill,
}
"""The phases that a correction can begin, and what beginning them changes."""
