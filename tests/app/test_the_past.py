"""The past by turns on the board, what a long press explains, and what is said in words a player knows."""

import re
import time
from typing import Any

import numpy as np
import pytest
from kivy.clock import Clock

from companion.app.painters.column import Pips
from companion.app.sheets.history import HistorySheet, PastSheet
from companion.app.sheets.plot import PlotSheet
from companion.app.widgets.pad import LONG_PRESS, Pad
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.games.magnate.state import Column, Deed
from companion.games.view import cards
from companion.pieces import DECK, Card, Die, DieKind, Suit, Tokens
from docs.tools.gallery import VIEWS
from tests.app.at_the_table import (
    FAR,
    NEAR,
    act,
    awaits_roll,
    counter,
    develop_two,
    district,
    hold,
    lay,
    log,
    menu,
    roll,
    sell,
    undo,
)
from tests.app.on_screen import shown
from tests.app.tablet import Tablet, TimedTouch, until


def test_a_long_press_explains_and_does_nothing_else(table: Tablet) -> None:
    moons = counter(table, FAR, Suit.MOONS)
    table.press_long(moons)
    shown = table.screen._explanation
    assert shown.text.startswith("Ben: Moons: 0\nThe tokens of a suit") and shown.turned
    assert not moons.opened
    table.tap(shown)
    assert table.screen._explanation is None


def test_a_tap_during_a_slow_frame_is_no_long_press(table: Tablet) -> None:
    moons = counter(table, FAR, Suit.MOONS)
    touch = TimedTouch(*moons.to_window(*moons.center))
    time.sleep(LONG_PRESS + 0.1)
    touch.touch_down()
    Clock.tick()
    Clock.tick()
    time.sleep(LONG_PRESS + 0.1)
    Clock.tick()
    touch.touch_up()
    table.settle()
    assert table.screen._explanation is None
    assert moons.opened


def test_every_icon_of_the_table_has_a_name(table: Tablet) -> None:
    roll(table, 10, 4)
    table.press_back()
    table.settle(6)
    nameless = [pad.icon for pad in table.screen.walk() if isinstance(pad, Pad) and pad.icon and not pad.text]
    assert nameless == []
    log(table)
    assert {table.screen.sheet.ids[name].text for name in ("redo", "menu")} == {"Redo", "Menu"}


def test_the_menu_names_its_groups_and_switches_the_sounds(table: Tablet) -> None:
    menu(table)
    sheet = table.screen.sheet
    heads = [group.children[-1].text for group in reversed(sheet.ids.groups.children)]
    assert heads == ["This game", "Appearance and sound", "Camera and screens"]
    assert sheet.ids.sounds.text == "Sounds: quiet"
    table.tap(sheet.ids.sounds)
    assert (sheet.ids.sounds.text, table.app.settings.volume) == ("Sounds: loud", "loud")
    table.app.set("volume", "quiet")


def test_a_long_press_on_a_spot_shows_whose_number_it_is(tablet: Tablet) -> None:
    with shown(tablet, "magistratvm", (1280, 800), "en"):
        spots = {view.spot.id: view for view in tablet.screen.table.spots()}
        gold = tablet.state.gold
        tablet.press_long(spots["gold-0"])
        assert tablet.screen._explanation.text == f"Ann: gold: {gold[0]}"
        assert tablet.screen.form is None, "it does nothing else"
        tablet.press_long(spots["gold-3"])
        assert tablet.screen._explanation.text == f"Dan: gold: {gold[3]}" and tablet.screen._explanation.turned


CODES = {card.code for card in DECK}
ASKED = ("seen_move", "seen_roll", "doubt_about_a_card", "doubt_about_a_roll", "table_and_game_differ")


@pytest.mark.parametrize("view", ASKED)
def test_what_a_camera_asks_names_cards_and_no_codes(tablet: Tablet, view: str) -> None:
    VIEWS[view](tablet.app)
    tablet.settle(6)
    texts = [one.text for one in tablet.screen.sheet.walk(restrict=True) if isinstance(one, Text) and one.text]
    assert texts
    assert [text for text in texts if CODES & set(re.findall(r"\w+", text))] == []
    tablet.app.go("start")


