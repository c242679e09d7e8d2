"""The page of one seat: its pieces, what it can do now, and the board."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any, NamedTuple

from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.view import View
from companion.locale import Message
from companion.play.questions import Kind
from companion.play.short_labels import short_labels
from companion.questions import Question
from companion.web.pages import parts
from companion.web.pages.context import SeatContext, find_decision
from companion.web.pages.hand import render_hand_form
from companion.web.pages.html import choice_buttons, icon, link_button, render_rows
from companion.web.pages.new_game import rematch_address
from companion.web.pages.registry import find_game_view
from companion.web.pages.seat_tasks import mark_taps, open_decisions, refused_spots, render_generic_task, render_tap
from companion.web.pages.snapshot import CameraState, ListedDifference
from companion.web.painters.fields import paint_amount, paint_decision, shows_deck
from companion.web.painters.table import PaintedTable, paint_table

RECENT = 3
"""Number of the latest lines of the log below the actions of a seat."""


class Task(NamedTuple):
    """What a seat is asked and can do."""

    html: str
    strip: str = " strip"
    """The classes of a page that shows it in a strip at the edge of the table; empty if it needs the whole page."""


def render_seat(ctx: SeatContext) -> str:
    """Return the page of a seat."""
    rules = ctx.course.rules
    view = ctx.snapshot.view(ctx.viewer)
    table, shared = render_table_of(ctx, view), ctx.snapshot.view(None)
    own = parts.render_seats(view, table, (ctx.seat,))
    others = parts.render_seats(view, table, (seat for seat in range(len(ctx.names)) if seat != ctx.seat))
    # What only this seat knows stands in its own remarks.
    remarks = [remark for remark in view.remarks if remark not in shared.remarks]
    private = "".join(f'<p class="noted">{ctx.head(remark)}</p>' for remark in remarks)
    end = render_end(ctx) if ctx.snapshot.over else ""
    task = render_task(ctx)
    strip = "" if end and not task.html else task.strip  # the final count needs the whole page
    return (
        f'<div class="playing {escape(rules.name)}{strip}{" over" if ctx.snapshot.over else ""}">'
        f'<header class="now"><h1 class="spoken">{ctx.player(ctx.seat)}</h1>{parts.render_asked(ctx)}'
        f'{parts.render_facts(ctx, view.clock)}{parts.render_wakes(ctx)}</header><div class="own">{own}{private}</div>'
        f'<section class="task" aria-label="{ctx.say(Message("Your actions"))}">{parts.render_notice(ctx)}'
        f'{render_note(ctx)}{task.html}{end}</section><section class="lies">{table.middle}</section>'
        f'<section class="seats">{others}</section><ol class="log" reversed>{parts.render_log(ctx, RECENT)}</ol>'
        f"{render_tools(ctx)}</div>"
    )


def render_note(ctx: SeatContext) -> str:
    """Return what became of the seat's last proposal, or what it should know before its next move."""
    note = ctx.snapshot.find_note(ctx.seat)
    return "" if note is None else f'<p class="notice" role="status">{ctx.say(note)}</p>'


def render_table_of(ctx: SeatContext, view: View) -> PaintedTable:
    """Return the table as a page on which seats act shows it."""
    return paint_table(view, ctx.translations, mark_taps(ctx, view))


def render_task(ctx: SeatContext) -> Task:
    """Return what the seat is asked and can do, or the sheet or decision that was opened."""
    request = ctx.request
    render_sheet = _SHEETS.get(request.value("show"))
    if render_sheet is not None:
        return _sheet(ctx, render_sheet)
    opened = find_decision(ctx)
    if opened is not None and opened.chosen_card is not None:
        why = refused_spots(opened).get(request.value("spot"))
        refused = "" if why is None else f'<p class="notice" role="status">{ctx.head(why)}</p>'
        return _task(f"{refused}{paint_decision(ctx, opened)}", opened)
    if opened is not None:
        return _sheet(
            ctx, lambda page: _task(f"<h2>{page.head(opened.text)}</h2>{paint_decision(page, opened)}", opened)
        )
    tapped, begun = render_tap(ctx)
    if tapped:
        return _sheet(ctx, lambda _page: _task(tapped, *begun))
    if ctx.snapshot.over:
        return Task("")
    questions = "".join(render_question(ctx, question) for question in ctx.questions)
    sealed = "" if ctx.shared and not ctx.alone else _render_sealed(ctx)
    asked = f"{render_camera(ctx)}{questions}{sealed}{_same_dice(ctx)}{render_generic_task(ctx)}"
    return _task(asked, *open_decisions(ctx))


