"""What a seat can do in any game: its decisions, the awaited ones first, and what a tap on the table begins."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Amount, Die, Place
from companion.games.view import Spot, View, steps
from companion.locale import Message
from companion.play.possible_moves import Tap, list_taps
from companion.web.pages.context import SeatContext, decision_query, find_decision, offered_decisions
from companion.web.pages.html import action_button, choice_buttons, icon, link_button
from companion.web.painters.fields import paint_decision, place_button
from companion.web.painters.table import Marks


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
    if not asked or not ctx.host.acts_at_once:
        return ""
    return ctx.act(f"{icon('turn')}{ctx.say(Message('Roll for me'))}", do="roll")


def _taps(ctx: SeatContext) -> Mapping[str, Tap]:
    """Return what this seat can begin by a tap, by spot."""
    return list_taps(ctx.course, ctx.questions, offered_decisions(ctx).values())


def mark_taps(ctx: SeatContext, view: View) -> Marks:
    """Return what can be tapped on a view and what the last move changed; what play waits for glows."""
    taps, opened = _taps(ctx), find_decision(ctx)
    forbidden, targets = refused_spots(opened), _targets(ctx, view, opened)

    def tap(spot: Spot, inside: str, *, named: bool = True) -> str:
        # A tap on what holds the place that is asked for means that place.
        held = [part.id for part in spot.spots]
        if aimed := [targets[one] for one in held if one in targets]:
            return aimed[0](inside, "tap")
        begun = taps.get(spot.id)
        if begun is None:
            return inside
        kind = f"tap{' glows' if begun.awaited else ''}"
        if len(begun.answers) == 1 and not begun.decisions:
            question, choice, text = begun.answers[0]
            fields = ctx.fields(do="answer", question=question, choice=choice)
            return action_button(ctx.path, fields, inside, kind=kind, label=ctx.head(text))
        chosen = ctx.request.value("spot") == spot.id
        label = "" if named else ctx.say(_label(ctx, spot))
        about = next((one for one in (spot.id, *held) if one in forbidden), spot.id)
        kept = decision_query(opened) if opened is not None and about in forbidden else {}
        return link_button(ctx.here(spot=about, **kept), inside, kind=kind, label=label, current=chosen)

    glowing = {spot: place() for spot, place in targets.items()}
    return Marks(0 if ctx.shared else ctx.seat, tap, glowing, _moved(ctx, view))


def refused_spots(opened: Decision[Any] | None) -> Mapping[str, Message]:
    """Return the spots that the open decision does not allow, with the reasons."""
    asked = None if opened is None else opened.missing
    return asked.refused() if isinstance(asked, Place) else {}


def _targets(ctx: SeatContext, view: View, opened: Decision[Any] | None) -> dict[str, Callable[..., str]]:
    """Return, by spot, the function that draws the button which completes the open decision there."""
    asked = None if opened is None else opened.missing
    if opened is None or not isinstance(asked, Place):
        return {}
    return {
        spot.id: partial(place_button, ctx, opened, asked, spot) for spot in view.spots() if spot.id in asked.offered
    }


def _moved(ctx: SeatContext, view: View) -> dict[str, tuple[int, int]]:
    """Return by how much the last move lowered and raised each number."""
    if not ctx.course.done:
        return {}
    return list_moved(ctx.course.rules.view(ctx.course.done[-1].before, ctx.names, ctx.viewer), view)


def list_moved(before: View, after: View) -> dict[str, tuple[int, int]]:
    """Return by how much each number is lower, and by how much higher, than in an earlier view."""
    return {spot: (max(0, -step), max(0, step)) for spot, step in steps(before, after).items()}


def render_tap(ctx: SeatContext) -> tuple[str, Sequence[Decision[Any]]]:
    """Return what can be done on the tapped spot, what play waits for first, and the decisions that are painted in it.

    Nothing if it is no longer possible.
    """
    spot = ctx.request.value("spot")
    begun = _taps(ctx).get(spot) if spot else None
    if begun is None:
        return "", ()
    parts, painted = list[str](), list[Decision[Any]]()
    if begun.answers:
        key = begun.answers[0][0]
        choices = [(str(number), ctx.head(label), "") for question, number, label in begun.answers if question == key]
        parts.append(choice_buttons(ctx.path, ctx.fields(do="answer", question=key), "choice", choices, "picks"))
    for one in begun.decisions:
        decision = one.with_words(one.taps[spot])
        if decision.optional and begun.awaited:
            parts.append(ctx.link(ctx.head(decision.text), **decision_query(decision)))
        else:
            painted.append(decision)
            parts.append(f"<h3>{ctx.head(decision.text)}</h3>{paint_decision(ctx, decision)}")
    named = next((one for one in ctx.snapshot.view(ctx.viewer).spots() if one.id == spot), None)
    head = f"<h2>{ctx.say(_label(ctx, named))}</h2>" if named is not None else ""
    return f"{head}{''.join(parts)}{_reasons(ctx, spot)}", painted


def _label(ctx: SeatContext, spot: Spot) -> Message:
    """Return what a spot is, whose, and its number."""
    what = spot.label if spot.number is None else Message("{what}: {n}", {"what": spot.label, "n": spot.number})
    return what if spot.seat is None else Message("{name}: {text}", {"name": ctx.names[spot.seat], "text": what})


def _reasons(ctx: SeatContext, spot: str) -> str:
    """Return the moves that made the number of a spot, the last one first."""
    reasons = ctx.course.why(spot)
    if not reasons:
        return ""
    sentences = {line.entry.seq: line for line in ctx.snapshot.log(ctx.viewer)}
    rows = "".join(
        f'<li value="{one.seq}"><b class="{"gained" if one.change > 0 else "lost"}">{one.signed} → {one.now}</b> '
        f"{ctx.say(one.cause)} <small>{one.rule} · {ctx.head(sentences[one.seq].message)}</small></li>"
        for one in reversed(reasons)
    )
    return f'<ol class="reasons" reversed>{rows}</ol>'
