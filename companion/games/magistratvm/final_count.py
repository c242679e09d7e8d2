"""The final count: circuit by circuit the Provinces won, then Governors and Offices (I29, I30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.games.final_count import FinalCount, summed, tie_breaks
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
        yield _provinces(state, f"circuit-{circuit}", label, partial(_was_won_in, circuit))
    yield _provinces(state, "governors", Message("Governors"), lambda one: one.governed)
    offices = Message("Offices")
    yield Spot("offices", offices, spots=tuple(_offices(state, seat, offices) for seat in range(state.seats)))


def _was_won_in(circuit: int, one: Decided) -> bool:
    return one.circuit == circuit


def _provinces(state: State, name: str, label: Message, counts: Callable[[Decided], bool]) -> Spot:
    """Return the step of those decided Provinces that count in it."""
    shares = tuple(
        _share(
            f"{name}-{seat}",
            label,
            seat,
            [(one.tile.wording(), Piece(Kind.TILE, one.tile), value(one.tile)) for one in own if counts(one)],
        )
        for seat, own in enumerate(state.decided)
    )
    return Spot(name, label, spots=shares)


def _offices(state: State, seat: int, label: Message) -> Spot:
    held = [one.office for one in state.magistrates if one.player == seat]
    pawn = Piece(Kind.PAWN, seat=seat)
    return _share(f"offices-{seat}", label, seat, [(one.wording(), pawn, one.influence) for one in held])


def _share(name: str, label: Message, seat: int, parts: Sequence[tuple[Message, Piece, int]]) -> Spot:
    """Return what a player gets in a step: the name of each part, its piece, and its influence."""
    spots = tuple(
        Spot(f"{name}-{place}", what, (piece,), number, seat=seat) for place, (what, piece, number) in enumerate(parts)
    )
    return Spot(name, label, number=sum(number for _, _, number in parts), seat=seat, spots=spots)