def _task(html: str, *painted: Decision[Any]) -> Task:
    """Return a task in which these decisions are painted: a deck to choose from needs the whole page."""
    if any(map(shows_deck, painted)):
        return Task(html, "")
    return Task(html, " strip picked" if any(one.chosen_card is not None for one in painted) else " strip")


def headings(ctx: SeatContext) -> list[Message]:
    """Return what the task of a seat asks in words: its questions, and the next field of each open decision."""
    opened = find_decision(ctx)
    if opened is None and (ctx.request.value("show") or ctx.request.value("spot")):
        return []
    if opened is not None:
        return [] if opened.missing is None else [opened.missing.text]
    questions = [question.text for question in ctx.questions]
    return questions + [decision.missing.text for decision in open_decisions(ctx) if decision.missing is not None]


def _sheet(ctx: SeatContext, render: Callable[[SeatContext], Task]) -> Task:
    try:
        inside = render(ctx)
    except CompanionError as error:
        inside = Task(f'<p class="notice" role="alert">{ctx.refusal(error)}</p>')
    close = ctx.link(f"{icon('close')}{ctx.say(Message('Close'))}", kind="back")
    return inside._replace(html=f'<div class="sheet">{inside.html}{close}</div>')


def render_question(ctx: SeatContext, question: Question) -> str:
    """Return a question with a button for each answer; a proposal can be dismissed."""
    fields = ctx.fields(do="answer", question=question.key)
    label_answer = find_game_view(ctx.course.rules.name).label_answer
    full = [ctx.head(choice.text) for choice in question.choices]
    short = [label_answer(ctx, choice.move) if label_answer is not None else "" for choice in question.choices]
    labels = short if all(short) and short else short_labels(full)
    choices = [
        (str(number), label, "" if label == text else text)
        for number, (label, text) in enumerate(zip(labels, full, strict=True))
    ]
    dismiss = ""
    if question.kind in (Kind.CONFIRM, Kind.WHICH, Kind.OTHER_DICE):
        dismiss = ctx.act(ctx.say(Message("No, cancel")), do="dismiss", question=question.key)
    buttons = choice_buttons(ctx.path, fields, "choice", choices, "picks")
    picture, text = _render_crop(ctx, question.key), ctx.head(question.text)
    return f'<div class="question">{picture}<h2>{text}</h2>{buttons}{dismiss}</div>'


def render_camera(ctx: SeatContext) -> str:
    """Return what players should do about the camera, and the choice if table and game differ."""
    camera = ctx.snapshot.camera
    if camera is None:
        return ""
    advice = "" if camera.advice is None else f'<p class="notice">{ctx.head(camera.advice)}</p>'
    advice += _check_of_table(ctx, camera)
    if not camera.differs:
        return advice
    text = ctx.say(Message("The table differs from the game."))
    buttons = ctx.act(ctx.say(Message("The table is right")), do="table")
    return f'{advice}<div class="question"><p>{text}</p>{buttons}</div>'


def _check_of_table(ctx: SeatContext, camera: CameraState) -> str:
    """Return the button that checks the whole table, and what the last check found."""
    button = ctx.act(ctx.say(Message("Check the table")), do="check")
    if camera.checked is None:
        return f'<div class="checked">{button}</div>'
    found = "".join(_render_difference(ctx, difference) for difference in camera.differences)
    return f'<div class="checked"><p>{ctx.head(camera.checked)}</p>{found}{button}</div>'


def _render_difference(ctx: SeatContext, difference: ListedDifference) -> str:
    """Return a difference with its picture, how to fix the table, and the button that updates the game."""
    texts = " ".join(ctx.say(text) for text in difference.texts)
    steps = " ".join(ctx.say(step) for step in difference.put_back)
    adopt = ""
    if difference.can_adopt:
        adopt = ctx.act(ctx.say(Message("Update the game")), do="adopt", difference=difference.key)
    return f'<div class="question">{_render_crop(ctx, difference.key)}<p>{texts}</p><p>{steps}</p>{adopt}</div>'


def _render_crop(ctx: SeatContext, key: str) -> str:
    """Return the picture of a question or a difference, if there is one."""
    crop = ctx.snapshot.crops.get(key)
    return "" if crop is None else f'<img class="crop" src="{escape(crop)}" alt="">'


