"""The board is the interface: what can be done glows on it, what follows is said there, and the end is announced."""

import pytest
from kivy.core.text import Label as Lettering

from companion.app.sheets.cards import CardSheet
from companion.app.widgets.card import Glyph, Index
from companion.app.window.theme import theme
from companion.games.magnate.facts import PileFact
from companion.games.magnate.moves import Correct
from companion.games.magnate.state import Column
from companion.pieces import Card, Suit
from tests.app.at_the_table import (
    FAR,
    NEAR,
    act,
    awaits_roll,
    counter,
    develop_two,
    district,
    lay,
    pick,
    roll,
    sell,
    use,
)
from tests.app.tablet import Tablet

SIZES = [(1024, 600), *(pytest.param(size, marks=pytest.mark.prove("screens")) for size in ((800, 1280), (1280, 800)))]


def top(widget: object) -> float:
    return float(widget.to_window(0, widget.top)[1])  # type: ignore[attr-defined]


def test_the_dice_lie_open_while_a_roll_is_awaited_and_the_cards_after_it(table: Tablet) -> None:
    assert awaits_roll(table)
    roll(table, 10, 4)
    assert isinstance(table.screen.sheet, CardSheet)


def test_districts_say_on_the_board_what_a_card_would_do_there(table: Tablet) -> None:
    roll(table, 10, 4)
    pick(table, "2MK")
    assert [district(table, place).hint for place in range(5)] == ["0 → 2, wins it"] * 4 + [""]
    table.press_back()
    assert [district(table, place).hint for place in range(5)] == [""] * 5


def test_what_was_played_is_taken_back_with_one_tap_at_the_edge_of_who_played(table: Tablet) -> None:
    develop_two(table)
    assert [panel.ids.undo.opacity for panel in table.screen.table.seats] == [1, 0]
    table.tap(table.screen.table.seats[NEAR].ids.undo)
    assert table.state.column(NEAR, 2) == Column()


