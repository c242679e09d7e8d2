"""Pages to learn a game: its rules on one sheet, and a lesson on a drawn table."""

from dataclasses import replace

from companion.decoding import is_number
from companion.games.registry import AnyGame, game, games, new_options
from companion.games.view import Spot
from companion.locale import Message
from companion.pieces import Card
from companion.play.lesson_course import READER, lesson_course
from companion.web.pages.context import Context
from companion.web.pages.html import address, link_button, render_card
from companion.web.pages.parts import render_head, render_lobby, render_seats, render_sections
from companion.web.pages.seat_tasks import list_moved
from companion.web.painters.table import Marks, paint_table


def render_rules(ctx: Context) -> str:
    """Return the cheat sheet of the open game, or of the game and preset that the address names."""
    asked, snapshot = ctx.request.value("game"), ctx.host.snapshot()
    if not asked and snapshot is not None:
        rules = snapshot.course.rules
        options = rules.options_from_json(snapshot.course.game.options, "options")
        note = f'<p class="hint">{ctx.say(Message("As this table plays"))}</p>'
        return _page(ctx, f"{note}{_sheet(ctx, rules, options)}", " sheet")
    if not asked:
        return _page(ctx, "")
    rules = game(asked)
    preset = ctx.request.value("preset") or next(iter(rules.presets), "")
    options = rules.options_from_json(new_options(rules, {"preset": preset} if preset else {}), "options")
    presets = "".join(
        link_button(
            address("rules", {"game": rules.name, "preset": one}),
            ctx.head(rules.labels[one]) if one in rules.labels else one,
            kind="tab",
            current=one == preset,
        )
        for one in rules.presets
    )
    chosen = f'<h2>{ctx.say(rules.title)}</h2><div class="tabs">{presets}</div>'
    return _page(ctx, f"{chosen}{_sheet(ctx, rules, options)}", " sheet")


def _sheet(ctx: Context, rules: AnyGame, options: object) -> str:
    return "" if rules.cheat_sheet is None else render_sections(ctx, rules.cheat_sheet(options))


def _page(ctx: Context, inside: str, style: str = "") -> str:
    """Return a page with the ways to the rules of every game below it."""
    doors = "".join(
        link_button(address("rules", {"game": one.name}), ctx.say(one.title), kind="door") for one in games()
    )
    others = f'<nav class="doors" aria-label="{ctx.say(Message("Rules"))}">{doors}</nav>'
    return render_lobby(ctx, Message("Rules"), inside + others, style)


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