def _render_sealed(ctx: SeatContext) -> str:
    """Return the sealed question to this seat with its answers, if there is one; a sent answer can be changed."""
    asked = ctx.snapshot.find_sealed(ctx.seat)
    if asked is None:
        return ""
    text = Message("Answer sent. You can still change it.") if asked.answered else asked.sentence()
    fields = ctx.fields(do="seal")
    if asked.offers:
        choices = [(str(number), ctx.say(offer.text), "") for number, offer in enumerate(asked.offers)]
        sent = [str(n) for n, offer in enumerate(asked.offers) if asked.answered and offer.answer == asked.answer]
        answers = choice_buttons(ctx.path, fields, "answer", choices, "picks", *sent[:1])
    elif asked.amount is not None:
        now = asked.answer if isinstance(asked.answer, int) else None
        answers = paint_amount(ctx, replace(asked.amount, now=now), fields, "answer")
    else:
        answers = ""
    answered = " answered" if asked.answered else ""
    return f'<div class="question sealed{answered}"><h2>{ctx.head(text)}</h2>{answers}</div>'


def _same_dice(ctx: SeatContext) -> str:
    """Return the button that enters the dice of an undone roll again."""
    cast, rules = ctx.course.dice_cast, ctx.course.rules
    if cast is None or ctx.alone or rules.at_turn(ctx.course.state) != ctx.seat or rules.wish(ctx.course.state) is None:
        return ""
    dice = " ".join(find_game_view(rules.name).render_die(die, ctx.translations) for die in cast)
    return ctx.act(f"{ctx.say(Message('The same dice'))} {dice}", kind="main", do="again")


def render_end(ctx: SeatContext) -> str:
    """Return the final count, and what can be done with the game now."""
    rematch = ""
    if ctx.request.viewer.is_host:
        rematch = link_button(rematch_address(ctx), f"{icon('turn')}{ctx.say(Message('Rematch'))}", kind="main")
    curves = link_button("curves", f"{icon('chart')}{ctx.say(Message('Curves'))}")
    record = link_button("record", f"{icon('draw')}{ctx.say(Message('Record'))}")
    return f'{parts.render_count(ctx)}<div class="others">{rematch}{curves}{record}</div>'


def render_tools(ctx: SeatContext) -> str:
    """Return the bar with undo, redo, the log, the rules and more."""
    course = ctx.course
    latest = course.latest(ctx.viewer)
    tools = [link_button("./", _named(ctx, "home", Message("First page")), kind="tool")]
    free = ctx.host.acts_at_once
    if free and course.done and latest is not None:
        what = ctx.say(Message("Undo: {what}", {"what": latest.message}))
        tools.append(ctx.act(_named(ctx, "undo", Message("Undo")), kind="tool", label=what, do="undo"))
    if free and course.undone:
        tools.append(ctx.act(_named(ctx, "redo", Message("Redo")), kind="tool", do="redo"))
    tools += [
        link_button("history", _named(ctx, "history", Message("History")), kind="tool"),
        link_button("rules", _named(ctx, "book", Message("Rules")), kind="tool"),
        ctx.link(_named(ctx, "more", Message("More")), kind="tool", show="more"),
    ]
    return f'<nav class="tools" aria-label="{ctx.say(Message("Tools"))}">{"".join(tools)}</nav>'


def _named(ctx: SeatContext, picture: str, text: Message) -> str:
    return f"{icon(picture)}<small>{ctx.say(text)}</small>"


def _render_more(ctx: SeatContext) -> Task:
    """Return the links to what is rarely opened."""
    course, links = ctx.course, []
    if course.rules.hand is not None and not ctx.shared and not ctx.snapshot.over:
        links.append(ctx.link(f"{icon('draw')}{ctx.say(Message('The cards in your hand'))}", show="hand"))
    if course.rules.forecast is not None:
        links.append(ctx.link(f"{icon('chart')}{ctx.say(Message('Forecast'))}", show="forecast"))
    links.append(link_button("curves", f"{icon('chart')}{ctx.say(Message('Curves'))}"))
    links.append(link_button("tv", f"{icon('tv')}{ctx.say(Message('Scoreboard'))}"))
    links.append(link_button("put-away", f"{icon('draw')}{ctx.say(Message('Put the game away'))}"))
    return Task(f'<h2>{ctx.say(Message("More"))}</h2><div class="picks">{"".join(links)}</div>')


def _render_forecast(ctx: SeatContext) -> Task:
    """Return what may come, from what this seat knows."""
    forecast = ctx.course.rules.forecast
    if forecast is None or ctx.snapshot.over:
        return Task("")
    ahead = forecast(ctx.state, ctx.names)
    remarks = "".join(f"<p>{ctx.head(line)}</p>" for line in ahead.remarks)
    return Task(f"<h2>{ctx.say(Message('Forecast'))}</h2>{render_rows(ahead, ctx.translations)}{remarks}")


_SHEETS: Mapping[str, Callable[[SeatContext], Task]] = {
    "more": _render_more,
    "hand": lambda ctx: Task(render_hand_form(ctx), ""),
    "forecast": _render_forecast,
}
"""The sheets that every game has, by the value of ``show`` in the address."""
