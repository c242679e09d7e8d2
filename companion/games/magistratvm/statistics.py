"""A game of Magistratvm in figures, turn by turn: income, tokens and influence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.figures import Curve, Figures, Panel, PlayedMove
from companion.games.magistratvm.encoding import to_json
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import State
from companion.games.texts import verbatim
from companion.locale import Message

Steps = Sequence[PlayedMove[State, Move]]


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """One turn; amounts by seat."""

    turn: int
    """Its number, from 1."""
    prefect: int
    income: tuple[int, ...]
    """Gold of the income phase."""
    tokens: tuple[int, ...]
    """In contested Provinces at the end of the turn."""
    influence: tuple[int, ...]
    """As scored at that time."""


def statistics(steps: Steps, names: Sequence[str]) -> Figures:
    """Return income, tokens and influence over the turns of these moves."""
    turns = tuple(_turns(steps))
    seats = tuple(enumerate(names))

    def panel(what: Message, values: Sequence[Sequence[int]]) -> Panel:
        return Panel(what, tuple(Curve(verbatim(name), tuple(one[seat] for one in values)) for seat, name in seats))

    return Figures(
        tuple(one.turn for one in turns),
        tuple(to_json(one) for one in turns),
        (
            panel(Message("influence"), [one.influence for one in turns]),
            panel(Message("income"), [one.income for one in turns]),
            panel(Message("tokens in the Provinces"), [one.tokens for one in turns]),
        ),
    )


def _turns(steps: Steps) -> Iterator[TurnFigures]:
    going: list[PlayedMove[State, Move]] = []
    for step in steps:
        if going and step.before.turn > going[-1].before.turn:
            yield _turn(going)
            going = []
        going.append(step)
    if going:
        yield _turn(going)


def _turn(steps: Steps) -> TurnFigures:
    end = steps[-1].after
    income = [0] * end.seats
    for step in steps:
        for one in step.after.moved:
            if one.rule in ("I7", "I9", "I10") and one.taker.player is not None:
                income[one.taker.player] += one.gold
    return TurnFigures(
        steps[0].before.turn,
        end.prefect,
        tuple(income),
        tuple(end.placed(seat) for seat in range(end.seats)),
        tuple(one.total for one in score(end).seats),
    )
