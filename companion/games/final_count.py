"""The final count of a game: step by step what each seat gets, how all stand then, and who has won."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.texts import Rows, verbatim, verbatim_each
from companion.games.view import Piece, Spot
from companion.locale import Message

Part = tuple[Message, Piece, int]
"""What makes a share: what it is, its piece, and its number."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the count."""

    counted: Spot
    """What is counted: with a spot for the share of each seat that has one, which has a spot for each of its parts."""
    standing: tuple[int, ...] = ()
    """What each seat has after it; nothing if the step only breaks a tie."""


@dataclass(frozen=True, slots=True)
class FinalCount:
    """A finished game, counted."""

    unit: Message
    """What the standings count: gold, influence."""
    steps: tuple[Step, ...]
    """In the order in which they are shown, those that break a tie last."""
    winners: tuple[int, ...]
    result: Message
    """Who has won, and what decided."""

    def standing(self, shown: int, seat: int) -> int:
        """Return what a seat has after so many steps."""
        known = [step.standing[seat] for step in self.steps[:shown] if step.standing]
        return known[-1] if known else 0

    def changed(self, number: int, seat: int) -> int | None:
        """Return what a seat has after a step, counted from 0; None if it had that before."""
        before, after = self.standing(number, seat), self.standing(number + 1, seat)
        return after if after != before else None

    def rows(self, names: Sequence[str]) -> Rows:
        """Return a row for each step, with everybody's share and what it makes them have, and one for the end."""
        rows = [
            (step.counted.label, *(self._cell(number, seat) for seat in range(len(names))))
            for number, step in enumerate(self.steps)
        ]
        ends = (self.standing(len(self.steps), seat) for seat in range(len(names)))
        total = (f"★ {end}" if seat in self.winners else end for seat, end in enumerate(ends))
        return Rows((verbatim(""), *verbatim_each(names)), (*rows, (self.unit, *map(verbatim, total))))

    def _cell(self, number: int, seat: int) -> Message:
        share = next((one for one in self.steps[number].counted.spots if one.seat == seat), None)
        if share is None:
            return verbatim("–")
        changed = self.changed(number, seat)
        return verbatim(share.number if changed is None else f"{share.number} → {changed}")


def share(name: str, seat: int, label: Message, parts: Iterable[Part], *, leads: bool = False) -> Spot:
    """Return what a seat gets in a step.

    Args:
        name: The id of its spot.
        seat: The seat.
        label: What the step counts.
        parts: What makes the share, which is their sum.
        leads: Whether the seat wins what the step is about.
    """
    spots = tuple(
        Spot(f"{name}-{n}", what, (piece,), number, seat=seat) for n, (what, piece, number) in enumerate(parts)
    )
    return Spot(name, label, number=sum(one.number or 0 for one in spots), seat=seat, leads=leads, spots=spots)


def summed(steps: Iterable[Spot], seats: int) -> tuple[Step, ...]:
    """Return the steps of a count in which every share is added to what its seat has."""
    standing, found = [0] * seats, []
    for counted in steps:
        for share in counted.spots:
            standing[share.seat or 0] += share.number or 0
        found.append(Step(counted, tuple(standing)))
    return tuple(found)


def tie_breaks(
    totals: Sequence[int],
    compared: Iterable[tuple[str, Message, Sequence[int | None]]],
    best: Callable[[Iterable[int]], int] = max,
) -> Iterator[Step]:
    """Yield a step for each comparison that is needed, since seats are tied before it.

    Args:
        totals: What all seats have; the most wins.
        compared: In turn the id of a spot, what is compared, and its value by seat; None if nobody counted it.
        best: Which of these values wins.
    """
    tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
    for name, label, values in compared:
        if len(tied) > 1:
            shares = tuple(Spot(f"{name}-{seat}", label, number=values[seat], seat=seat) for seat in tied)
            yield Step(Spot(name, label, spots=shares))
            winning = best(values[seat] or 0 for seat in tied)
            tied = [seat for seat in tied if (values[seat] or 0) == winning]
