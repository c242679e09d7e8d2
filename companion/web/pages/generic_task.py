"""What a seat can do in any game: its decisions, the awaited ones first."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Amount, Die
from companion.locale import Message
from companion.web.pages.context import SeatContext
from companion.web.pages.decisions import offered_decisions
from companion.web.pages.html import icon
from companion.web.painters.fields import paint_decision


def render_generic_task(ctx: SeatContext) -> str:
    """Return the decisions of a seat; an awaited number, and the only awaited decision, are open."""
    decisions, awaited, opened = offered_decisions(ctx).values(), _awaited(ctx), open_decisions(ctx)
    steps = "".join(map(partial(_opened, ctx), opened))
    main = "".join(_button(ctx, one, "main") for one in awaited if one not in opened)
    others = "".join(_button(ctx, one, "") for one in decisions if one not in awaited)
    return steps + "".join(f'<div class="others">{row}</div>' for row in (main, _roll_for_me(ctx), others) if row)


def open_decisions(ctx: SeatContext) -> list[Decision[Any]]:
    """Return the decisions whose next field is asked at once."""
    awaited = _awaited(ctx)
    return [one for one in awaited if one.fields and (len(awaited) == 1 or isinstance(one.missing, Amount))]


def _awaited(ctx: SeatContext) -> list[Decision[Any]]:
    return [one for one in offered_decisions(ctx).values() if not one.optional and one.owner == ctx.seat]


def _opened(ctx: SeatContext, decision: Decision[Any]) -> str:
    """Return a decision with its heading, which a number does not need, nor a question that the page asks already."""
    missing, asked = decision.missing, [ctx.say(text) for _, text in ctx.snapshot.asked()]
    named = isinstance(missing, Amount | Die) or (missing is not None and ctx.say(missing.text) in asked)
    return f"{'' if named else f'<h2>{ctx.head(decision.text)}</h2>'}{paint_decision(ctx, decision)}"


def _button(ctx: SeatContext, decision: Decision[Any], kind: str) -> str:
    """Return the button that opens a decision; one without a field is made by one tap."""
    if not decision.fields:
        return ctx.act(ctx.head(decision.text), kind=kind, do="decide", decision=decision.name)
    return ctx.link(ctx.head(decision.text), kind=kind, decision=decision.name)


def _roll_for_me(ctx: SeatContext) -> str:
    rules, state = ctx.course.rules, ctx.course.state
    asked = rules.wish(state) is not None and rules.at_turn(state) == ctx.seat and not ctx.alone
    if not asked or not ctx.host.capabilities.rolls_dice:
        return ""
    return ctx.act(f"{icon('turn')}{ctx.say(Message('Roll for me'))}", do="roll")
