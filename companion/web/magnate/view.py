"""How Magnate is shown on the page."""

from __future__ import annotations

from companion.web.game_view import PageFace
from companion.web.html import suit_die_html
from companion.web.magnate.board import clock, drawn
from companion.web.magnate.moves import can, forms, hand

MAGNATE_PAGE = PageFace(draws=drawn, clock=clock, die=suit_die_html, forms=forms, deck=hand, can=can)
