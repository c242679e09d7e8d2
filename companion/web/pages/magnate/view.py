"""Magnate's view on the web page."""

from companion.games.magnate.moves import TakeDeedIncome
from companion.web.pages.context import GameContext, GameView
from companion.web.pages.html import render_suit_die, render_token


def label_answer(ctx: GameContext, move: object) -> str:
    """Return the label of an answer to a question of the rules: the token that a deed pays."""
    if not isinstance(move, TakeDeedIncome):
        return ""
    return f"{render_token(move.suit, ctx.translations, named=False)} {ctx.head(move.suit.wording())}"


MAGNATE_VIEW = GameView(render_die=render_suit_die, label_answer=label_answer)
