"""The record of the open game, as a file to keep or to open elsewhere."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from companion.locale import Message
from companion.names import as_file_name
from companion.web.pages.context import GameContext
from companion.web.pages.html import icon
from companion.web.pages.parts import render_lobby


def render_record(ctx: GameContext) -> str:
    """Return the record as everybody may read it, with the link that saves it."""
    written, name = ctx.host.record(), f"{as_file_name(ctx.course.game.name)}.json"
    saved = f"data:application/json;charset=utf-8,{quote(written)}"
    inside = f"{icon('draw')}{ctx.say(Message('Save the record'))}"
    link = f'<a class="button main download" download="{escape(name)}" href="{saved}">{inside}</a>'
    about = ctx.say(Message("Every edition of the companion reads it. Secrets are left out until the game is over."))
    return render_lobby(ctx, Message("Record"), f'<p class="hint">{about}</p>{link}')
