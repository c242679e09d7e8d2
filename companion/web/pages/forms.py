"""Forms of any game as pages: one part after the other, each answered by a tap; and the moves that answers make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.forms import Amount, Answers, Cards, Form, Part, Pick
from companion.locale import Message
from companion.pieces import Card
from companion.pieces.spoken import describe_card
from companion.play.possible_moves import table_forms
from companion.questions import UnusableAnswer
from companion.web.pages.context import SeatContext
from companion.web.pages.html import action_button, choice_buttons, hidden_fields, render_card

MOST_NUMBER_BUTTONS = 15
"""Most numbers that are shown as a button each."""
CARDS_BETWEEN = "."
"""Stands between the codes of cards in one answer."""
_NO_ANSWER = Message("not an answer to this question"), Message("choose from the questions shown now")


class OvertakenAnswer(CompanionError):
    """An answer to a question that is no longer asked."""


def overtaken() -> OvertakenAnswer:
    """Return the error of an answer whose question is gone."""
    return OvertakenAnswer(
        Message("this page"), Message("this question is no longer open"), Message("choose from the questions shown now")
    )


def keyed(forms: Iterable[Form[Any]]) -> Mapping[str, Form[Any]]:
    """Return forms by short keys made of their English labels, the same for as long as they are offered."""
    found: dict[str, Form[Any]] = {}
    for form in forms:
        key = re.sub(r"[^a-z0-9]+", "-", str(form.text).lower()).strip("-")[:40] or "form"
        number = 2
        unique = key
        while unique in found:
            unique, number = f"{key}-{number}", number + 1
        found[unique] = form
    return found


def offered_forms(ctx: SeatContext) -> Mapping[str, Form[Any]]:
    """Return the forms that a seat may fill in on this page: its own, and those of the whole table.

    A shared page shows what is secret only while its player looks alone.
    """
    if not ctx.shared:
        own = [one for one in ctx.course.rules.forms(ctx.state, ctx.names) if one.owner in (ctx.seat, None)]
        return keyed(sorted(own, key=lambda one: one.owner is None))
    forms = [one for one in table_forms(ctx.course) if one.owner in (ctx.seat, None)]
    return keyed(one for one in forms if one.secret == ctx.alone)


def has_secrets(ctx: SeatContext) -> bool:
    """Return whether a seat has forms that only its player may see."""
    return any(one.secret and one.owner == ctx.seat for one in table_forms(ctx.course))


def find_form(ctx: SeatContext, key: str) -> Form[Any]:
    """Return the form with this key; raise :class:`OvertakenAnswer` if it is no longer offered."""
    form = offered_forms(ctx).get(key)
    spot = ctx.request.value("spot")
    if form is not None and spot:
        form = form.at.get(spot)
    if form is None:
        raise overtaken()
    return form


def read_answers(form: Form[Any], words: Sequence[str]) -> tuple[Answers, Part | None]:
    """Return the answers to a form, and the part that is still to be answered.

    Args:
        form: The form.
        words: The answers as texts, in order.

    Returns:
        The answers, and the next part; None if the form is complete.

    Raises:
        UnusableAnswer: An answer does not fit its part.
    """
    answers: Answers = ()
    for word in words:
        part = form.next(answers)
        if part is None:
            raise UnusableAnswer(repr(word)[:40], *_NO_ANSWER)
        answers = (*answers, read_answer(part, word))
    return answers, form.next(answers)


def read_answer(part: Part, word: str) -> object:
    """Return the answer to a part; raise ``UnusableAnswer`` if it does not fit.

    >>> read_answer(Amount(Message("How many?"), 0, 9), "4")
    4
    """
    match part:
        case Cards():
            codes = [one for one in word.split(CARDS_BETWEEN) if one]
            offered = {str(card): card for card in part.offered}
            if part.least <= len(codes) <= part.most and len(set(codes)) == len(codes) and set(codes) <= set(offered):
                return tuple(offered[one] for one in codes)
        case Amount():
            if is_number(word) and part.least <= int(word) <= part.most:
                return int(word)
        case Pick():
            if is_number(word) and int(word) < len(part.offered):
                return int(word)
    raise UnusableAnswer(repr(word)[:40], *_NO_ANSWER)


def posted_answers(ctx: SeatContext) -> tuple[str, ...]:
    """Return the answers that a form sent, ticked cards as one answer."""
    request = ctx.request
    ticked = (CARDS_BETWEEN.join(request.values("card")),) if request.value("ticked") else ()
    return (*request.values("a"), *ticked)


def render_step(ctx: SeatContext, key: str, form: Form[Any], words: Sequence[str]) -> str:
    """Return the next part of a form, or the button that sends it.

    Args:
        ctx: The page.
        key: The key of the form.
        form: The form.
        words: The answers until now, as texts.

    Returns:
        The step as HTML.
    """
    _, part = read_answers(form, words)
    fields = ctx.fields(do="form", form=key, spot=ctx.request.value("spot") or None, a=tuple(words))
    if part is None:
        return action_button(ctx.path, fields, ctx.head(form.text), kind="main")
    return f"<h3>{ctx.head(part.text)}</h3>{render_part(ctx, part, fields, 'a')}"


def render_part(ctx: SeatContext, part: Part, fields: Any, name: str) -> str:
    """Return the choices of a part; each sends what was answered before it, too."""
    match part:
        case Pick():
            texts = [ctx.say(one) for one in part.offered]
            kind = "numbers" if all(len(text) < 3 for text in texts) else "picks"
            choices = [(str(number), text, "") for number, text in enumerate(texts)]
            return choice_buttons(ctx.path, fields, name, choices, kind)
        case Amount():
            return render_amount(ctx, part, fields, name)
        case Cards():
            return _cards(ctx, part, fields, name)


def render_amount(ctx: SeatContext, part: Amount, fields: Any, name: str) -> str:
    """Return a button for each number, or a field if there are many; usual numbers have a button too."""
    if part.quick:
        choices = [(str(number), f"{number}", "") for number in part.quick]
        return f"{choice_buttons(ctx.path, fields, name, choices, 'numbers')}{_typed_amount(ctx, part, fields, name)}"
    if part.most - part.least < MOST_NUMBER_BUTTONS:
        choices = [(str(number), str(number), "") for number in range(part.least, part.most + 1)]
        return choice_buttons(ctx.path, fields, name, choices, "numbers", "" if part.now is None else str(part.now))
    return _typed_amount(ctx, part, fields, name)


def _typed_amount(ctx: SeatContext, part: Amount, fields: Any, name: str) -> str:
    first = part.least if part.now is None else part.now
    return (
        f'<form method="post" class="amount" action="{ctx.path}">{hidden_fields(fields)}'
        f'<input type="number" inputmode="numeric" name="{name}" min="{part.least}" max="{part.most}" '
        f'value="{first}" required aria-label="{ctx.head(part.text)}">'
        f'<button class="main">{ctx.say(Message("Send"))}</button></form>'
    )


def _cards(ctx: SeatContext, part: Cards, fields: Any, name: str) -> str:
    if part.most == 1 and part.least == 1:
        choices = [(str(card), *_card_face(ctx, card)) for card in part.offered]
        return choice_buttons(ctx.path, fields, name, choices, "deck")
    chosen = {str(card) for card in part.chosen}
    ticks = "".join(
        f'<label class="tick">{_tick(ctx, card, str(card) in chosen)}{_card_face(ctx, card)[0]}</label>'
        for card in part.offered
    )
    return (
        f'<form method="post" class="deck ticks" action="{ctx.path}">{hidden_fields({**fields, "ticked": 1})}{ticks}'
        f'<button class="main">{ctx.say(Message("Send"))}</button></form>'
    )


def _tick(ctx: SeatContext, card: Card, chosen: bool) -> str:
    return (
        f'<input type="checkbox" name="card" value="{card}"{" checked" if chosen else ""} '
        f'aria-label="{_card_face(ctx, card)[1]}">'
    )


def _card_face(ctx: SeatContext, card: Card) -> tuple[str, str]:
    return render_card(card, ctx.translations, named=False), ctx.say(describe_card(card))
