"""The final count: circuit by circuit the Provinces won, then Governors and Offices (I29, I30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.games.final_count import FinalCount, Part, share, summed, tie_breaks
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import Decided, State, value
from companion.games.view import Kind, Piece, Spot
from companion.locale import Message


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
