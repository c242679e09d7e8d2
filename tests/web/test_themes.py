"""The themes of the pages are those of the app, and their style sheets do not get in each other's way."""

from __future__ import annotations

import re

from companion.themes import NAMES, style_sheet
from companion.web.assets import assets
from docs.tools.themes import FILE


def test_the_style_sheet_is_made_of_the_themes() -> None:
    assert FILE.read_text("utf8") == style_sheet(), "run: make generated"


def test_every_page_has_every_theme() -> None:
    served = assets()["/themes.css"].content.decode()
    assert all(f'[data-theme="{name}"]' in served for name in NAMES)


def test_what_a_server_alone_shows_bears_no_class_of_the_table() -> None:
    """A server's pages load both sheets: a district would be drawn as a seat of the lobby."""
    table, server = (assets()[f"/{name}.css"].content.decode() for name in ("companion", "host"))
    styled = set(re.findall(r"^[a-z]*\.([a-z-]+) \{", server, re.MULTILINE))
    assert styled and not styled & set(re.findall(r"\.([a-z-]+)", table))
