"""Parts that several pages share: what is asked, the last roll, the clock, the log, the seats' panels."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from companion.games.sheet import Line, Section
from companion.games.view import Clock, View
from companion.locale import Message
from companion.web.pages.context import Context, GameContext
from companion.web.pages.game_view import render_panel
from companion.web.pages.registry import find_game_view
from companion.web.painters.final_count import paint_count
from companion.web.painters.table import PaintedTable

LOG_LINES = 12
"""Number of the latest lines of the log on a scoreboard."""


def render_asked(ctx: GameContext, *, together: bool = False) -> str:
    """Return whom play waits for, a line for each; ``together``: one line for neighbours who are asked the same."""
    asked: list[tuple[list[int], Message]] = []
    for seat, text in ctx.snapshot.asked():
        if together and asked and asked[-1][1] == text:
            asked[-1][0].append(seat)
        else:
            asked.append(([seat], text))
    several = " several" if len(asked) > 1 else ""
    lines = []
    for seats, text in asked:
        whose = f" seat{seats[0]}" if len(seats) == 1 else ""
        line = Message("{name}: {text}", {"name": ", ".join(ctx.names[seat] for seat in seats), "text": text})
        lines.append(f'<p class="asked{whose}{several}">{ctx.say(line)}</p>')
    return "".join(lines)


def render_facts(ctx: GameContext, clock: Clock | None) -> str:
    """Return the last roll and the clock; nothing once the game is over."""
    if ctx.snapshot.over:
        return ""
    view = find_game_view(ctx.course.rules.name)
    casts = (step.thrown[1] for step in reversed(ctx.course.done) if step.thrown is not None)
    roll = " ".join(view.render_die(die, ctx.translations) for die in next(casts, ()))
    clock_html = ""
    if clock is not None:
        rings = " rings" if clock.urgent else ""
        clock_html = f'<p class="clock{rings}"><b>{clock.number}</b> {ctx.say(clock.text)}</p>'
    return f'<div class="facts"><p class="roll">{roll}</p>{clock_html}</div>'


def render_wakes(ctx: Context) -> str:
    """Return what to do on a device that the page cannot keep awake; shown there alone."""
    text = Message("If this screen goes dark, turn off its screen saver and its sleep in its settings.")
    return f'<p class="hint wakes">{ctx.say(text)}</p>'


def render_count(ctx: GameContext, most: int = 0) -> str:
    """Return the final count of a game that is over, with at most so many steps, or all."""
    count = ctx.course.rules.counted(ctx.course.state, ctx.names)
    return f'<section class="ending">{paint_count(count, ctx.snapshot.view(None), ctx.translations, most)}</section>'


def render_log(ctx: GameContext, most: int = LOG_LINES) -> str:
    """Return the latest lines, the last one first."""
    return "".join(
        f'<li value="{line.entry.seq}"{"" if line.stands else " class=undone"}>{ctx.head(line.message)}</li>'
        for line in reversed(ctx.snapshot.log(ctx.viewer, most))
    )


def render_seats(view: View, table: PaintedTable, seats: Iterable[int]) -> str:
    """Return the panels of these seats."""
    return "".join(
        render_panel(seat, view.names[seat], table.seats[seat], turn=seat == view.current, mark=table.turn)
        for seat in seats
    )


def render_notice(ctx: Context) -> str:
    """Return why the last action was refused, if it was."""
    return f'<p class="notice" role="alert">{ctx.notice}</p>' if ctx.notice else ""


def render_sections(ctx: Context, sections: Iterable[Section]) -> str:
    """Return sections of a game's rules, each rule with its number, which is the place of its first line."""
    placed = set[str]()

    def render(line: Line) -> str:
        place = f' id="{line.rule.lower()}"' if line.rule.isalnum() and line.rule not in placed else ""
        placed.add(line.rule)
        number = f" <small>{escape(line.rule)}</small>" if line.rule else ""
        return f"<li{place}>{ctx.say(line.text)}{number}</li>"

    return "".join(
        f"<section><h2>{ctx.head(section.title)}</h2><ul class=rules>"
        f"{''.join(map(render, section.lines))}</ul></section>"
        for section in sections
    )


def latest_event(ctx: GameContext) -> str:
    """Return the last line of the log as the viewer may read it, for those who listen; not escaped."""
    line = ctx.course.latest(ctx.viewer)
    if line is None:
        return ""
    text = line.message.text(ctx.translations)
    return text[:1].upper() + text[1:]
