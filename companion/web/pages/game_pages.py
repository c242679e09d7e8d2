"""Pages about the open game: its log and past, its curves and record, its players' names, how to put it away."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from companion.decoding import is_number
from companion.games.figures import Curve, Panel
from companion.journal.course.course import HistoryLine
from companion.locale import Message, Wording
from companion.names import MAX_PLAYER_NAME, as_file_name, normalize_name
from companion.web.pages.context import GameContext, overtaken
from companion.web.pages.html import action_button, address, icon, link_button, render_cell, render_panel, send_form
from companion.web.pages.parts import render_lobby, render_sections
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
        parts.append(_history_line(ctx, line))
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
    if not ctx.host.acts_at_once:
        return False
    return ctx.request.viewer.has_table or ctx.request.viewer.seat is not None


def _history_line(ctx: GameContext, line: HistoryLine) -> str:
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


WIDTH, HEIGHT = 640, 220
"""The size of a drawing, in its own units."""
LEFT, BELOW = 40, 24
"""Room for the numbers at the left and below."""


def render_curves(ctx: GameContext) -> str:
    """Return a drawing for each panel of the game's figures, with its last values in words."""
    figures = ctx.course.figures()
    if figures is None or not figures.panels or len(figures.turns) < 2:
        nothing = ctx.say(Message("There is nothing to draw yet."))
        return render_lobby(ctx, Message("Curves"), f'<p class="hint">{nothing}</p>')
    panels = "".join(_panel(ctx, one, figures.turns) for one in figures.panels)
    return render_lobby(ctx, Message("Curves"), panels, " curves")


def _panel(ctx: GameContext, panel: Panel, turns: Sequence[int]) -> str:
    values = [value for curve in panel.curves for value in curve.values] or [0.0]
    low, high = min(0.0, *values), max(1.0, *values)
    lines = "".join(_line(curve, number, low, high) for number, curve in enumerate(panel.curves))
    names = "".join(
        f'<li class="seat{number % 4}">{ctx.head(curve.name)}: <b>{curve.values[-1]:g}</b></li>'
        for number, curve in enumerate(panel.curves)
        if curve.values
    )
    zero = _height(0.0, low, high)
    what = ctx.head(panel.what)
    axis = (
        f'<path d="M{LEFT} {zero:.0f}H{WIDTH}" class="axis"/><text x="0" y="16">{high:g}</text>'
        f'<text x="0" y="{HEIGHT - BELOW}">{low:g}</text><text x="{LEFT}" y="{HEIGHT - 4}">{turns[0]}</text>'
        f'<text x="{WIDTH - 40}" y="{HEIGHT - 4}">{turns[-1]}</text>'
    )
    return (
        f'<figure><figcaption>{what}</figcaption><svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"{axis}{lines}</svg><ul>{names}</ul></figure>"
    )


def _line(curve: Curve, number: int, low: float, high: float) -> str:
    step = (WIDTH - LEFT - 4) / max(1, len(curve.values) - 1)
    points = " ".join(
        f"{LEFT + place * step:.0f},{_height(value, low, high):.0f}" for place, value in enumerate(curve.values)
    )
    return f'<polyline class="curve seat{number % 4} dash{number % 4}" points="{points}"/>'


def _height(value: float, low: float, high: float) -> float:
    return (HEIGHT - BELOW - 6) * (1 - (value - low) / (high - low)) + 6


def render_record(ctx: GameContext) -> str:
    """Return the record as everybody may read it, with the link that saves it."""
    written, name = ctx.host.record(), f"{as_file_name(ctx.course.game.name)}.json"
    saved = f"data:application/json;charset=utf-8,{quote(written)}"
    inside = f"{icon('draw')}{ctx.say(Message('Save the record'))}"
    link = f'<a class="button main download" download="{escape(name)}" href="{saved}">{inside}</a>'
    about = ctx.say(Message("Every edition of the companion reads it. Secrets are left out until the game is over."))
    return render_lobby(ctx, Message("Record"), f'<p class="hint">{about}</p>{link}')


def render_put_away(ctx: GameContext) -> str:
    """Return the steps of setting up before the first move, later what goes into which bag."""
    rules = ctx.course.rules
    steps = rules.setup_steps(ctx.state, ctx.names)
    if not steps:
        sections = render_sections(ctx, rules.put_away(ctx.state, ctx.names))
        return render_lobby(ctx, Message("Put the game away"), sections)
    drawn = ((render_cell(one.text, ctx.translations), escape(one.rule)) for one in steps)
    rows = "".join(f"<li>{text} <small>{rule}</small></li>" for text, rule in drawn)
    return render_lobby(ctx, Message("Set up the table"), f'<ol class="rules">{rows}</ol>')


def render_player_names(ctx: GameContext) -> str:
    """Return a field for each player; the names go on in this game's history and in the statistics."""
    players = ctx.course.game.players
    typed = ctx.request.values("name")
    inputs = "".join(
        f'<input name="name" value="{escape(typed[seat] if seat < len(typed) else name)}" class="seat{seat}" '
        f'maxlength="{MAX_PLAYER_NAME}" autocomplete="off" enterkeyhint="next" '
        f'aria-label="{ctx.say(Message("Player {number}", {"number": seat + 1}))}">'
        for seat, name in enumerate(players)
    )
    fieldset = f"<fieldset><legend>{ctx.say(Message('Players'))}</legend>{inputs}</fieldset>"
    form = send_form("names", {}, fieldset, ctx.say(Message("Save")))
    return render_lobby(ctx, Message("Rename players"), form, " new")


def rename_players(ctx: GameContext) -> str:
    """Rename the players and return the address to go to; an empty field keeps its name."""
    players, typed = ctx.course.game.players, ctx.request.values("name")
    names = [(normalize_name(typed[seat]) if seat < len(typed) else "") or name for seat, name in enumerate(players)]
    ctx.host.rename_players(names)
    return ctx.home
