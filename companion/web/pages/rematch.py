"""A new game with the players and rules of one that is over."""

from __future__ import annotations

from companion.games.new_game import rematch_words
from companion.web.pages.context import GameContext
from companion.web.pages.decisions import ANSWER
from companion.web.pages.html import address


def rematch_address(ctx: GameContext) -> str:
    """Return the address of the form of a new game, filled in; the seat after the first player begins."""
    rules, game = ctx.course.rules, ctx.course.game
    words = rematch_words(rules, game.options, game.players, rules.at_turn(ctx.course.start))
    return address("new", {"game": rules.name, **{f"{ANSWER}{name}": word for name, word in words.items()}})
