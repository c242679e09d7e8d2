"""The record of the open game, as a file to keep or to open elsewhere."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from companion.locale import Message
from companion.names import as_file_name
from companion.web.pages.context import GameContext
from companion.web.pages.history import home_of
from companion.web.pages.html import icon, page_head


def render_record(ctx: GameContext) -> str:
    """Return the record as everybody may read it, with the link that saves it."""
    head = page_head(ctx.say(Message("Record")), home_of(ctx), ctx.say(Message("Back to the game")))
    written, name = ctx.host.record(), f"{as_file_name(ctx.course.game.name)}.json"
    saved = f"data:application/json;charset=utf-8,{quote(written)}"
    inside = f"{icon('draw')}{ctx.say(Message('Save the record'))}"
    link = f'<a class="button main download" download="{escape(name)}" href="{saved}">{inside}</a>'
    about = ctx.say(Message("Every edition of the companion reads it. Secrets are left out until the game is over."))
    return f'<div class="lobby">{head}<p class="hint">{about}</p>{link}</div>'
