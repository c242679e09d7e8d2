"""A lesson for each game: a drawn table, on which only what glows can be tapped."""

from __future__ import annotations

from dataclasses import replace

from companion.decoding import is_number
from companion.games.registry import games
from companion.games.view import Spot
from companion.locale import Message
from companion.pieces import Card
from companion.play.lesson_course import READER, lesson_course
from companion.web.pages.context import Context
from companion.web.pages.html import address, link_button, render_card
from companion.web.pages.parts import render_head, render_seats
from companion.web.pages.taps import list_moved
from companion.web.painters.marks import Marks
from companion.web.painters.table import paint_table


def render_learn(ctx: Context) -> str:
    """Return the step that the address names, of the lesson of its game; each tap leads to the next step."""
    lessons = {one.name: (one, one.lesson) for one in games() if one.lesson is not None}
    rules, lesson = lessons.get(ctx.request.value("game")) or next(iter(lessons.values()))
    written = ctx.request.value("step", "0")
    tapped = min(int(written), len(lesson.steps) - 1) if is_number(written) else 0
    step, over = lesson.steps[tapped], tapped == len(lesson.steps) - 1
    form = address("new", {"game": rules.name}) if ctx.request.viewer.is_host else "./"
    onward = form if over else address("learn", {"game": rules.name, "step": tapped + 1})
    course, before = (lesson_course(rules, lesson, number) for number in (tapped, max(0, tapped - 1)))
    view, old = (rules.view(one.state, lesson.names, READER) for one in (course, before))

    def tap(spot: Spot, inside: str, *, named: bool = True) -> str:
        glows = named and bool(step.tap) and step.tap in (spot.id, *(part.id for part in spot.spots))
        return link_button(onward, inside, kind="tap glows") if glows else inside

    targets = {step.tap: link_button(onward, ctx.say(Message("Tap")), kind="glow")}
    table = paint_table(replace(view, clock=None), ctx.translations, Marks(READER, tap, targets, list_moved(old, view)))
    cards = [(code, render_card(Card.parse(code), ctx.translations)) for code in step.hand]
    hand = "".join(link_button(onward, one, kind="tap glows") if code == step.tap else one for code, one in cards)
    button = "" if step.tap else link_button(onward, ctx.say(step.button), kind="main")
    tabs = "".join(
        link_button(address("learn", {"game": name}), ctx.say(one.title), kind="tab", current=one is rules)
        for name, (one, _) in lessons.items()
    )
    head = render_head(ctx, Message("Learn in two minutes"))
    return (
        f'<div class="playing {rules.name} strip lesson"><header class="now">{head}</header>'
        f'<div class="own">{render_seats(view, table, (READER,))}</div>'
        f'<section class="task"><p role="status">{tapped + 1}/{len(lesson.steps)} · {ctx.say(step.text)}</p>'
        f'<span class="cards">{hand}</span>{button}</section><section class="lies">{table.middle}</section>'
        f'<section class="seats">{render_seats(view, table, range(1, len(lesson.names)))}'
        f'<div class="tabs">{tabs}</div></section></div>'
    )
