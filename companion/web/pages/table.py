"""Screens for everybody: the scoreboard, and the table between the players, which each side reads upright."""

from dataclasses import replace
from html import escape

from companion.games.view import Layout
from companion.locale import Message
from companion.web.pages.context import GameContext, SeatContext, has_secrets
from companion.web.pages.html import render_panel
from companion.web.pages.parts import (
    render_asked,
    render_count,
    render_facts,
    render_log,
    render_notice,
    render_seats,
    render_wakes,
)
from companion.web.pages.seat import headings, render_end, render_note, render_table_of, render_task, render_tools
from companion.web.painters.table import PaintedTable, paint_table

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


RECENT = 1
"""Number of the latest lines of the log on each side."""


def render_table(ctx: SeatContext) -> str:
    """Return the page of the whole table, or what is for one player alone, which is covered first."""
    if ctx.request.value("alone"):
        return _alone(ctx)
    rules, seats = ctx.course.rules, range(len(ctx.names))
    view = ctx.snapshot.view(ctx.viewer)
    table = render_table_of(ctx, view)
    far = [seat for seat in seats if is_far(seat, len(ctx.names))]
    near = [seat for seat in seats if seat not in far]
    end = render_end(ctx) if ctx.snapshot.over else ""
    bar = f"{render_facts(ctx, view.clock)}{render_wakes(ctx)}{render_tools(ctx)}"
    return (
        f'<div class="shared {escape(rules.name)} seats{len(ctx.names)}{" over" if ctx.snapshot.over else ""}">'
        f'<h1 class="spoken">{escape(ctx.course.game.name)}</h1>'
        f'<section class="edge far">{"".join(_place(ctx, seat, table) for seat in reversed(far))}</section>'
        f'<section class="board-area"><div class="bar">{bar}</div>'
        f'<div class="lies">{end}{table.middle}</div>'
        f'<ol class="log" reversed>{render_log(replace(ctx, viewer=None), RECENT)}</ol></section>'
        f'<section class="edge near">{"".join(_place(ctx, seat, table) for seat in near)}</section>'
        "</div>"
    )


def is_far(seat: int, seats: int) -> bool:
    """Return whether a seat is at the far side: the later ones are, the smaller part of an odd number.

    >>> [is_far(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2


def _place(ctx: SeatContext, seat: int, table: PaintedTable) -> str:
    """Return one player's pieces and actions; what was opened on the page belongs to the seat that opened it."""
    own = ctx if seat == ctx.seat else replace(ctx, seat=seat, notice="", request=replace(ctx.request, form={}))
    marked = ctx.snapshot.view(None).current == seat
    task = render_task(own).html
    texts, shown = [text for owner, text in ctx.snapshot.asked() if owner == seat], headings(own)
    if ctx.snapshot.over:  # both sides read it
        texts = [ctx.course.rules.counted(ctx.course.state, ctx.names).result]
    asked = "".join(f"<p class=asked>{ctx.head(text)}</p>" for text in texts if text not in shown)
    if texts and len({owner for owner, _ in ctx.snapshot.asked()}) > 1:  # a phone shows only a part of one place
        asked = f'<p class="whose">{ctx.player(seat)}</p>{asked}'
    asks = " asks" if texts else ""
    note = render_note(own) if marked else ""
    panel = render_panel(seat, ctx.names[seat], table.seats[seat], turn=marked, mark=table.turn)
    return (
        f'<div class="place-of seat{seat}{asks}">{panel}'
        f'<div class="task">{asked}{render_notice(own)}{note}{task}{_private(own)}</div></div>'
    )


def _private(ctx: SeatContext) -> str:
    """Return the way to what the player answers alone."""
    sealed = ctx.snapshot.find_sealed(ctx.seat) is not None
    if ctx.seat in ctx.request.viewer.elsewhere or (not sealed and not has_secrets(ctx)):
        return ""
    text = Message("{name}: answer in private", {"name": ctx.names[ctx.seat]})
    return ctx.link(ctx.say(text), kind="main" if sealed else "", alone=1)


def _alone(ctx: SeatContext) -> str:
    """Return what is for one player alone, behind a cover that the player opens."""
    if not ctx.request.value("open"):
        text = ctx.say(Message("This is for {name} alone.", {"name": ctx.names[ctx.seat]}))
        name = ctx.say(Message("I am {name}", {"name": ctx.names[ctx.seat]}))
        opened = ctx.link(name, kind="main", alone=1, open=1)
        return f'<div class="cover"><h1>{text}</h1>{opened}{_away(ctx)}</div>'
    return (
        f'<div class="cover seat{ctx.seat}"><h1>{ctx.player(ctx.seat)}</h1>{render_notice(ctx)}'
        f'<div class="task">{render_task(replace(ctx, viewer=ctx.seat, alone=True)).html}</div>{_away(ctx)}</div>'
    )


def _away(ctx: SeatContext) -> str:
    return f'<a class="button back" href="{escape(ctx.path)}">{ctx.say(Message("Cover again"))}</a>'
