"""A new game with the players and rules of one that is over."""

from __future__ import annotations

from companion.web.pages.context import GameContext
from companion.web.pages.html import Query, address


def rematch_address(ctx: GameContext) -> str:
    """Return the address of the form of a new game, filled in; the seat after the first player begins."""
    rules, game = ctx.course.rules, ctx.course.game
    options = rules.options_to_json(rules.options_from_json(game.options, "options"))
    began = rules.at_turn(ctx.course.start)
    seats = len(ctx.names)
    query: Query = {
        "game": rules.name,
        "preset": str(options.get("preset", "")) or None,
        "name": game.players,
        "first_player": (began + 1) % seats,
        "chosen": 1,
        **{f"o-{name}": _written(value) for name, value in options.items() if name != "preset"},
    }
    return address("new", query)


def _written(value: object) -> str | None:
    if isinstance(value, bool):
        return "1" if value else None
    return str(value) if isinstance(value, int | str) else None
