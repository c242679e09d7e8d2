"""How to set up the table, or to bag the game for another day."""

from __future__ import annotations

from html import escape

from companion.locale import Message
from companion.web.pages.context import GameContext
from companion.web.pages.html import render_cell
from companion.web.pages.parts import render_lobby, render_sections


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