def test_the_form_shows_what_keeps_a_game_from_beginning(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    form.names[0].text = "Far"
    tablet.tap(form.ids.start)
    assert "two players have this name" in form.notice and form.name == "new_game"
    assert form.notice in {one.text for one in form.walk() if isinstance(one, Text)}
    tablet.app.go("start")


def test_tokens_on_a_deed_differ_by_glyph_as_well_as_by_colour(table: Tablet) -> None:
    shapes = []
    for seat, code, tokens in ((NEAR, "9MS", "M4S4"), (FAR, "9LK", "L4K4")):
        lay(table, 0, seat, Column((), Deed(Card.parse(code), Tokens.parse(tokens))))
        table.screen.overlay.close()
        table.settle(8)
        table.draw()
        [pips] = [one for one in district(table, 0).columns[seat].walk(restrict=True) if isinstance(one, Pips)]
        (left, right), (bottom, top) = (sorted(pair) for pair in _corners(pips))
        height = table.window.height
        box = table.picture()[round(height - top) : round(height - bottom), round(left) : round(right), ::-1]
        ink = np.abs(box - np.round(np.array(theme.on_token[:3]) * 255)).max(axis=2) < 60
        step = ink.shape[1] / pips.price
        shapes += [ink[:, round(step * place) : round(step * place) + int(step)] for place in (0, 4)]
    assert all(shape.mean() > 0.05 for shape in shapes)
    for one in range(4):
        for other in range(one):
            assert (shapes[one] != shapes[other]).mean() > 0.05


def _corners(pips: Pips) -> tuple[tuple[float, float], tuple[float, float]]:
    (left, bottom), (right, top) = pips.to_window(pips.x, pips.y), pips.to_window(pips.right, pips.top)
    return (left, right), (bottom, top)


def two_turns(table: Tablet) -> None:
    develop_two(table)
    act(table, "draw")
    roll(table, 10, 3)
    sell(table, "3LY")


def log_of_two_turns(table: Tablet) -> Any:
    two_turns(table)
    log(table)
    return table.screen.sheet


def texts(sheet: Any) -> list[str]:
    return [line["text"] for line in sheet.lines]


def open_past(table: Tablet, text: str, struck_out: bool = False) -> Any:
    """Taps the line of the log that says so."""
    log(table)
    lines = [line for line in table.screen.sheet.lines if line.get("gone", False) is struck_out]
    next(line for line in lines if text in line["text"])["callback"]()
    table.settle()
    assert isinstance(table.screen.sheet, PastSheet)
    return table.screen.sheet


def test_the_log_is_grouped_by_turns_with_the_colour_of_who_was_at_turn(table: Tablet) -> None:
    sheet = log_of_two_turns(table)
    assert [text for text in texts(sheet) if text.startswith("Turn ")] == ["Turn 2 · Ben", "Turn 1 · Ann"]
    assert texts(sheet)[1].startswith("Ben sells ")
    near, far = (list(panel.colour) for panel in table.screen.table.seats)
    assert sheet.lines[0]["colour"] == far
    assert sheet.lines[-1]["colour"] == near


def test_only_what_happened_since_is_written_when_the_log_opens_again(table: Tablet) -> None:
    two_turns(table)
    log(table)
    before = list(table.screen.sheet.lines)
    table.tap(table.screen.sheet.ids.close)
    undo(table)
    log(table)
    after = table.screen.sheet.lines
    assert after[-1] is before[-1]
    assert [line["gone"] for line in after if line["text"].startswith("Ben sells")] == [True]


def test_the_lines_of_the_log_show_dice_cards_and_tokens(table: Tablet) -> None:
    two_turns(table)
    log(table)
    lines = {line["text"].split()[1]: line.get("chips") for line in table.screen.sheet.lines}
    assert lines["rolled"] == [Die(DieKind.D10, 10), Die(DieKind.D10, 4)]
    assert lines["sells"] == [Card.parse("3LY"), (Suit.LEAVES, 1), (Suit.WYRMS, 1)]


def test_a_line_of_the_log_is_tapped_and_the_board_shows_that_moment_as_the_past(table: Tablet) -> None:
    two_turns(table)
    log(table)
    shown = table.screen.sheet.ids.lines.children[0].children
    next(line for line in shown if "develops" in line.text).dispatch("on_release")
    table.settle()
    screen, sheet = table.screen, table.screen.sheet
    assert isinstance(sheet, PastSheet) and sheet.turn == "Turn 1 · Ann"
    assert screen.veil.text == "Viewing: Turn 1 · Ann"
    assert counter(table, NEAR, Suit.MOONS).number == "1" and counter(table, FAR, Suit.WYRMS).number == "2"
    assert screen.table.seats[NEAR].actions == {} == screen.table.seats[FAR].actions
    table.tap(sheet.ids.earlier)
    assert district(table, 2).columns[NEAR].spot.pieces == ()
    assert counter(table, NEAR, Suit.MOONS).number == "2"
    table.tap(sheet.ids.close)
    assert screen.veil is None and district(table, 2).columns[NEAR].spot.pieces == cards((Card.parse("2MK"),))


def test_nothing_is_done_to_the_past(table: Tablet) -> None:
    two_turns(table)
    open_past(table, "develops")
    before = table.play.seq
    screen = table.screen
    counter(table, NEAR, Suit.MOONS).trigger_action(0)
    table.settle()
    assert screen.counting.editor.parent is None
    assert screen.table.seats[NEAR].ids.undo.disabled
    column = district(table, 0).columns[FAR]
    table.tap_at(*column.to_window(*column.center))
    assert isinstance(screen.sheet, PastSheet) and table.play.seq == before


def test_return_here_takes_back_all_that_came_after_and_it_can_be_put_back(table: Tablet) -> None:
    two_turns(table)
    stood = table.state
    table.tap(open_past(table, "develops").ids.return_here)
    assert table.state.turn == 1 and table.state.column(NEAR, 2) == Column((Card.parse("2MK"),))
    assert table.screen.veil is None
    table.tap(open_past(table, "Ben sells", struck_out=True).ids.return_here)
    assert table.state == stood


def test_what_the_game_went_on_from_otherwise_is_looked_at_but_not_taken_up_again(table: Tablet) -> None:
    roll(table, 10, 4)
    sell(table, "2MK")
    undo(table)
    sell(table, "3LY")
    sheet = open_past(table, "sells", struck_out=True)
    before = table.state
    assert sheet.ids.return_here.pale
    table.tap(sheet.ids.return_here)
    assert table.state == before and "continued differently" in sheet.notice


def test_what_was_being_chosen_lies_there_again_after_a_look_at_the_past(table: Tablet) -> None:
    assert awaits_roll(table)
    hold(table, NEAR, Suit.SUNS, 4)
    table.tap(open_past(table, "Suns 0 → 4").ids.close)
    assert awaits_roll(table)


def test_a_roll_from_elsewhere_ends_the_look_at_the_past(table: Tablet) -> None:
    two_turns(table)
    open_past(table, "develops")
    table.screen.actions.end_turn()
    table.settle()
    assert table.screen.veil is None and table.state.turn == 3


def test_a_counter_says_which_moves_made_it_and_why(table: Tablet) -> None:
    two_turns(table)
    table.tap(counter(table, NEAR, Suit.MOONS))
    bar = table.screen.counting.bar
    assert bar.parent is not None
    assert [(cell.change, cell.where) for cell in bar.cells] == [
        ("+1", "setup"),
        ("+1", "turn 1 · income"),
        ("−1", "turn 1 · development"),
        ("+1", "turn 2 · income"),
    ]
    table.tap(table.screen.counting.editor.ids.plus)
    table.screen.counting.close()
    table.settle()
    assert bar.parent is None and table.state.tokens[NEAR][Suit.MOONS] == 3


def test_the_moves_behind_a_counter_are_one_tap_on(table: Tablet) -> None:
    two_turns(table)
    table.tap(counter(table, FAR, Suit.LEAVES))
    table.tap(table.screen.counting.bar)
    sheet = table.screen.sheet
    assert isinstance(sheet, HistorySheet) and sheet.turned and sheet.title == "Ben: Leaves: 4"
    assert [line["note"] for line in sheet.lines if "note" in line] == [
        "+1 → 4  sale",
        "+1 → 3  income",
        "+1 → 2  income",
    ]


def test_any_token_is_put_right_in_two_taps_while_its_moves_are_read(table: Tablet) -> None:
    two_turns(table)
    table.tap(counter(table, NEAR, Suit.MOONS))
    table.tap(table.screen.counting.bar)
    table.tap(counter(table, NEAR, Suit.MOONS))
    table.tap(table.screen.counting.editor.ids.minus)
    table.screen.counting.close()
    assert table.state.tokens[NEAR][Suit.MOONS] == 1


def test_a_tap_on_an_opponents_column_shows_its_moves_and_corrects_nothing(table: Tablet) -> None:
    two_turns(table)
    table.tap(table.screen.banner)
    before = table.play.seq
    table.tap(district(table, 2).columns[NEAR])
    sheet = table.screen.sheet
    assert isinstance(sheet, HistorySheet) and sheet.title == "Ann: District 3: 2"
    table.press_back()
    assert table.screen.sheet is None and table.play.seq == before


def test_a_total_says_which_moves_made_it_and_is_put_right_from_there(table: Tablet) -> None:
    two_turns(table)
    table.tap(table.screen.banner)
    table.tap(district(table, 2).totals[NEAR])
    sheet = table.screen.sheet
    assert sheet.title == "Ann: District 3: 2"
    assert [line["note"] for line in sheet.lines if "note" in line] == ["+2 → 2  cards played"]
    table.tap(sheet.ids.mend)
    asked = table.screen.sheet.view.decision
    assert (asked.name, asked.words["spot"]) == ("correct", "side-2-0")


def test_a_tap_on_the_graph_beside_the_history_shows_the_end_of_that_turn(table: Tablet) -> None:
    sheet = log_of_two_turns(table)
    until(table, lambda: bool(sheet.ids.graph.children))
    [curves] = sheet.ids.graph.children
    table.settle(4)
    field = curves.ids.field
    table.tap_at(*field.to_window(field.x + 3, field.center_y))
    past = table.screen.sheet
    assert isinstance(past, PastSheet) and past.turn == "Turn 1 · Ann"
    assert past.sentence.startswith("Ann draws"), past.sentence


def test_the_charts_of_a_game_open_from_its_history_and_lead_to_a_turn(table: Tablet) -> None:
    two_turns(table)
    log(table)
    table.tap(table.screen.sheet.ids.chart)
    chart = table.screen.sheet
    assert isinstance(chart, PlotSheet) and len(chart.panels) == 3
    table.settle(4)
    field = chart.panels[0].ids.field
    table.tap_at(*field.to_window(field.right - 3, field.center_y))
    until(table, lambda: table.screen.sheet is not chart)
    assert isinstance(table.screen.sheet, PastSheet) and table.screen.sheet.turn == "Turn 2 · Ben"


def test_the_graph_of_the_history_has_the_new_turn_when_it_is_opened_again(table: Tablet) -> None:
    sheet = log_of_two_turns(table)
    until(table, lambda: bool(sheet.ids.graph.children))
    [curves] = sheet.ids.graph.children
    assert list(curves.turns) == [1, 2]
    table.tap(sheet.ids.close)
    act(table, "draw")
    roll(table, 10, 5)
    log(table)
    assert sheet.ids.graph.children == [curves]
    until(table, lambda: len(curves.turns) > 2)
    assert list(curves.turns) == [1, 2, 3]
