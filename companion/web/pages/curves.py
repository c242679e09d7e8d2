"""The curves of a game, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.figures import Curve, Panel
from companion.locale import Message
from companion.web.pages.context import GameContext
from companion.web.pages.parts import render_lobby

WIDTH, HEIGHT = 640, 220
"""The size of a drawing, in its own units."""
LEFT, BELOW = 40, 24
"""Room for the numbers at the left and below."""


def render_curves(ctx: GameContext) -> str:
    """Return a drawing for each panel of the game's figures, with its last values in words."""
    figures = ctx.course.figures()
    if figures is None or not figures.panels or len(figures.turns) < 2:
        nothing = ctx.say(Message("There is nothing to draw yet."))
        return render_lobby(ctx, Message("Curves"), f'<p class="hint">{nothing}</p>')
    panels = "".join(_panel(ctx, one, figures.turns) for one in figures.panels)
    return render_lobby(ctx, Message("Curves"), panels, " curves")


def _panel(ctx: GameContext, panel: Panel, turns: Sequence[int]) -> str:
    values = [value for curve in panel.curves for value in curve.values] or [0.0]
    low, high = min(0.0, *values), max(1.0, *values)
    lines = "".join(_line(curve, number, low, high) for number, curve in enumerate(panel.curves))
    names = "".join(
        f'<li class="seat{number % 4}">{ctx.head(curve.name)}: <b>{curve.values[-1]:g}</b></li>'
        for number, curve in enumerate(panel.curves)
        if curve.values
    )
    zero = _height(0.0, low, high)
    what = ctx.head(panel.what)
    axis = (
        f'<path d="M{LEFT} {zero:.0f}H{WIDTH}" class="axis"/><text x="0" y="16">{high:g}</text>'
        f'<text x="0" y="{HEIGHT - BELOW}">{low:g}</text><text x="{LEFT}" y="{HEIGHT - 4}">{turns[0]}</text>'
        f'<text x="{WIDTH - 40}" y="{HEIGHT - 4}">{turns[-1]}</text>'
    )
    return (
        f'<figure><figcaption>{what}</figcaption><svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"{axis}{lines}</svg><ul>{names}</ul></figure>"
    )


def _line(curve: Curve, number: int, low: float, high: float) -> str:
    step = (WIDTH - LEFT - 4) / max(1, len(curve.values) - 1)
    points = " ".join(
        f"{LEFT + place * step:.0f},{_height(value, low, high):.0f}" for place, value in enumerate(curve.values)
    )
    return f'<polyline class="curve seat{number % 4} dash{number % 4}" points="{points}"/>'


def _height(value: float, low: float, high: float) -> float:
    return (HEIGHT - BELOW - 6) * (1 - (value - low) / (high - low)) + 6
