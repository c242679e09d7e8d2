"""The themes of the pages are those of the app."""

from __future__ import annotations

from companion.themes import NAMES, style_sheet
from companion.web.assets import assets
from docs.tools.themes import FILE


def test_the_style_sheet_is_made_of_the_themes() -> None:
    assert FILE.read_text("utf8") == style_sheet(), "run: make generated"


def test_every_page_has_every_theme() -> None:
    served = assets()["/themes.css"].content.decode()
    assert all(f'[data-theme="{name}"]' in served for name in NAMES)
