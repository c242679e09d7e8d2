"""The page that renames the players of the open game."""

from __future__ import annotations

from html import escape

from companion.locale import Message
from companion.names import MAX_PLAYER_NAME, normalize_name
from companion.web.pages.context import GameContext
from companion.web.pages.parts import render_lobby


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
    form = (
        f'<form method="post" action="names">'
        f"<fieldset><legend>{ctx.say(Message('Players'))}</legend>{inputs}</fieldset>"
        f'<button class="main">{ctx.say(Message("Save"))}</button></form>'
    )
    return render_lobby(ctx, Message("Rename players"), form, " new")


def rename_players(ctx: GameContext) -> str:
    """Rename the players and return the address to go to; an empty field keeps its name."""
    players, typed = ctx.course.game.players, ctx.request.values("name")
    names = [(normalize_name(typed[seat]) if seat < len(typed) else "") or name for seat, name in enumerate(players)]
    ctx.host.rename_players(names)
    return ctx.home
