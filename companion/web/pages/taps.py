"""What a tap on the table begins: the answers and decisions that are about a spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Place
from companion.games.view import Spot, View, changes
from companion.web.pages.context import SeatContext
from companion.web.pages.decisions import decision_query, find_decision, offered_decisions
from companion.web.pages.html import action_button, choice_buttons, link_button
from companion.web.painters.fields import paint_decision, place_button
from companion.web.painters.marks import Marks


@dataclass(frozen=True, slots=True)
class Tap:
    """What a tap on one spot can begin."""

    answers: list[tuple[str, int, str]] = field(default_factory=list)
    """Answers to open questions: the key of the question, the number of the choice, and its label as HTML."""
    decisions: list[Decision[Any]] = field(default_factory=list)
    """How decisions go on there."""

    @property
    def awaited(self) -> bool:
        """Whether play waits for it."""
        return bool(self.answers) or any(not one.optional for one in self.decisions)


def list_taps(ctx: SeatContext) -> Mapping[str, Tap]:
    """Return what this seat can begin by a tap, by spot."""
    found: dict[str, Tap] = {}
    rules, state = ctx.course.rules, ctx.course.state
    for question in ctx.snapshot.questions:
        for number, choice in enumerate(question.choices):
            if question.owner in (ctx.seat, None):
                for spot in rules.spots(state, choice.move):
                    found.setdefault(spot, Tap()).answers.append((question.key, number, ctx.head(choice.text)))
    for decision in offered_decisions(ctx).values():
        for spot in decision.taps:
            tapped = decision.tapped(spot)
            if tapped is not None:
                found.setdefault(spot, Tap()).decisions.append(tapped)
    return found


def mark_taps(ctx: SeatContext, view: View) -> Marks:
    """Return what can be tapped on a view and what the last move changed; what play waits for glows."""
    taps = list_taps(ctx)

    def tap(spot: Spot, inside: str) -> str:
        begun = taps.get(spot.id)
        if begun is None:
            return inside
        kind = f"tap{' glows' if begun.awaited else ''}"
        if len(begun.answers) == 1 and not begun.decisions:
            question, choice, label = begun.answers[0]
            fields = ctx.fields(do="answer", question=question, choice=choice)
            return action_button(ctx.path, fields, inside, kind=kind, label=label)
        chosen = ctx.request.value("spot") == spot.id
        return link_button(ctx.here(spot=spot.id), inside, kind=kind, current=chosen)

    return Marks(0 if ctx.shared else ctx.seat, tap, _targets(ctx, view), _moved(ctx, view))


def _targets(ctx: SeatContext, view: View) -> dict[str, str]:
    """Return the buttons on the table that complete the open decision, by spot."""
    decision = find_decision(ctx)
    asked = decision.missing if decision is not None else None
    if decision is None or not isinstance(asked, Place):
        return {}
    return {
        spot.id: place_button(ctx, decision, asked, spot, f"<b>{ctx.say(asked.preview(spot.id))}</b>", "glow")
        for spot in view.spots()
        if spot.id in asked.offered
    }


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
    for decision in sorted(begun.decisions, key=lambda one: one.optional):
        if decision.optional and begun.awaited:
            parts.append(ctx.link(ctx.head(decision.text), **decision_query(decision)))
        else:
            parts.append(f"<h3>{ctx.head(decision.text)}</h3>{paint_decision(ctx, decision)}")
    named = next((one for one in ctx.snapshot.view(ctx.viewer).spots() if one.id == spot), None)
    head = f"<h2>{ctx.head(named.label)}</h2>" if named is not None else ""
    return head + "".join(parts)
