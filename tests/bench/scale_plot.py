"""A plot of costs by size, on logarithmic axes, as SVG."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 430, 330, 52, 40, 34
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe and Ito's colours, which colour-blind people can distinguish."""
_LEAST, _MOST = -1, 5
"""Exponents of ten of the milliseconds on the axis."""


@dataclass(frozen=True, slots=True)
class Point:
    """One action's milliseconds by size, a number in decimal digits."""

    name: str
    cost: Mapping[str, float]


def read_points(document: Path) -> tuple[Point, ...]:
    """Read the points of an earlier run's JSON."""
    figures = json.loads(document.read_text(encoding="utf-8"))["figures"]
    return tuple(Point(one["name"], one["measured"]["ms"]) for one in figures)


def draw(points: Sequence[Point], earlier: Iterable[Point] = ()) -> str:
    """Draw the costs by number of games; an earlier run is dashed."""
    drawn = "".join(_panel(points, {one.name: one for one in earlier}))
    size = f'width="{_WIDTH}" height="{_HEIGHT + 70}"'
    style = "text{font:13px sans-serif;fill:#23202b}line{stroke:#d8cfba}path{fill:none;stroke-width:2}"
    ground = f'<rect {size} fill="#fffaf0"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>{ground}{drawn}</svg>\n'


def _panel(points: Sequence[Point], before: Mapping[str, Point]) -> Iterable[str]:
    if not points:
        return
    sizes = sorted({int(size) for one in points for size in one.cost})
    first, last = math.log10(sizes[0]), math.log10(max(sizes[-1], sizes[0] + 1))

    def across(size: float) -> float:
        return _LEFT + (math.log10(size) - first) / (last - first) * (_WIDTH - _LEFT - 20)

    def up(milliseconds: float) -> float:
        exponent = min(max(math.log10(max(milliseconds, 1e-9)), _LEAST), _MOST)
        return _HEIGHT - _BOTTOM - (exponent - _LEAST) / (_MOST - _LEAST) * (_HEIGHT - _BOTTOM - _TOP)

    yield f'<text x="{_LEFT}" y="20">Processor time by number of games</text>'
    for exponent in range(_LEAST, _MOST + 1):
        y, label = up(10.0**exponent), f"{10.0**exponent:g} ms" if exponent < 3 else f"{10 ** (exponent - 3)} s"
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - 20}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    for size in sizes:
        yield f'<text x="{across(size):.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{size:,}</text>'
    for number, one in enumerate(points):
        colour = _COLOURS[number % len(_COLOURS)]
        for dashed, shown in ((True, before.get(one.name)), (False, one)):
            if shown is not None:
                line = " ".join(f"{across(int(s)):.1f},{up(ms):.1f}" for s, ms in shown.cost.items() if int(s) in sizes)
                dash = ' stroke-dasharray="4 4"' if dashed else ""
                yield f'<path d="M{line.replace(" ", "L")}" stroke="{colour}"{dash}/>'
        x, y = _LEFT + (number % 3) * 125, _HEIGHT + 10 + (number // 3) * 20
        yield f'<path d="M{x},{y}h18" stroke="{colour}"/>'
        yield f'<text x="{x + 24}" y="{y + 4}">{escape(one.name)}</text>'
