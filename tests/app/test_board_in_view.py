"""All that matters of every table is in view at once, whatever tray is open, also for three players."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.painters.column import BegunBand
from companion.app.texts.i18n import words
from companion.app.widgets.card import Glyph
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Tray
from companion.app.window.theme import theme
from companion.games.magnate import Phase, Setup, default_districts, preset
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Suit, Tokens
from tests.app.at_the_table import (
    FAR,
    NEAR,
    act,
    counter,
    crowns,
    district,
    districts,
    lay,
    pick,
    pick_in_tray,
    roll,
    use,
)
from tests.app.on_screen import amiss, arranged, in_view, shown
from tests.app.tablet import Tablet

THREE = preset("three-players")


@pytest.fixture
def three(tablet: Tablet) -> Iterator[Tablet]:
    setup = Setup(default_districts(THREE), (crowns("MW"), crowns("SL"), crowns("YK")))
    tablet.app.start_game(MAGNATE, ("Ann", "Ben", "Cat"), THREE, setup)
    tablet.settle()
    yield tablet
    tablet.app.go("start")


def middle_of(panel: object) -> float:
    return float(panel.to_window(*panel.center)[1])  # type: ignore[attr-defined]


def test_the_first_sit_at_the_near_side_the_last_at_the_far_one_turned_to_it(three: Tablet) -> None:
    panels = three.screen.table.seats
    assert [panel.name for panel in panels] == ["Ann", "Ben", "Cat"]
    assert [panel.turned for panel in panels] == [False, False, True]
    heights = [middle_of(panel) for panel in panels]
    assert heights == sorted(heights)


def test_a_turn_is_tapped_and_everybody_collects(three: Tablet) -> None:
    roll(three, 10, 4)
    assert [str(tokens) for tokens in three.state.tokens] == ["M2W2", "S2L2", "Y2K2"]
    sheet = pick(three, "2MK")
    three.tap(use(sheet, "sell"))
    act(three, "draw")
    assert (three.state.player, three.state.phase) == (1, Phase.ROLL)
    act(three, "roll")


def test_tokens_of_each_are_corrected_at_their_panel(three: Tablet) -> None:
    for seat, panel in enumerate(three.screen.table.seats):
        three.tap(counter(three, seat, Suit.KNOTS))
        three.tap(three.screen.counting.editor.ids.plus)
        three.tap(panel.ids.name)
        assert three.state.tokens[seat][Suit.KNOTS] == (2 if seat == 2 else 1)


def test_only_who_borders_on_a_district_has_a_column_there(three: Tablet) -> None:
    three.press_back()
    three.settle(8)
    for place, lying in enumerate(three.state.districts):
        seats = [seat for seat, column in enumerate(lying.columns) if column is not None]
        assert [*district(three, place).columns] == seats
    place = next(place for place in range(len(three.state.districts)) if 2 in district(three, place).columns)
    view = district(three, place)
    three.tap(view.columns[2])
    assert three.screen.sheet.title == f"Cat: District {place + 1}: 0"
    assert three.screen.sheet.turned


def test_two_deeds_that_pay_at_the_near_side_are_asked_about_one_above_the_other(three: Tablet) -> None:
    for seat, code in enumerate(("5ML", "5SW", "5YK")):
        place = next(n for n, district in enumerate(three.state.districts) if district.columns[seat] is not None)
        lay(three, place, seat, Column((), Deed(Card.parse(code))))
    roll(three, 5, 2)
    trays = [tray for _, tray in sorted(three.screen.trays.shown.items())]
    assert [tray.turned for tray in trays] == [False, False, True]
    ann, ben, cat = (middle_of(tray) for tray in trays)
    assert ann + trays[0].height <= ben < cat
    for _ in range(3):
        tray = next(iter(three.screen.trays.shown.values()))
        three.tap(tray.view.suits.children[0])
    assert three.state.phase is Phase.PLAY


def test_every_target_is_large_enough_on_a_small_tablet(three: Tablet) -> None:
    three.resize(1024, 600)
    for target in three.targets():
        assert min(target.size) >= theme.target - 0.5, (target, target.size)


def test_swapped_districts_are_put_right_and_the_score_names_all_three(three: Tablet) -> None:
    three.screen.open_correction("district-0")
    three.settle()
    pick_in_tray(three, default_districts(THREE)[1])
    assert three.state.districts[0].card == default_districts(THREE)[1]
    three.app.go("end")
    three.settle()
    assert [row.name for row in three.screen.ids.count.seats] == ["Ann", "Ben", "Cat"]


def test_no_band_of_a_card_is_wider_than_its_column(three: Tablet) -> None:
    place = next(n for n, district in enumerate(three.state.districts) if None not in district.columns)
    lay(three, place, 0, Column((Card.parse("AM"), Card.parse("2MK"))))
    lay(three, place, 1, Column((Card.parse("7ML"),)))
    three.settle()
    columns = district(three, place).columns
    for column in (columns[0], columns[1]):
        for band in column.children:
            assert band.ids.index.width <= band.width <= column.width


def test_a_card_that_is_being_played_covers_no_strip_of_a_district_on_a_small_tablet(three: Tablet) -> None:
    three.resize(1024, 600)
    roll(three, 5, 2)
    sheet = pick(three, "2MK")
    three.settle(6)
    top = max(sheet.to_window(0, sheet.top)[1], sheet.parent.to_window(0, sheet.top)[1])
    for view in districts(three):
        strip = view.ids.strip
        assert strip.to_window(0, 0)[1] >= top - 1 or strip.to_window(*strip.center)[1] > top, view.card


LANDSCAPE = (1280, 800)


def main_pads(tablet: Tablet) -> list[str]:
    """The texts of the most prominent pads."""
    return [one.text for one in tablet.screen.walk() if isinstance(one, Pad) and one.tone == "main"]


@pytest.mark.parametrize(
    ("view", "main"),
    [
        ("sorcerous_futures", 0),
        ("sorcerous_futures_of_three", 1),
        ("magistratvm", 1),
        ("magistratvm_auction", 0),
        ("magistratvm_of_three", 1),
    ],
)
def test_the_whole_table_is_in_view_with_at_most_one_primary_action(tablet: Tablet, view: str, main: int) -> None:
    with shown(tablet, view, LANDSCAPE, "en"):
        table = tablet.screen.table
        assert all(map(in_view, [*table.seats, *table.spots()]))
        assert len(main_pads(tablet)) == main
        assert amiss(tablet) == []


@pytest.mark.parametrize(
    ("size", "density", "language"),
    [
        ((1280, 800), 1.0, "en"),
        pytest.param((1280, 800), 1.5, "fr", marks=pytest.mark.prove("screens")),
        pytest.param((800, 1280), 1.0, "fr", marks=pytest.mark.prove("screens")),
        pytest.param((2560, 1600), 2.0, "en", marks=pytest.mark.prove("screens")),
    ],
)
def test_no_word_list_covers_the_table(tablet: Tablet, size: tuple[int, int], density: float, language: str) -> None:
    with shown(tablet, "magistratvm", size, language, density):
        screen, on_table = tablet.screen, 0
        for kind in [pad.text for pad in screen.asked[0].pads[:-1]]:
            tablet.tap(next(pad for pad in screen.asked[0].pads if pad.text == kind))
            assert all(map(in_view, [*screen.table.seats, *screen.table.spots()])), kind
            glowing = [view for view in screen.table.spots() if view.glows]
            assert not any(view.disabled for view in glowing), kind
            on_table += bool(glowing and not screen.form.pads)
            tablet.press_back()
        assert on_table > 1


def test_only_what_changed_is_painted_again(tablet: Tablet) -> None:
    with shown(tablet, "magistratvm", LANDSCAPE, "en"):
        table, painted = tablet.screen.table, list[str]()
        for view in table.spots():
            view.paint = lambda spot: painted.append(spot.id)
        tablet.screen.refresh()
        assert painted == []
        tablet.screen.undo()
        gold = {spot for spot in painted if spot.startswith("gold-")}
        assert 0 < len(gold) < 4 and "office-consul" not in painted


def test_the_far_side_is_turned_and_its_spots_are_tapped_there(tablet: Tablet) -> None:
    with shown(tablet, "sorcerous_futures", LANDSCAPE, "en"):
        tablet.screen.far_turned = True
        tablet.screen.refresh()
        tablet.settle()
        assert [seat.turned for seat in tablet.screen.table.seats] == [False, False, True, True]
        gold = next(view for view in tablet.screen.table.spots() if view.spot.id == "gold-3")
        tablet.tap(gold)
        editor = tablet.screen.counting.editor
        assert editor.count == tablet.state.gold[3] and editor.parent is tablet.screen.table.seats[3]


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
            found += amiss_here(f"suit {widget.suit} of {view.card}", widget, smallest, bottom, above)
        for band in last:
            found += amiss_here(f"{band.card} on {view.card}", band, SMALLEST_BAND, bottom, above)
    return found


def last_cards(column: Any) -> list[Any]:
    """The last property and the deed."""
    bands = [band for band in reversed(column.children) if hasattr(band, "card")]
    properties = [band for band in bands if not isinstance(band, BegunBand)]
    return [*properties[-1:], *(band for band in bands if isinstance(band, BegunBand))]


def amiss_here(name: str, widget: Any, smallest: float, bottom: float, top: float) -> Iterator[str]:
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
