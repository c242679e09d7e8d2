"""A game of Magnate in figures, turn by turn: tokens, income, taxation, and the leads in the districts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.games.figures import Curve, Figures, Panel, PlayedMove
from companion.games.magnate.moves import Move
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.rows import verbatim
from companion.locale import Message

Steps = Sequence[PlayedMove[State, Move]]


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """One turn; amounts by seat, districts from seat 0's left."""

    turn: int
    player: int
    tokens: tuple[int, ...]
    """Held at the end of the turn."""
    income: tuple[int, ...]
    """Collected on the turn's roll."""
    taxed: tuple[int, ...]
    """Lost to the turn's taxation."""
    totals: tuple[tuple[int | None, ...], ...]
    """By district and seat, as scored at that time; None for a seat that does not border on it."""


def statistics(steps: Steps, names: Sequence[str]) -> Figures:
    """Return tokens, income and district margins over the turns of these moves."""
    turns = turn_figures(steps)
    return Figures(
        tuple(turn.turn for turn in turns),
        tuple(figures_to_json(turn) for turn in turns),
        (
            Panel(Message("tokens held"), tuple(_tokens(turns, seat, name) for seat, name in enumerate(names))),
            Panel(
                Message("income so far, in tokens"),
                tuple(_added_up(turns, seat, name) for seat, name in enumerate(names)),
            ),
            Panel(
                Message("{name} ahead by", {"name": names[0]}) if len(names) == 2 else Message("the leader ahead by"),
                _margins(turns, steps),
                around_zero=True,
            ),
        ),
    )


def turn_figures(steps: Steps) -> tuple[TurnFigures, ...]:
    """Return every turn that was not undone, the current one included."""
    return tuple(_figures(turn) for turn in _turns(steps))


def _tokens(turns: Sequence[TurnFigures], seat: int, name: str) -> Curve:
    return Curve(verbatim(name), tuple(turn.tokens[seat] for turn in turns))


def _added_up(turns: Sequence[TurnFigures], seat: int, name: str) -> Curve:
    return Curve(verbatim(name), tuple(accumulate(turn.income[seat] for turn in turns)))


def _margins(turns: Sequence[TurnFigures], steps: Steps) -> tuple[Curve, ...]:
    row = steps[-1].after.districts if steps else ()
    return tuple(
        Curve(district.card.wording(), tuple(_margin(turn.totals[place]) for turn in turns))
        for place, district in enumerate(row)
    )


def _margin(totals: tuple[int | None, ...]) -> int:
    """For two seats return the first's total less the second's; for more the best less the next."""
    there = [total for total in totals if total is not None]
    if len(totals) == 2 and len(there) == 2:
        return there[0] - there[1]
    best = sorted(there, reverse=True)
    return best[0] - best[1] if len(best) > 1 else sum(best)


def _turns(made: Steps) -> Iterator[Steps]:
    steps: list[PlayedMove[State, Move]] = []
    for step in made:
        if steps and step.before.turn != steps[0].before.turn:
            yield steps
            steps = []
        steps.append(step)
    if steps:
        yield steps


def _figures(steps: Steps) -> TurnFigures:
    begun, end = steps[0].before, steps[-1].after
    seats = range(end.players)
    rolls = [step.after.roll for step in steps if step.after.roll is not None]
    income = rolls[-1].income if rolls else ()
    losses = rolls[-1].taxed if rolls else ()
    return TurnFigures(
        turn=begun.turn,
        player=begun.player,
        tokens=tuple(held.total for held in end.tokens),
        income=tuple(gained.total for gained in income) or (0,) * len(seats),
        taxed=tuple(sum(loss.lost for loss in losses if loss.player == seat) for seat in seats),
        totals=tuple(
            tuple(next((side.total for side in district.sides if side.player == seat), None) for seat in seats)
            for district in score(end).districts
        ),
    )


def figures_to_json(figures: TurnFigures) -> dict[str, Any]:
    """Return the figures as ``companion show --json`` prints them."""
    return {
        "turn": figures.turn,
        "player": figures.player,
        "tokens": list(figures.tokens),
        "income": list(figures.income),
        "taxed": list(figures.taxed),
        "totals": [list(totals) for totals in figures.totals],
    }
