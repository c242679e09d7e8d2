"""Plotting a game's figures over its turns."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from companion.cli.languages import translate
from companion.errors import CompanionError
from companion.installation import extra_hint
from companion.journal.course.course import Course
from companion.locale import Message

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999", "#f0e442")
"""Okabe and Ito's colours, which colour-blind people can distinguish."""


class NoPlot(CompanionError):
    """The plot cannot be drawn."""


def plot_course(course: Course[Any, Any], kind: str) -> bytes:
    """Draw a game's figures.

    Args:
        course: The game.
        kind: The kind of file, ``png`` or another of matplotlib's.

    Returns:
        The file's bytes.

    Raises:
        NoPlot: The game has no figures, matplotlib is missing, or it cannot write this kind of file.
    """
    figures = course.figures()
    if figures is None:
        raise NoPlot("--plot", Message("no chart is available for {game}", {"game": course.rules.title}))
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPlot(
            "--plot",
            Message("matplotlib is not installed"),
            extra_hint("plot"),
        ) from error
    figure = Figure(figsize=(9, 1 + 3 * len(figures.panels)), layout="constrained")
    figure.suptitle(course.game.name)
    grid = figure.subplots(len(figures.panels), sharex=True, squeeze=False)[:, 0]
    for axes, panel in zip(grid, figures.panels, strict=True):
        for number, curve in enumerate(panel.curves):
            name = translate(curve.name)
            axes.plot(figures.turns, curve.values, label=name, color=_COLOURS[number % len(_COLOURS)])
        axes.set_ylabel(translate(panel.what))
        if panel.around_zero:
            axes.axhline(0, color="#999999", linewidth=0.8)
        if panel.curves:
            axes.legend(fontsize="small", ncols=3)
        axes.grid(alpha=0.3)
    grid[-1].set_xlabel(translate(Message("turn")))
    file = BytesIO()
    try:
        figure.savefig(file, format=kind, dpi=100)
    except ValueError as error:
        raise NoPlot(
            f"--plot .{kind}",
            Message("cannot draw the chart ({why})", {"why": str(error)}),
            Message("use a file name that ends in .png"),
        ) from error
    return file.getvalue()
