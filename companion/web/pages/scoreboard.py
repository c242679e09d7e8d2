"""The scoreboard for everybody: one screen on a TV, one column on a phone."""

from __future__ import annotations

from html import escape

from companion.games.view import Layout
from companion.web.pages.context import GameContext
from companion.web.pages.parts import (
    render_asked,
    render_count,
    render_facts,
    render_log,
    render_seats,
    render_wakes,
)
from companion.web.painters.table import paint_table

STEPS = 10
"""Steps of a final count that a TV shows: more would be too low to read."""


def render_scoreboard(ctx: GameContext) -> str:
    """Return the board, the questions, the last roll, the clock and the log, without any secret; or the final count."""
    name, title = escape(ctx.course.rules.name), f"<h1>{escape(ctx.course.game.name)}</h1>"
    if ctx.snapshot.over:
        head = f'<header class="now">{title}{render_wakes(ctx)}</header>'
        return f'<div class="stage {name} over">{head}<section class="lies">{render_count(ctx, STEPS)}</section></div>'
    view = ctx.snapshot.view(None)
    table = paint_table(view, ctx.translations)
    says = "".join(f'<p class="says">{ctx.head(line)}</p>' for line in view.remarks[-1:])
    faces = " faces" if any(region.layout is Layout.COLUMNS for region in view.regions) else ""
    near = [seat for seat in range(len(ctx.names)) if seat not in table.far]
    return "".join(
        (
            f'<div class="stage {name} seats{len(ctx.names)}{faces}"><header class="now">{title}'
            f"{render_asked(ctx, together=True)}{says}{render_facts(ctx, view.clock)}{render_wakes(ctx)}</header>",
            f'<section class="seats far">{render_seats(view, table, table.far)}</section>',
            f'<section class="lies">{table.middle}</section>',
            f'<section class="seats near">{render_seats(view, table, near)}</section>',
            f'<ol class="log" reversed>{render_log(ctx)}</ol></div>',
        )
    )
