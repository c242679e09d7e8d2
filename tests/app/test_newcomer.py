"""A newcomer finds the way to the first developed card by what stands on each screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.widgets.text import Text
from docs.tools.first_card import CARD, TAPS, format_page
from tests.app.tablet import Tablet

ROOT = Path(__file__).resolve().parents[2]


def written(screen: Any) -> set[str]:
    """Every text that is seen there."""
    return {one.text for one in screen.walk() if isinstance(one, Text) and one.text and _is_visible(one)}


def _is_visible(widget: Any) -> bool:
    while widget is not None and widget is not widget.parent:
        if widget.opacity == 0 or min(widget.size) <= 1:
            return False
        widget = widget.parent
    return True


def test_every_tap_from_the_first_screen_to_the_first_card_is_named_on_its_screen(tablet: Tablet) -> None:
    for one in TAPS:
        tablet.settle(8)
        assert one.named in written(tablet.screen), (one.what, sorted(written(tablet.screen)))
        tablet.tap(one.target(tablet.screen))
    assert CARD in {card.kind for card in tablet.state.cards_on_table()}
    tablet.app.go("start")


def test_the_list_for_newcomers_is_that_of_these_taps_with_its_pictures() -> None:
    docs = ROOT / "docs"
    assert (docs / "first-card.md").read_text("utf8") == format_page()
    pictures = [line.split("](")[1].split(")")[0] for line in format_page().splitlines() if "](pictures" in line]
    assert pictures and all((docs / picture).is_file() for picture in pictures)
