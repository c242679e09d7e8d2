"""A game's tokens, income and district margins over its turns, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from pathlib import Path

from companion.errors import CompanionError
from companion.games.magnate import State
from companion.games.magnate.moves import Move
from companion.journal.course import Course
from companion.locale import Message
from companion.play.statistics import TurnFigures, turn_figures

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999", "#f0e442")
"""Okabe and Ito's, which the colour-blind can tell apart."""


class NoPlot(CompanionError):
    """The picture cannot be drawn or written."""


def plot(course: Course[State, Move], path: Path, spoken: NullTranslations) -> None:
    """Writes the picture; the file's ending says of which kind. Raises :class:`NoPlot`."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPlot(
            "--plot", Message("needs matplotlib"), Message("python -m pip install 'decktet-companion[plot]'")
        ) from error

    def say(text: Message) -> str:
        return text.text(spoken)

    names, turns = course.game.players, turn_figures(course)
    figure = Figure(figsize=(9, 10), layout="constrained")
    tokens, income, margins = figure.subplots(3, sharex=True)
    figure.suptitle(course.game.name)
    numbers = [turn.turn for turn in turns]
    for seat, name in enumerate(names):
        tokens.plot(numbers, [turn.tokens[seat] for turn in turns], label=name, color=_COLOURS[seat])
        income.plot(numbers, _added_up(turns, seat), label=name, color=_COLOURS[seat])
    for place, district in enumerate(course.state.districts):
        line = [_margin(turn.totals[place]) for turn in turns]
        margins.plot(numbers, line, label=say(district.card.wording()), color=_COLOURS[place % len(_COLOURS)])
    tokens.set_ylabel(say(Message("tokens held")))
    income.set_ylabel(say(Message("income so far, in tokens")))
    ahead = Message("{name} ahead by", {"name": names[0]}) if len(names) == 2 else Message("the leader ahead by")
    margins.set_ylabel(say(ahead))
    margins.set_xlabel(say(Message("turn")))
    margins.axhline(0, color="#999999", linewidth=0.8)
    for panel in (tokens, income, margins):
        panel.legend(fontsize="small", ncols=3)
        panel.grid(alpha=0.3)
    try:
        figure.savefig(path, dpi=100)
    except (OSError, ValueError) as error:
        raise NoPlot(str(path), Message("cannot be written ({why})", {"why": str(error)})) from error


def _added_up(turns: Sequence[TurnFigures], seat: int) -> list[int]:
    total, line = 0, []
    for turn in turns:
        total += turn.income[seat]
        line.append(total)
    return line


def _margin(totals: tuple[int | None, ...]) -> int:
    """Two seats: the first's total less the second's. More: the best less the next."""
    there = [total for total in totals if total is not None]
    if len(totals) == 2 and len(there) == 2:
        return there[0] - there[1]
    best = sorted(there, reverse=True)
    return best[0] - best[1] if len(best) > 1 else sum(best)
