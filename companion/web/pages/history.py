"""The log of a game turn by turn, and the table as it stood after any move."""

from __future__ import annotations

from html import escape

from companion.decoding import is_number
from companion.journal.course.course import HistoryLine
from companion.locale import Message, Wording
from companion.web.pages.context import GameContext
from companion.web.pages.decisions import overtaken
from companion.web.pages.game_view import render_panel
from companion.web.pages.html import action_button, address, link_button
from companion.web.pages.parts import render_lobby
from companion.web.painters.table import paint_table


def render_history(ctx: GameContext) -> str:
    """Return every move, the latest turn first, or the table after the move that the address names."""
    sent = ctx.request.value("seq")
    if is_number(sent):
        return _past(ctx, int(sent))
    lines, parts = ctx.snapshot.log(ctx.viewer), list[str]()
    turn = None
    for line in reversed(lines):
        if line.turn != turn:
            turn = line.turn
            values: Wording = {"turn": turn, "name": ctx.names[line.at_turn]}
            parts.append(f'<li class="turn seat{line.at_turn}">{ctx.say(Message("Turn {turn} · {name}", values))}</li>')
        parts.append(_line(ctx, line))
    empty = "" if parts else f'<p class="hint">{ctx.say(Message("No moves yet."))}</p>'
    return render_lobby(ctx, Message("History"), f"{empty}<ol>{''.join(parts)}</ol>", " history")


def return_to(ctx: GameContext) -> str:
    """Undo or redo until the game stands as after an entry, and return the address to go to."""
    sent = ctx.request.value("seq")
    if not is_number(sent) or int(sent) > ctx.course.seq:
        raise overtaken()
    ctx.host.with_play(lambda play, source: play.go_to(int(sent), source=source))
    return ctx.home


def may_return(ctx: GameContext) -> bool:
    """Return whether this viewer may bring the game back to an earlier move."""
    if not ctx.host.capabilities.acts_at_once:
        return False
    return ctx.request.viewer.has_table or ctx.request.viewer.seat is not None


def _line(ctx: GameContext, line: HistoryLine) -> str:
    text = link_button(address("history", {"seq": line.entry.seq}), ctx.head(line.message), kind="line")
    undone = "" if line.stands else ' class="undone"'
    return f'<li value="{line.entry.seq}"{undone}>{text}{_reasons(ctx, line)}</li>'


def _reasons(ctx: GameContext, line: HistoryLine) -> str:
    """Return every number that a move changed, with its rule."""
    rules = ctx.course.rules
    if line.entry.move.get("type") in ("undo", "redo"):
        return ""
    _, step = ctx.course.entry_steps[line.entry.seq - 1]
    before, after = (rules.seen_by(state, ctx.viewer) for state in (step.before, step.after))
    lines = rules.explain(before, ctx.course.redact_move(step.move, ctx.viewer), after, ctx.names)
    rows = "".join(f"<li>{ctx.say(one.text)} <small>{escape(one.rule)}</small></li>" for one in lines)
    return f"<details><summary>{ctx.say(Message('Why'))}</summary><ul>{rows}</ul></details>" if rows else ""


def _past(ctx: GameContext, seq: int) -> str:
    """Return the table as it stood right after a move."""
    try:
        state = ctx.course.around(seq)[1]
    except KeyError:
        raise overtaken() from None
    rules = ctx.course.rules
    table = paint_table(rules.view(state, ctx.names, None), ctx.translations)
    line = next(one for one in ctx.snapshot.log(ctx.viewer) if one.entry.seq == seq)
    seats = "".join(render_panel(seat, name, table.seats[seat], turn=False) for seat, name in enumerate(ctx.names))
    back = ""
    if may_return(ctx) and seq != ctx.course.seq:
        back = action_button(
            "history", {"do": "goto", "seq": seq}, ctx.say(Message("Return the game to here")), kind="main"
        )
    steps = [
        link_button(address("history", {"seq": other}), ctx.say(text))
        for other, text in ((seq - 1, Message("Earlier")), (seq + 1, Message("Later")))
        if 1 <= other <= ctx.course.seq
    ]
    inside = (
        f'<p class="says">{ctx.head(line.message)}</p><div class="others">{"".join(steps)}{back}</div>'
        f'<div class="seats">{seats}</div><section class="lies">{table.middle}</section>'
    )
    return render_lobby(ctx, Message("History"), inside, f" past {rules.name}")
