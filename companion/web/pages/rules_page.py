"""The rules on one sheet: of this table, or of any game and preset."""

from __future__ import annotations

from companion.games.registry import AnyGame, game, games, new_options
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.html import address, link_button, page_head
from companion.web.pages.parts import render_sections


def render_rules(ctx: Context) -> str:
    """Return the cheat sheet of the open game, or of the game and preset that the address names."""
    head = page_head(ctx.say(Message("Rules")), "./", ctx.say(Message("First page")))
    asked, snapshot = ctx.request.value("game"), ctx.host.snapshot()
    if not asked and snapshot is not None:
        rules = snapshot.course.rules
        options = rules.options_from_json(snapshot.course.game.options, "options")
        note = f'<p class="hint">{ctx.say(Message("As this table plays"))}</p>'
        return f'<div class="lobby sheet">{head}{note}{_sheet(ctx, rules, options)}{_others(ctx)}</div>'
    if not asked:
        return f'<div class="lobby">{head}{_others(ctx)}</div>'
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
    return f'<div class="lobby sheet">{head}{chosen}{_sheet(ctx, rules, options)}{_others(ctx)}</div>'


def _sheet(ctx: Context, rules: AnyGame, options: object) -> str:
    return "" if rules.cheat_sheet is None else render_sections(ctx, rules.cheat_sheet(options))


def _others(ctx: Context) -> str:
    doors = "".join(
        link_button(address("rules", {"game": one.name}), ctx.say(one.title), kind="door") for one in games()
    )
    return f'<nav class="doors" aria-label="{ctx.say(Message("Rules"))}">{doors}</nav>'
