"""A game of Magnate in figures, turn by turn: tokens, income, taxation, and who leads which district."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.magnate import State, score
from companion.games.magnate.moves import Move
from companion.journal.course import Course, Step


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
    """By district and seat, as they would be scored; None for a seat that does not border on it."""


def turn_figures(course: Course[State, Move]) -> tuple[TurnFigures, ...]:
    """Every turn that stands, the one going on included."""
    return tuple(_figures(steps) for steps in _turns(course))


def _turns(course: Course[State, Move]) -> Iterator[list[Step[State, Move]]]:
    steps: list[Step[State, Move]] = []
    for step in course.done:
        if steps and step.before.turn != steps[0].before.turn:
            yield steps
            steps = []
        steps.append(step)
    if steps:
        yield steps


def _figures(steps: list[Step[State, Move]]) -> TurnFigures:
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
    """As ``companion show --json`` prints them."""
    return {
        "turn": figures.turn,
        "player": figures.player,
        "tokens": list(figures.tokens),
        "income": list(figures.income),
        "taxed": list(figures.taxed),
        "totals": [list(totals) for totals in figures.totals],
    }
