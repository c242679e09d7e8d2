"""The page of one seat: its pieces, what it can do now, and the board."""

from __future__ import annotations

from html import escape

from companion.errors import CompanionError
from companion.locale import Message
from companion.play.questions import Kind
from companion.play.sealed_answers import Covered
from companion.questions import Question
from companion.web.pages.context import SeatContext
from companion.web.pages.forms import offered_forms, render_amount, render_step
from companion.web.pages.game_view import render_panel
from companion.web.pages.html import choice_buttons
from companion.web.pages.parts import render_asked, render_facts, render_log, render_notice, render_seats
from companion.web.pages.registry import find_game_view

RECENT = 3
"""Number of the latest lines of the log below the actions of a seat."""


def render_seat(ctx: SeatContext) -> str:
    """Return the page of a seat."""
    rules = ctx.course.rules
    board, log = ctx.snapshot.board(ctx.viewer), ctx.snapshot.log(ctx.viewer)
    view = find_game_view(rules.name)
    html = (
        view.render_seat_board(ctx)
        if view.render_seat_board is not None
        else view.render_board(ctx.state, board, ctx.names, ctx.translations)
    )
    own = render_panel(ctx.seat, ctx.names[ctx.seat], html.seats[ctx.seat], turn=board.counters.seats[ctx.seat].at_turn)
    others = render_seats(ctx, board, html, (seat for seat in range(len(ctx.names)) if seat != ctx.seat))
    return "".join(
        (
            f'<div class="playing {escape(rules.name)}{" over" if ctx.snapshot.over else ""}">',
            f'<header class="now"><h1 class="spoken">{ctx.player(ctx.seat)}</h1>{render_asked(ctx)}'
            f"{render_facts(ctx, log)}</header>",
            f'<div class="own">{own}</div>',
            f'<section class="task" aria-label="{ctx.say(Message("Your actions"))}">{render_notice(ctx)}'
            f"{render_task(ctx)}</section>",
            f'<section class="lies">{html.table}</section>',
            f'<section class="seats">{others}</section>',
            f'<ol class="log" reversed>{render_log(ctx, log, RECENT)}</ol></div>',
        )
    )


def render_task(ctx: SeatContext) -> str:
    """Return what the seat is asked and can do, or the sheet or form that was opened."""
    request, view = ctx.request, find_game_view(ctx.course.rules.name)
    shown = view.sheets.get(request.value("show"))
    if shown is not None:
        return shown(ctx) + _back(ctx)
    if request.value("form"):
        opened = _render_form(ctx)
        if opened:
            return opened
    if ctx.snapshot.over:
        return ""
    questions = "".join(render_question(ctx, one) for one in list_questions(ctx))
    return f"{render_camera(ctx)}{questions}{_sealed(ctx)}{(view.task or render_generic_task)(ctx)}"


def render_generic_task(ctx: SeatContext) -> str:
    """Return the forms of a seat; the only awaited one is open."""
    parts = []
    forms = offered_forms(ctx)
    awaited = [key for key, form in forms.items() if not form.optional and form.owner == ctx.seat]
    for key, form in forms.items():
        if awaited == [key]:
            parts.append(render_step(ctx, key, form, ()))
        else:
            parts.append(ctx.link(ctx.head(form.text), kind="" if form.optional else "main", form=key))
    return "".join(parts)


def _render_form(ctx: SeatContext) -> str:
    """Return the open step of a form; nothing if the form is no longer offered."""
    key, words = ctx.request.value("form"), ctx.request.values("a")
    form = offered_forms(ctx).get(key)
    if form is None:
        return ""
    try:
        step = render_step(ctx, key, form, words)
    except CompanionError as error:
        return f'<p class="notice" role="alert">{escape(error.line(ctx.translations))}</p>{_back(ctx)}'
    return f"<h2>{ctx.head(form.text)}</h2>{step}{_back(ctx)}"


def _back(ctx: SeatContext) -> str:
    return ctx.link(ctx.say(Message("Cancel")), kind="back")


def render_question(ctx: SeatContext, question: Question) -> str:
    """Return a question with a button for each answer; a proposal can be dismissed."""
    fields = ctx.fields(do="answer", question=question.key)
    choices = [(str(number), ctx.head(one.text), "") for number, one in enumerate(question.choices)]
    dismiss = ""
    if question.kind in (Kind.CONFIRM, Kind.WHICH, Kind.OTHER_DICE):
        dismiss = ctx.act(ctx.say(Message("No, cancel")), do="dismiss", question=question.key)
    buttons = choice_buttons(ctx.path, fields, "choice", choices, "picks")
    crop = ctx.snapshot.crops.get(question.key)
    picture = "" if crop is None else f'<img class="crop" src="{escape(crop)}" alt="">'
    return f'<div class="question">{picture}<h2>{ctx.head(question.text)}</h2>{buttons}{dismiss}</div>'


def list_questions(ctx: SeatContext) -> list[Question]:
    """Return the open questions to this seat and to everybody: proposals first, then the rules', then the camera's."""
    return [one for one in ctx.snapshot.questions if one.owner in (ctx.seat, None)]


def render_camera(ctx: SeatContext) -> str:
    """Return what players should do about the camera, and the choice if table and game differ."""
    camera = ctx.snapshot.camera
    if camera is None:
        return ""
    advice = "" if camera.advice is None else f'<p class="notice">{ctx.head(camera.advice)}</p>'
    if not camera.differs:
        return advice
    text = ctx.say(Message("The table differs from the game."))
    buttons = ctx.act(ctx.say(Message("The table is right")), do="table")
    return f'{advice}<div class="question"><p>{text}</p>{buttons}</div>'


def _sealed(ctx: SeatContext) -> str:
    """Return the sealed question to this seat, if there is one."""
    asked = next((one for one in ctx.snapshot.covered if one.seat == ctx.seat), None)
    return "" if asked is None else render_sealed(ctx, asked)


def render_sealed(ctx: SeatContext, asked: Covered) -> str:
    """Return a sealed question with its answers; one that is answered can still be changed."""
    text = Message("Answer sent. You can still change it.") if asked.answered else asked.sentence()
    fields = ctx.fields(do="seal")
    if asked.offers:
        choices = [(str(number), ctx.say(offer.text), "") for number, offer in enumerate(asked.offers)]
        answers = choice_buttons(ctx.path, fields, "answer", choices, "picks")
    else:
        answers = render_amount(ctx, asked.amount, fields, "answer") if asked.amount is not None else ""
    return f"<h2>{ctx.head(text)}</h2>{answers}"