@pytest.mark.parametrize("size", SIZES)
def test_a_tray_lies_at_its_players_edge_and_leaves_the_board_in_sight(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    for seat in (NEAR, FAR):
        assert table.screen.sheet.turned is (seat == FAR)
        roll(table, 10, 4)
        tray = table.screen.sheet
        assert tray.height <= 0.41 * size[1]
        assert (tray.to_window(*tray.center)[1] > size[1] / 2) is (seat == FAR)
        sell(table, "2MK" if seat == NEAR else "3LY")
        act(table, "draw")


def test_a_tray_of_the_far_side_is_drawn_where_it_is_tapped(table: Tablet) -> None:
    roll(table, 10, 4)
    sell(table, "2MK")
    act(table, "draw")
    tray = table.screen.sheet
    bottom, top = sorted(tray.to_window(0, y)[1] for y in (tray.y, tray.top))
    table.settle(8)
    opened = table.picture()
    tray.opacity = 0
    table.settle(8)
    rows = (abs(opened - table.picture()).max(axis=2) > 8).nonzero()[0]
    height = table.window.height
    assert rows.size and height - top - 2 <= rows.min() and rows.max() <= height - bottom + 2


@pytest.mark.parametrize("size", SIZES)
def test_every_total_is_in_sight_while_a_player_chooses_a_card(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    for seat, code in ((NEAR, "2MK"), (FAR, "3LY")):
        for chosen in (lambda: roll(table, 10, 4), lambda code=code: pick(table, code)):
            chosen()
            table.settle(8)
            tray = table.screen.sheet
            ends = sorted(tray.to_window(0, y)[1] for y in (tray.y, tray.top))
            for total in [total for place in range(5) for total in district(table, place).totals.values()]:
                y = total.ids.total.to_window(*total.ids.total.center)[1]
                assert y > ends[1] if seat == NEAR else y < ends[0], (seat, total.number)
        table.tap(use(table.screen.sheet, "sell"))
        act(table, "draw")


def test_cards_that_can_only_be_sold_are_dimmed_and_can_be_tapped(table: Tablet) -> None:
    roll(table, 10, 4)
    targets = table.screen.sheet.targets
    assert targets[Card.parse("9LK")].pale and not targets[Card.parse("9LK")].disabled
    assert not targets[Card.parse("2MK")].pale
    sell(table, "9LK")
    assert table.state.discards == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_lies_on_the_table_takes_no_tap_on_another(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    lay(table, 0, FAR, Column(tuple(map(Card.parse, ("AS", "AL", "3LY", "2SY")))))
    roll(table, 10, 4)
    for code in ("AM", "AW", "2MK", "3MW", "AK"):
        pick(table, code)
        assert table.screen.sheet.view.decision.words["card"] == code
        table.press_back()


def pile(table: Tablet, cards: int) -> None:
    state = table.state
    was = (state.pile, state.discards, state.reshuffles)
    table.screen.propose(Correct((PileFact(was, (cards, *was[1:])),)))
    table.settle()


def test_the_pile_lies_between_the_players_and_rings_at_three(table: Tablet) -> None:
    clock = table.screen.ids.pile
    pile(table, 4)
    assert (clock.number, clock.near_end) == ("4", False)
    pile(table, 3)
    assert (clock.number, clock.near_end) == ("3", True)


def test_the_shuffle_is_announced_to_both_before_the_draw(table: Tablet) -> None:
    pile(table, 0)
    roll(table, 10, 4)
    sell(table, "2MK")
    assert table.screen.banner.both
    assert table.screen.banner.text == "The draw pile is empty. Shuffle the discards, then draw."
    assert table.screen.table.seats[NEAR].actions["draw"].text == "Shuffle and draw"
    table.tap(table.screen.banner)
    assert table.screen.banner is None


def test_the_last_round_is_announced_with_who_has_the_turns_that_are_left(table: Tablet) -> None:
    roll(table, 10, 4)
    sell(table, "2MK")
    act(table, "draw")
    roll(table, 10, 4)
    sell(table, "3LY")
    pile(table, 0)
    act(table, "draw")
    for code in ("4MS", "6MW"):
        if table.state.last_turns is None:
            roll(table, 4, 4)
            sell(table, code)
            act(table, "draw")
    assert table.screen.banner.text.startswith("Last round: ")
    assert (table.screen.ids.pile.number, table.screen.ids.pile.caption) == ("2", "last turns")


def test_an_empty_board_teaches_what_may_be_laid_first_until_a_card_lies_there(table: Tablet) -> None:
    def lesson(place: int, seat: int) -> list[str]:
        return [str(one.text) for one in district(table, place).columns[seat].children if hasattr(one, "text")]

    assert lesson(0, NEAR) == lesson(0, FAR) == ["First card: share a suit with the Pawn"]
    assert lesson(2, NEAR) == ["First card: any card"]
    develop_two(table)
    assert lesson(0, NEAR) == [] and lesson(0, FAR) == ["First card: share a suit with the Pawn"]


@pytest.mark.parametrize("size", SIZES)
def test_counters_fill_targets_and_totals_are_40_pixels_high_everywhere(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    table.settle(8)
    for seat in (NEAR, FAR):
        for suit in Suit:
            assert counter(table, seat, suit).ids.count.font_size >= 0.7 * theme.target, size
    for total in district(table, 0).totals.values():
        assert total.ids.total.font_size >= 40, size


def test_numbers_are_as_wide_whichever_their_digits(table: Tablet) -> None:
    count = counter(table, NEAR, Suit.MOONS).ids.count
    lettering = Lettering(font_name=count.font_name, bold=True, font_size=56)
    assert len({lettering.get_extents(str(digit) * 2)[0] for digit in range(10)}) == 1


def test_a_number_that_changes_is_not_written_into_the_picture_on_the_screen(table: Tablet) -> None:
    count = counter(table, NEAR, Suit.MOONS).ids.count
    table.draw()
    drawn = count.texture
    table.tap(counter(table, NEAR, Suit.MOONS))
    table.tap(table.screen.counting.editor.ids.plus)
    table.draw()
    assert count.text == "2" and count.texture.size == drawn.size
    assert count.texture is not drawn and count.texture.id != drawn.id


def test_each_panel_says_what_is_to_be_done_and_what_would_settle_a_tie(table: Tablet) -> None:
    near, far = table.screen.table.seats
    assert (near.phase, far.phase) == ("Roll the dice", "")
    roll(table, 10, 4)
    assert near.phase == "Play a card   10·4"
    assert near.tie_values == "Total 0\nTokens 6"


def test_the_log_is_at_both_edges_and_faces_who_tapped_it(table: Tablet) -> None:
    roll(table, 10, 4)
    for seat in (NEAR, FAR):
        table.tap(table.screen.table.seats[seat].ids.log)
        assert table.screen.sheet.turned is (seat == FAR)
        table.tap(table.screen.sheet.ids.menu)
        assert table.screen.sheet.turned is (seat == FAR)
        table.press_back()


@pytest.mark.parametrize("lettered", [True, False])
def test_the_index_of_a_card_shows_no_suit_of_the_card_that_it_showed_before(tablet: Tablet, lettered: bool) -> None:
    index = Index(card=Card.parse("PMSL"), lettered=lettered)
    index.card = Card.parse("X")
    assert index.ids.suits.children == []
    index.card = Card.parse("2MK")
    glyphs = [glyph for glyph in index.walk(restrict=True) if isinstance(glyph, Glyph)]
    assert [glyph.suit for glyph in glyphs] == list(Card.parse("2MK").suits)
