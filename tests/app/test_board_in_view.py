"""Whatever tray is open: the suits of every district and the last card of each column stay in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.painters.column import BegunBand
from companion.app.texts.i18n import words
from companion.app.widgets.glyph import Glyph
from companion.app.widgets.tray import Tray
from companion.games.magnate import Setup, default_districts, preset
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Tokens
from tests.app.at_the_table import FAR, NEAR, crowns, district, districts, lay, pick, roll
from tests.app.on_screen import arranged

SMALLEST_GLYPH, SMALLEST_BAND = 8, 9
"""Pixels, of the smaller side."""
FULL = Column(
    tuple(Card.parse(code) for code in ("2MK", "3MW", "4MS", "5ML")), Deed(Card.parse("6SY"), Tokens.parse("S1Y1"))
)
TRAYS: dict[str, Callable[[Any], object]] = {
    "roll": lambda table: table.open_roll(),
    "cards": lambda table: table.open_cards(),
    "card": lambda table: table.open_card(Card.parse("2SY")),
    "deed": lambda table: table.open_deeds(),
    "trade": lambda table: table.open_trade(),
    "forecast": lambda table: table.screen.open_forecast(NEAR),
}
WINDOWS = (
    ((800, 1280), (1.0, 1.5, 2.0)),
    ((1024, 600), (1.0, 1.5)),
    ((1280, 800), (1.0, 1.5, 2.0, 2.6)),
    ((1920, 1200), (1.0, 2.6)),
    ((2560, 1600), (1.0, 2.6)),
)
"""Sizes in pixels, and their densities: from 400 × 640 and 683 × 400 dp on."""


def box(widget: Widget) -> tuple[float, float]:
    """Bottom and top in the window."""
    ends = sorted(widget.to_window(0, y)[1] for y in (widget.y, widget.top))
    return ends[0], ends[1]


def hidden(tablet: Tablet) -> list[str]:
    """One line for each suit and last card that is too small, or under a tray or panel."""
    screen = tablet.screen
    middle = screen.ids.middle
    trays = [tray for tray in middle.children if isinstance(tray, Tray)]
    bottom = max([box(middle)[0], *(box(tray)[1] for tray in trays if not tray.far)])
    above = min([box(middle)[1], *(box(tray)[0] for tray in trays if tray.far)])
    found: list[str] = []
    for view in districts(tablet):
        glyphs = [one for one in view.ids.strip.walk(restrict=True) if isinstance(one, Glyph)]
        assert len(glyphs) == len(view.card.suits)
        last = [band for column in view.columns.values() for band in last_cards(column)]
        for widget, smallest in ((one, SMALLEST_GLYPH) for one in glyphs):
            found += amiss(f"suit {widget.suit} of {view.card}", widget, smallest, bottom, above)
        for band in last:
            found += amiss(f"{band.card} on {view.card}", band, SMALLEST_BAND, bottom, above)
    return found


def last_cards(column: Any) -> list[Any]:
    """The last property and the deed."""
    bands = [band for band in reversed(column.children) if hasattr(band, "card")]
    properties = [band for band in bands if not isinstance(band, BegunBand)]
    return [*properties[-1:], *(band for band in bands if isinstance(band, BegunBand))]


def amiss(name: str, widget: Any, smallest: float, bottom: float, top: float) -> Iterator[str]:
    low, high = box(widget)
    if min(widget.size) < smallest or widget.opacity == 0:
        yield f"too small: {name} {[round(one) for one in widget.size]}"
    if low < bottom - 1 or high > top + 1:
        yield f"covered: {name} {low:.0f}–{high:.0f} of {bottom:.0f}–{top:.0f}"


def crowded(tablet: Tablet, players: int) -> None:
    """A game after its first roll, with a deed on a column of four cards, and a card in every other district."""
    options = preset("three-players" if players == 3 else "standard")
    dealt = ("MW", "SL", "YK") if players == 3 else ("MWK", "SLY")
    names = ("Ann", "Ben", "Cat")[:players]
    tablet.app.start_game(MAGNATE, names, options, Setup(default_districts(options), tuple(map(crowns, dealt))))
    tablet.settle()
    roll(tablet, 10, 4)
    singles = iter(("7SK", "8MS", "8WL", "9LK", "9WY", "7ML", "AS", "AL"))
    for place, one in enumerate(tablet.state.districts):
        seats = [seat for seat, held in enumerate(one.columns) if held is not None]
        lay(tablet, place, seats[0], FULL if place == 1 else Column((Card.parse(next(singles)),)))
    rich = TokensFact(NEAR, tablet.state.tokens[NEAR], Tokens.parse("M7S6Y4"))
    tablet.screen.propose(Correct((rich,)))
    tablet.settle()


@pytest.mark.parametrize("size", [(1024, 600)])
def test_three_players_see_the_board_on_the_smallest_tablet(tablet: Tablet, size: tuple[int, int]) -> None:
    crowded(tablet, 3)
    tablet.screen.actions.open_cards()
    tablet.settle(8)
    assert hidden(tablet) == []
    tablet.app.go("start")


@pytest.mark.prove("screens")
@pytest.mark.parametrize(("size", "density"), [(size, density) for size, some in WINDOWS for density in some])
@pytest.mark.parametrize("players", [2, 3])
def test_the_board_is_in_view_behind_trays(tablet: Tablet, size: tuple[int, int], density: float, players: int) -> None:
    with arranged(tablet, size, "en", density):
        crowded(tablet, players)
        for name, open_tray in TRAYS.items():
            open_tray(tablet.screen.actions)
            tablet.settle(8)
            assert isinstance(tablet.screen.sheet, Tray)
            assert hidden(tablet) == [], name
        tablet.app.go("start")


def test_a_tray_that_leaves_no_room_for_the_board_is_lower_and_scrolls(tablet: Tablet) -> None:
    with arranged(tablet, (800, 1280), "en", 2.0):
        crowded(tablet, 2)
        tablet.screen.actions.open_cards()
        tablet.settle(8)
        assert hidden(tablet) == []
        sheet = tablet.screen.sheet
        assert sheet.height < sheet.needed
        scroll = next(child for child in sheet.children if isinstance(child, ScrollView))
        last = list(sheet.targets.values())[4]
        assert not shows(sheet, last)
        scroll.scroll_y = 0
        tablet.settle()
        assert shows(sheet, last)
        tablet.app.go("start")


def shows(sheet: Any, target: Widget) -> bool:
    """Whether the middle of a target lies within the sheet."""
    low, high = box(sheet)
    return bool(low < target.to_window(*target.center)[1] < high)


def test_what_a_card_would_do_stands_at_its_owners_total_next_to_the_suits(table: Tablet) -> None:
    roll(table, 10, 4)
    pick(table, "2MK")
    view = district(table, 0)
    near, far = view.totals[NEAR], view.totals[FAR]
    assert (near.hint, far.hint) == ("0 → 2, wins it", "")
    assert (near.hint_before, near.hint_after) == ("0", "2, wins it")
    strip, chip = view.ids.strip, near.ids.hint
    assert box(chip)[1] <= box(strip)[0] + 1 or chip.to_window(chip.x, 0)[0] >= strip.to_window(strip.right, 0)[0] - 1


def test_what_a_card_would_do_follows_the_language(table: Tablet) -> None:
    roll(table, 10, 4)
    pick(table, "2MK")
    words.language = "fr"
    assert district(table, 0).hint == "0 → 2, l’emporte"
    words.language = "en"


def test_the_tray_of_cards_is_closed_by_its_own_pad(table: Tablet) -> None:
    roll(table, 10, 4)
    table.settle(8)
    grid = table.screen.sheet
    table.tap(grid.close_pad)
    assert table.screen.sheet is None
