"""How a game of Magnate was decided: district by district, then the ladder of tie-breaks (B37–B43)."""

from __future__ import annotations

from html import escape

from companion.games.magnate.scoring import Score, score
from companion.games.magnate.state import State
from companion.games.magnate.tie_breaks import list_tie_breaks
from companion.locale import Message
from companion.web.pages.context import GameContext
from companion.web.pages.html import icon, render_card


def render_end(ctx: GameContext) -> str:
    """Return who won and why, the ladder of tie-breaks, and both sides of each district."""
    state: State = ctx.course.state
    result = score(state)
    names = "".join(f'<th class="seat{seat}">{escape(name)}</th>' for seat, name in enumerate(ctx.names))
    ladder = "".join(
        f"<tr><th>{ctx.say(step.criterion)}</th>{''.join(f'<td>{value}</td>' for value in step.values)}"
        f"<td>{ctx.say(step.outcome)}</td></tr>"
        for step in list_tie_breaks(result, ctx.names, state.options)
    )
    decided = ctx.say(Message("Decided by"))
    return (
        f'<section class="ending"><h2>{ctx.head(result.why(ctx.names))}</h2>'
        f'<table class="ladder"><caption>{decided}</caption><tr><td></td>{names}<td></td></tr>{ladder}</table>'
        f"{_districts(ctx, result, names)}</section>"
    )


def _districts(ctx: GameContext, result: Score, names: str) -> str:
    rows = []
    for district in result.districts:
        totals = {side.player: side.total for side in district.sides}
        cells = "".join(
            f'<td class="seat{seat}">{icon("star") if district.won_by == seat else ""}{totals.get(seat, "–")}</td>'
            for seat in range(len(ctx.names))
        )
        rows.append(f"<tr><th>{render_card(district.card, ctx.translations)}</th>{cells}</tr>")
    head = f"<tr><td></td>{names}</tr>"
    return f'<table class="counted"><caption>{ctx.say(Message("Districts"))}</caption>{head}{"".join(rows)}</table>'
