"""The first screen: an unfinished game one tap away, the settings, and a new game of any kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.app.painters.small_table import SmallTable
from companion.app.texts.i18n import words
from companion.app.widgets.navigation_card import NavigationCard
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.new_games import PRESET_DESCRIPTIONS
from companion.games.magnate.presets import PRESETS
from companion.games.magnate.state import Column
from companion.journal import Journal
from companion.pieces import Card
from tests.app.at_the_table import crowns, roll, sell
from tests.app.tablet import Tablet
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept


def test_an_unfinished_game_is_one_tap_away(table: Tablet) -> None:
    roll(table, 10, 4)
    sell(table, "2MK")
    table.app.go("start")
    table.settle()
    [card] = table.screen.ids.unfinished.children
    assert (card.text, card.about, card.stands) == ("Ann – Ben", "Turn 1 · Ann: draw 1 card", "0 : 0")
    [board] = card.ids.preview.children
    [districts] = board.children
    assert len(districts.children) == 5 and not table.screen.entries["new_game"].main
    table.tap(card)
    assert table.screen.name == "table" and table.state.discards == 1


def test_the_small_board_shows_what_each_district_counts_and_who_leads(table: Tablet) -> None:
    here = (Column((Card.parse("9WY"),)), Column((Card.parse("4MS"),)))
    first, *others = table.state.districts
    state = replace(table.state, districts=(replace(first, columns=here), *others))
    [board] = SmallTable(MAGNATE.view(state, table.screen.names, None)).children
    district = board.children[-1]
    [near], [far] = district.ids.near.children, district.ids.far.children
    assert (near.text, near.leads, far.text, far.leads) == ("9", True, "4", False)


@pytest.mark.parametrize("entry", ["deck", "roller", "camera", "rules", "settings"])
def test_what_belongs_to_no_game_is_one_tap_from_home_and_back_is_one(tablet: Tablet, entry: str) -> None:
    tablet.tap(tablet.screen.entries[entry])
    assert tablet.screen.name == entry
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_the_rules_of_every_game_are_read_without_a_game(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["rules"])
    first = [line.text for line in tablet.screen.ids.lines.children]
    tablet.tap(tablet.screen.pads["magistratvm"])
    assert first and [line.text for line in tablet.screen.ids.lines.children] != first


def test_a_deck_to_print_is_put_where_players_find_it(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["deck"])
    tablet.tap(tablet.screen.ids.print_mats)
    made = tablet.app.folders.export_folder / "mat.pdf"
    assert tablet.screen.sheet.text == f"{made.name}\nin the folder {made.parent}"
    assert made.read_bytes().startswith(b"%PDF")


def test_without_a_roller_its_screen_says_so(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["roller"])
    assert tablet.screen.doing == "No roller connected."
    assert tablet.screen.fairness == "No rolls yet."


def test_the_rolls_of_saved_games_are_shown_by_face_with_their_verdict(tablet: Tablet) -> None:
    game, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "friday")
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(game, entries)
    tablet.tap(tablet.screen.entries["roller"])
    bars = list(reversed(tablet.screen.ids.rolls.children))
    assert [str(one.dice.kind) for one in bars] == ["d10", "d6"]
    assert bars[0].title.endswith("dice, too few rolls") and sum(bars[0].dice.counts) > 20
    tablet.app.go("start")


def test_in_daylight_the_same_screen_is_lighter_and_stays_so(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["settings"])
    daylight = tablet.screen.fields["theme"].pads["daylight"]
    tablet.screen.ids.scroll.scroll_to(daylight, animate=False)  # whoever was here before may have scrolled on
    tablet.draw()
    evening = float(np.mean(tablet.picture()))
    tablet.tap(daylight)
    tablet.draw()
    assert tablet.screen.name == "settings" and float(np.mean(tablet.picture())) > evening
    assert tablet.app.settings.theme == "daylight"
    tablet.tap(tablet.screen.fields["theme"].pads["evening"])
    assert theme.name == "evening"


@pytest.mark.parametrize(
    ("kind", "dealt", "seats"),
    [("three-players", ["MW", "SL"], 3), ("solo", ["MWK"], 2), ("mega", ["MWKSLY"], 2)],
)
def test_any_kind_of_game_is_begun_by_tapping_its_crowns(
    tablet: Tablet, kind: str, dealt: list[str], seats: int
) -> None:
    tablet.app.go("start")
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.parts["preset"].pads[kind])
    for seat, letters in enumerate(dealt):
        tablet.tap(form.parts["crowns"].deal.pads[seat])
        for crown in crowns(letters):
            tablet.tap(form.parts["crowns"].deal.targets[crown])
    tablet.tap(form.ids.start)
    assert tablet.screen.name == "table", form.notice
    assert (tablet.state.options.preset, tablet.state.players) == (kind, seats)
    assert sorted(map(str, tablet.state.crowns[0])) == sorted(map(str, crowns(dealt[0])))


def _texts(tablet: Tablet) -> set[str]:
    return {widget.text for widget in tablet.screen.walk() if isinstance(widget, Text)}


def test_what_each_kind_of_game_and_each_preset_means_is_said_where_it_is_chosen(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.settle()
    form = tablet.screen
    for name, pad in form.parts["preset"].pads.items():
        tablet.tap(pad)
        assert words.say(PRESET_DESCRIPTIONS[name]) in _texts(tablet)
    tablet.app.go("start")
    assert set(PRESET_DESCRIPTIONS) == set(PRESETS)


def test_a_house_rule_counts_in_the_game_that_is_begun(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.settle()
    form = tablet.screen
    tablet.tap(form.parts["preset"].pads["standard"])
    tablet.tap(form.ids.house_rules)
    tablet.tap(form.parts["every_suit_on_a_deed"].pads[True])
    tablet.press_back()
    assert form.house_rules == "House rules +1"
    for crown in crowns("MWK"):
        tablet.tap(form.parts["crowns"].deal.targets[crown])
    tablet.tap(form.ids.start)
    assert tablet.state.options.every_suit_on_a_deed


def test_the_automa_is_dealt_a_hand_by_a_house_rule_of_the_solo_game_alone(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.settle()
    form = tablet.screen
    tablet.tap(form.ids.house_rules)
    assert "solo_automa_hand" not in form.parts
    tablet.press_back()
    tablet.tap(form.parts["preset"].pads["solo"])
    tablet.tap(form.ids.house_rules)
    field = form.parts["solo_automa_hand"]
    assert field.pads[False].chosen
    field.parent.parent.scroll_to(field, animate=False)
    tablet.settle()
    tablet.tap(field.pads[True])
    tablet.press_back()
    for crown in crowns("MWKSLY"):
        tablet.tap(form.parts["crowns"].deal.targets[crown])
    tablet.tap(form.ids.start)
    assert (tablet.state.options.solo_automa_hand, tablet.state.pile) == (True, 24)


def test_a_door_says_in_words_where_it_leads(tablet: Tablet) -> None:
    entries = [widget for widget in tablet.screen.walk() if isinstance(widget, NavigationCard)]
    assert entries and all(entry.text and entry.about for entry in entries)
