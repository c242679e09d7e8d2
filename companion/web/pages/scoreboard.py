"""The scoreboard for everybody: one screen on a TV, one column on a phone."""

from __future__ import annotations

from html import escape

from companion.web.pages.context import GameContext
from companion.web.pages.parts import render_asked, render_facts, render_log, render_seats, render_wakes
from companion.web.pages.registry import find_game_view


def render_scoreboard(ctx: GameContext) -> str:
    """Return the board, the questions, the last roll, the clock and the log, without any secret."""
    rules, state = ctx.course.rules, ctx.state
    board, log = ctx.snapshot.board(None), ctx.snapshot.log(None)
    html = find_game_view(rules.name).render_board(state, board, ctx.names, ctx.translations)
    over = rules.over(state)
    # The explanation of the end needs more space than a standing.
    first, explained = (board.remarks[:1], board.remarks[1:]) if over else (board.remarks, ())
    says = "".join(f'<p class="says">{ctx.head(line)}</p>' for line in first)
    remarks = "".join(f"<p>{ctx.head(line)}</p>" for line in explained)
    near = [seat for seat in range(len(ctx.names)) if seat not in html.far]
    return "".join(
        (
            f'<div class="stage {escape(rules.name)} seats{len(ctx.names)}{" over" if over else ""}">',
            f'<header class="now"><h1>{escape(ctx.course.game.name)}</h1>{render_asked(ctx)}{says}'
            f"{render_facts(ctx, log)}{render_wakes(ctx)}</header>",
            f'<section class="seats far">{render_seats(ctx, board, html, html.far)}</section>',
            f'<section class="lies">{html.table}<div class="explained">{remarks}</div></section>',
            f'<section class="seats near">{render_seats(ctx, board, html, near)}</section>',
            f'<ol class="log" reversed>{render_log(ctx, log)}</ol></div>',
        )
    )
