"""Magnate's view on the web page."""

from __future__ import annotations

from companion.games.magnate.house_rules import PRESET_DESCRIPTIONS
from companion.web.pages.game_view import GameView
from companion.web.pages.html import render_suit_die
from companion.web.pages.magnate.beginning import LABELS, house_rules, list_laid, seat_names
from companion.web.pages.magnate.end import render_end
from companion.web.pages.magnate.fields import read_move
from companion.web.pages.magnate.sheets import render_deeds, render_forecast, render_trade
from companion.web.pages.magnate.task import label_answer, mark_table, render_task
from companion.web.pages.magnate.why import render_fix, render_why

MAGNATE_VIEW = GameView(
    render_die=render_suit_die,
    marks=mark_table,
    task=render_task,
    read_move=read_move,
    label_answer=label_answer,
    sheets={
        "deed": render_deeds,
        "trade": render_trade,
        "forecast": render_forecast,
        "why": render_why,
        "fix": render_fix,
    },
    render_end=render_end,
    house_rules=house_rules,
    labels=LABELS,
    describe_presets=PRESET_DESCRIPTIONS,
    seat_names=seat_names,
    asked_setup=("districts", "crowns", "first_player"),
    laid=list_laid,
)
