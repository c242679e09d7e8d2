"""All players' influence and the winner, and the final count circuit by circuit (I29, I30)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.games.final_count import FinalCount, Part, share, summed, tie_breaks
from companion.games.magistratvm.state import Decided, State, value
from companion.games.view import Kind, Piece, Spot
from companion.locale import Message, Wording, listed
from companion.pieces.piecepack import Tile


class DecidedBy(Enum):
    """The criterion that settles the game (I30)."""

    INFLUENCE = "influence"
    OFFICES = "offices"
    """The most influence in the Offices among the tied; Governors do not count."""
    RANK = "rank"
    """The highest Magistrate among those still tied."""
    SHARED = "shared"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Won:
    """The score of a decided Province: its value, and that once more for its Governor (I29)."""

    tile: Tile
    value: int
    governor: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One player's score."""

    player: int
    provinces: tuple[Won, ...]
    offices: int
    """The influence of the Magistrates in Offices, active or not."""
    highest: int
    """The influence of the highest Magistrate."""
    total: int


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game; there is no winner before its end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy

    def why(self, names: Sequence[str]) -> Message:
        """Return one sentence about who wins."""
        if self.decided_by is DecidedBy.UNDECIDED:
            return Message("the last circuit is still to come")
        first = self.seats[self.winners[0]]
        values: Wording = {
            "names": listed([Message("{name}", {"name": names[seat]}) for seat in self.winners]),
            "total": first.total,
            "offices": first.offices,
            "highest": first.highest,
        }
        return {
            DecidedBy.INFLUENCE: Message("{names} wins with {total} influence", values),
            DecidedBy.OFFICES: Message(
                "{names} wins the tie at {total} influence with {offices} in the Offices", values
            ),
            DecidedBy.RANK: Message(
                "{names} wins the tie at {total} influence with the highest Magistrate, worth {highest}", values
            ),
            DecidedBy.SHARED: Message("{names} share the victory: {total} influence", values),
        }[self.decided_by]


def score(state: State) -> Score:
    """Return all players' present scores."""
    seats = tuple(_seat(state, seat) for seat in range(state.seats))
    if not state.over:
        return Score(seats, (), DecidedBy.UNDECIDED)
    tied = [one for one in seats if one.total == max(other.total for other in seats)]
    decided = DecidedBy.INFLUENCE
    if len(tied) > 1:
        tied = [one for one in tied if one.offices == max(other.offices for other in tied)]
        decided = DecidedBy.OFFICES
    if len(tied) > 1:
        tied = [one for one in tied if one.highest == max(other.highest for other in tied)]
        decided = DecidedBy.RANK if len(tied) == 1 else DecidedBy.SHARED
    return Score(seats, tuple(one.player for one in tied), decided)


def _seat(state: State, seat: int) -> SeatScore:
    won = tuple(Won(one.tile, value(one.tile), value(one.tile) * one.governed) for one in state.decided[seat])
    held = [one.office.influence for one in state.magistrates if one.player == seat]
    provinces = sum(one.value + one.governor for one in won)
    return SeatScore(seat, won, sum(held), max(held, default=0), provinces + sum(held))


def final_count(state: State, names: Sequence[str]) -> FinalCount:
    """Return the count of a finished game; the names are by seat."""
    worth = score(state)
    compared = (
        ("offices-tied", Message("Tied: influence in the Offices"), [one.offices for one in worth.seats]),
        ("highest", Message("Tied: the highest Magistrate"), [one.highest for one in worth.seats]),
    )
    ties = tie_breaks([one.total for one in worth.seats], compared)
    steps = summed(_counted(state), state.seats)
    return FinalCount(Message("influence"), (*steps, *ties), worth.winners, worth.why(names))


def _counted(state: State) -> Iterator[Spot]:
    for circuit in sorted({one.circuit for own in state.decided for one in own}):
        label = Message("Circuit {number}", {"number": circuit})
        yield _step(
            f"circuit-{circuit}",
            label,
            [_provinces(one for one in own if one.circuit == circuit) for own in state.decided],
        )
    yield _step(
        "governors", Message("Governors"), [_provinces(one for one in own if one.governed) for own in state.decided]
    )
    yield _step("offices", Message("Offices"), [_offices(state, seat) for seat in range(state.seats)])


def _step(name: str, label: Message, parts: Sequence[Iterable[Part]]) -> Spot:
    """Return a step, with the parts of each seat's share."""
    return Spot(name, label, spots=tuple(share(f"{name}-{seat}", seat, label, own) for seat, own in enumerate(parts)))


def _provinces(won: Iterable[Decided]) -> Sequence[Part]:
    return [(one.tile.wording(), Piece(Kind.TILE, one.tile), value(one.tile)) for one in won]


def _offices(state: State, seat: int) -> Sequence[Part]:
    held = (one.office for one in state.magistrates if one.player == seat)
    return [(office.wording(), Piece(Kind.PAWN, seat=seat), office.influence) for office in held]
