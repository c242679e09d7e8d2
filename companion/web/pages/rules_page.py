"""The rules on one sheet: of this table, or of any game and preset."""

from __future__ import annotations

from companion.games.registry import AnyGame, game, games, new_options
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.html import address, link_button
from companion.web.pages.parts import render_lobby, render_sections


def render_rules(ctx: Context) -> str:
    """Return the cheat sheet of the open game, or of the game and preset that the address names."""
    asked, snapshot = ctx.request.value("game"), ctx.host.snapshot()
    if not asked and snapshot is not None:
        rules = snapshot.course.rules
        options = rules.options_from_json(snapshot.course.game.options, "options")
        note = f'<p class="hint">{ctx.say(Message("As this table plays"))}</p>'
        return _page(ctx, f"{note}{_sheet(ctx, rules, options)}", " sheet")
    if not asked:
        return _page(ctx, "")
    rules = game(asked)
    preset = ctx.request.value("preset") or next(iter(rules.presets), "")
    options = rules.options_from_json(new_options(rules, {"preset": preset} if preset else {}), "options")
    presets = "".join(
        link_button(
            address("rules", {"game": rules.name, "preset": one}),
            ctx.head(rules.labels[one]) if one in rules.labels else one,
            kind="tab",
            current=one == preset,
        )
        for one in rules.presets
    )
    chosen = f'<h2>{ctx.say(rules.title)}</h2><div class="tabs">{presets}</div>'
    return _page(ctx, f"{chosen}{_sheet(ctx, rules, options)}", " sheet")


def _sheet(ctx: Context, rules: AnyGame, options: object) -> str:
    return "" if rules.cheat_sheet is None else render_sections(ctx, rules.cheat_sheet(options))


def _page(ctx: Context, inside: str, style: str = "") -> str:
    """Return a page with the ways to the rules of every game below it."""
    doors = "".join(
        link_button(address("rules", {"game": one.name}), ctx.say(one.title), kind="door") for one in games()
    )
    others = f'<nav class="doors" aria-label="{ctx.say(Message("Rules"))}">{doors}</nav>'
    return render_lobby(ctx, Message("Rules"), inside + others, style)
