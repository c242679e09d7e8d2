"""Parts that several pages share: what is asked, the last roll, the clock, the log, the seats' panels."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from typing import TypeVar

from companion.errors import CompanionError
from companion.games.texts import Line, Section
from companion.games.view import Clock, View
from companion.locale import Message
from companion.web.pages.context import Context, GameContext, overtaken
from companion.web.pages.host import PageResponse, Status
from companion.web.pages.html import icon, render_panel
from companion.web.pages.registry import find_game_view
from companion.web.painters.final_count import paint_count
from companion.web.painters.table import PaintedTable

ContextT = TypeVar("ContextT", bound=Context)

LOG_LINES = 12
"""Number of the latest lines of the log on a scoreboard."""


def answer(
    ctx: ContextT,
    title: Message,
    render: Callable[[ContextT], str],
    act: Callable[[ContextT], str] | None = None,
    kind: str = "lobby",
) -> PageResponse:
    """Do what a page sends and go where that leads, or show the page; what is refused is shown on it with the reason.

    Args:
        ctx: The request.
        title: The title of the page.
        render: Returns the page as HTML.
        act: Does what the page sends and returns the address to go to; None for a page that sends nothing.
        kind: The kind of the page.
    """
    status = Status.OK
    if ctx.request.method == "POST":
        try:
            if act is None:
                raise overtaken()
            return PageResponse(Status.SEE_OTHER, "", "", location=f"/{act(ctx)}")
        except CompanionError as error:
            ctx, status = replace(ctx, notice=ctx.refusal(error)), Status.REFUSED
    return PageResponse(status, ctx.say(title), render(ctx), kind=kind)


def render_lobby(ctx: Context, title: Message, inside: str, style: str = "") -> str:
    """Return a page to read: its heading with the way back, why the last action was refused, and its content.

    Args:
        ctx: The request.
        title: The heading.
        inside: The content, as HTML.
        style: Further classes of the page.
    """
    return f'<div class="lobby{style}">{render_head(ctx, title)}{render_notice(ctx)}{inside}</div>'


def render_head(ctx: Context, title: Message) -> str:
    """Return the heading of a page with the way back: to the game if the page is about it, else to the first page."""
    back, label = "./", Message("First page")
    if isinstance(ctx, GameContext):
        back, label = ctx.home, Message("Back to the game")
    way = f'<a class="button back" href="{back}">{icon("back")}{ctx.say(label)}</a>'
    return f'<header class="head">{way}<h1>{ctx.say(title)}</h1></header>'


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
