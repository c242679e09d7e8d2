"""What a tap on the table begins: the answers and forms that are about a spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.forms import Form
from companion.games.view import Spot, View, changes
from companion.web.pages.context import SeatContext
from companion.web.pages.forms import offered_forms, render_step
from companion.web.pages.html import action_button, choice_buttons, link_button
from companion.web.painters.marks import Marks


@dataclass(frozen=True, slots=True)
class Tap:
    """What a tap on one spot can begin."""

    answers: list[tuple[str, int, str]] = field(default_factory=list)
    """Answers to open questions: the key of the question, the number of the choice, and its label as HTML."""
    forms: dict[str, Form[Any]] = field(default_factory=dict)
    """By the key of a form, how it goes on."""

    @property
    def awaited(self) -> bool:
        """Whether play waits for it."""
        return bool(self.answers) or any(not form.optional for form in self.forms.values())


def list_taps(ctx: SeatContext) -> Mapping[str, Tap]:
    """Return what this seat can begin by a tap, by spot."""
    found: dict[str, Tap] = {}
    rules, state = ctx.course.rules, ctx.course.state
    for question in ctx.snapshot.questions:
        for number, choice in enumerate(question.choices):
            if question.owner in (ctx.seat, None):
                for spot in rules.spots(state, choice.move):
                    found.setdefault(spot, Tap()).answers.append((question.key, number, ctx.head(choice.text)))
    for key, form in offered_forms(ctx).items():
        for spot, goes_on in form.at.items():
            found.setdefault(spot, Tap()).forms[key] = goes_on
    return found


def mark_taps(ctx: SeatContext, view: View) -> Marks:
    """Return what can be tapped on a view and what the last move changed; what play waits for glows."""
    taps = list_taps(ctx)

    def tap(spot: Spot, inside: str) -> str:
        begun = taps.get(spot.id)
        if begun is None:
            return inside
        kind = f"tap{' glows' if begun.awaited else ''}"
        if len(begun.answers) == 1 and not begun.forms:
            question, choice, label = begun.answers[0]
            fields = ctx.fields(do="answer", question=question, choice=choice)
            return action_button(ctx.path, fields, inside, kind=kind, label=label)
        chosen = ctx.request.value("spot") == spot.id
        return link_button(ctx.here(spot=spot.id), inside, kind=kind, current=chosen)

    return Marks(0 if ctx.shared else ctx.seat, tap, moved=_moved(ctx, view))


def _moved(ctx: SeatContext, view: View) -> dict[str, tuple[int, int]]:
    """Return by how much the last move lowered and raised each number."""
    if not ctx.course.done:
        return {}
    before = ctx.course.rules.view(ctx.course.done[-1].before, ctx.names, ctx.viewer)
    numbers = [one for one in changes(before, view) if one.piece is None and one.target is not None]
    return {str(one.target): (max(0, -one.count), max(0, one.count)) for one in numbers}


def render_tap(ctx: SeatContext) -> str:
    """Return what can be done on the tapped spot, what play waits for first; nothing if it is no longer possible."""
    spot = ctx.request.value("spot")
    begun = list_taps(ctx).get(spot)
    if begun is None:
        return ""
    parts = []
    if begun.answers:
        key = begun.answers[0][0]
        choices = [(str(number), label, "") for question, number, label in begun.answers if question == key]
        parts.append(choice_buttons(ctx.path, ctx.fields(do="answer", question=key), "choice", choices, "picks"))
    for key, form in sorted(begun.forms.items(), key=lambda one: one[1].optional):
        if form.optional and begun.awaited:
            parts.append(ctx.link(ctx.head(form.text), form=key, spot=spot))
        else:
            parts.append(f"<h3>{ctx.head(form.text)}</h3>{render_step(ctx, key, form, ())}")
    named = next((one for one in ctx.snapshot.view(ctx.viewer).spots() if one.id == spot), None)
    head = f"<h2>{ctx.head(named.label)}</h2>" if named is not None else ""
    return head + "".join(parts)
