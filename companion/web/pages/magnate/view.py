"""Magnate's view on the web page."""

from __future__ import annotations

from companion.web.pages.game_view import GameView
from companion.web.pages.html import render_suit_die
from companion.web.pages.magnate.board import make_clock, render_table

MAGNATE_VIEW = GameView(
    render_board=render_table,
    make_clock=make_clock,
    render_die=render_suit_die,
)
