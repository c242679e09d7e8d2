"""How Magnate is shown on the page."""

from __future__ import annotations

from companion.page.drawn import suit_die_html
from companion.page.face import PageFace
from companion.page.magnate.board import clock, drawn
from companion.page.magnate.moves import can, forms, hand

MAGNATE_PAGE = PageFace(draws=drawn, clock=clock, die=suit_die_html, forms=forms, deck=hand, can=can)
