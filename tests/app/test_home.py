"""The first screen, games that go on and games of the past, deleted and had back."""

import re
import shutil
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.painters.small_table import SmallTable
from companion.app.texts.i18n import words
from companion.app.widgets.navigation_card import NavigationCard
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.folders import Folders
from companion.games.magnate import Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.new_games import PRESET_DESCRIPTIONS
from companion.games.magnate.options import PRESETS
from companion.games.magnate.state import Column
from companion.journal import Journal
from companion.pieces import Card
from tests.app.at_the_table import (
    DISTRICTS,
    STANDARD,
    awaits_roll,
    crowns,
    open_new_game,
    roll,
    sell,
    start_with_crowns,
)
from tests.app.tablet import Tablet
from tests.app.test_copies import kept
from tests.games.random_play import RandomGame
from tests.journal.kept_games import BEGINNING, FOURTH_MOVE, GAME, MOVES, NAMES, as_kept, damaged_journal
from tests.unwritable import read_only


def keep(tablet: Tablet, created: datetime) -> None:
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(replace(GAME, created=created), MOVES[:3])


def listed(tablet: Tablet) -> dict[str, Any]:
    """What stands on the screen of games, by the games' names."""
    tablet.app.go("games")
    tablet.settle()
    while tablet.screen.more is not None:
        tablet.screen.more.dispatch("on_release")
    return {row.target.text: row.target for row in tablet.screen.ids.games.children}


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal")
    damaged_journal(folder)
    return folder


@pytest.fixture
def damaged(tablet: Tablet, tmp_path: Path, journal: Path) -> Tablet:
    shutil.copytree(journal, tmp_path / "damaged")
    tablet.app.open_folders(Folders(tmp_path / "damaged"))
    return tablet


def test_damaged_games_are_listed_beside_the_sound_one_with_what_is_wrong(damaged: Tablet) -> None:
    games = listed(damaged)
    assert len(games) == 1 + len(FOURTH_MOVE) + len(NAMES) + len(BEGINNING)
    assert [name for name, target in games.items() if not target.wrong] == ["game sound"]
    assert games["game later"].about.startswith("Cannot continue after turn 2: game 'later', move 4: written")
    assert games["game later"].stands == [0, 0], "as before that move"
    games["game sound"].dispatch("on_release")
    assert (damaged.screen.name, damaged.state.turn) == ("table", 2)
    damaged.app.go("start")


def test_a_tap_on_a_damaged_game_says_what_is_wrong_and_what_to_do(damaged: Tablet) -> None:
    games = listed(damaged)
    for id_ in ("later", "against-the-rules", "deep", "players-cut", "blob-id", "chess"):
        games[f"game {id_}"].dispatch("on_release")
        notice = re.sub("^Cannot continue(?: after turn [23])?: ", "", games[f"game {id_}"].about)
        assert damaged.screen.name == "games" and damaged.screen.notice.startswith(notice)


def test_a_game_in_a_read_only_folder_is_looked_at_and_only_a_move_says_why_it_cannot_be_kept(tablet: Tablet) -> None:
    keep(tablet, GAME.created)
    with read_only(tablet.app.folders.data):
        listed(tablet)[GAME.name].dispatch("on_release")
        tablet.settle()
        assert (tablet.screen.name, tablet.state.turn) == ("table", 2)
        before = tablet.state
        roll(tablet, 10, 4)
        assert "cannot write: the file or its folder is read-only. Free some space" in tablet.screen.sheet.notice
        assert tablet.state == before
        tablet.app.go("start")


def test_a_move_after_the_data_folder_was_moved_is_refused_and_counts_once_it_is_back(table: Tablet) -> None:
    data, before = table.app.folders.data, table.state
    data.rename(data.with_name("elsewhere"))
    roll(table, 10, 4)
    assert "deleted or moved while it was open. Move it back" in table.screen.sheet.notice
    assert table.state == before
    table.press_back()
    data.with_name("elsewhere").rename(data)
    roll(table, 10, 4)
    assert table.state != before and not awaits_roll(table)


def test_a_data_folder_that_was_moved_is_said_where_games_are_listed(tablet: Tablet) -> None:
    keep(tablet, GAME.created)
    assert GAME.name in listed(tablet)
    tablet.app.go("start")
    tablet.app.folders.data.rename(tablet.app.folders.data.with_name("elsewhere"))
    assert listed(tablet) == {}
    assert "deleted or moved while it was open. Move it back" in tablet.screen.notice


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Lima", "UTC"])
@pytest.mark.parametrize("moment", [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)])
def test_a_game_of_9999_is_listed(tablet: Tablet, zone: str, moment: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        keep(tablet, moment)
        assert re.fullmatch(r"(1 Jan|31 Dec) \d+, \d\d:\d\d", listed(tablet)[GAME.name].when)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.fixture
def two(tablet: Tablet) -> Tablet:
    """The screen of games, with one of Ann's and, begun later, one of Zoë's."""
    for name in ("Ann", "Zoë"):
        tablet.app.go("start")
        setup = Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")), pile=1)
        tablet.app.start_game(MAGNATE, (name, "Ben"), STANDARD, setup)
        tablet.settle()
        roll(tablet, 10, 4)
    tablet.app.go("games")
    tablet.settle()
    return tablet


def row(tablet: Tablet, name: str) -> Any:
    return next(row for row in tablet.screen.ids.games.children if row.target.text == name)


def names(tablet: Tablet) -> list[str]:
    return [row.target.text for row in reversed(tablet.screen.ids.games.children)]


def test_a_game_is_called_otherwise_and_goes_on_as_before(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[0].text = "  By the fire "
    two.tap(two.screen.sheet.ids.take)
    assert names(two) == ["Zoë – Ben", "By the fire"] and kept(two) == {"Zoë – Ben", "By the fire"}
    two.tap(row(two, "By the fire").target)
    assert (two.screen.name, two.play.game.players, two.play.seq) == ("table", ("Ann", "Ben"), 1)
    two.app.go("start")


def test_a_game_without_a_name_is_asked_for_one(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[0].text = " "
    two.tap(two.screen.sheet.ids.take)
    assert two.screen.sheet.notice == "Enter a name."
    two.press_back()
    assert two.screen.name == "games" and names(two) == ["Zoë – Ben", "Ann – Ben"]


def test_a_player_is_called_otherwise_in_the_game_its_history_and_the_list_of_players(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    assert [field.hint_text for field in two.screen.sheet.fields] == ["Ann – Ben", "Ann", "Ben"]
    two.screen.sheet.fields[1].text = "Anna"
    two.tap(two.screen.sheet.ids.take)
    assert names(two) == ["Zoë – Ben", "Anna – Ben"], "a game that is called by its players follows"
    assert "Anna" in {name for one in two.app.game_store.played() for name in one.players}
    two.tap(row(two, "Anna – Ben").target)
    assert two.play.game.players == ("Anna", "Ben") and "Anna" in str(two.play.history()[0].message)
    two.app.go("start")


def test_two_players_of_a_game_have_no_name_in_common(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[1].text = "ben"
    two.tap(two.screen.sheet.ids.take)
    assert "two players have this name" in two.screen.sheet.notice
    two.press_back()
    assert names(two) == ["Zoë – Ben", "Ann – Ben"]


def test_a_deleted_game_is_gone_and_had_back_with_one_tap(two: Tablet) -> None:
    two.tap(row(two, "Zoë – Ben").ids.delete)
    assert names(two) == ["Ann – Ben"] and kept(two) == {"Ann – Ben"}
    [undo] = two.screen.ids.undo.ids.asked.children
    assert undo.text == "Zoë – Ben deleted"
    two.tap(undo.pads[0])
    assert names(two) == ["Zoë – Ben", "Ann – Ben"] and not two.screen.ids.undo.filled
    two.tap(row(two, "Zoë – Ben").target)
    assert (two.screen.name, two.play.seq) == ("table", 1)
    two.app.go("start")


def test_a_deleted_game_is_not_offered_on_the_first_screen(two: Tablet) -> None:
    two.tap(row(two, "Zoë – Ben").ids.delete)
    two.press_back()
    [card] = two.screen.ids.unfinished.children
    assert (two.screen.name, card.text) == ("start", "Ann – Ben")


def test_the_game_that_went_on_can_be_deleted(two: Tablet) -> None:
    assert two.play.game.name == "Zoë – Ben"
    two.tap(row(two, "Zoë – Ben").ids.delete)
    assert two.play is None


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
    ("kind", "dealt", "seats"), [("three-players", ["MW", "SL"], 3), ("solo", ["MWK"], 2), ("mega", ["MWKSLY"], 2)]
)
def test_any_game_is_begun_by_tapping_its_crowns(tablet: Tablet, kind: str, dealt: list[str], seats: int) -> None:
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
    form = open_new_game(tablet)
    for name, pad in form.parts["preset"].pads.items():
        tablet.tap(pad)
        assert words.say(PRESET_DESCRIPTIONS[name]) in _texts(tablet)
    tablet.app.go("start")
    assert set(PRESET_DESCRIPTIONS) == set(PRESETS)


def test_a_house_rule_counts_in_the_game_that_is_begun(tablet: Tablet) -> None:
    form = open_new_game(tablet)
    tablet.tap(form.parts["preset"].pads["standard"])
    tablet.tap(form.ids.house_rules)
    tablet.tap(form.parts["every_suit_on_a_deed"].pads[True])
    tablet.press_back()
    assert form.house_rules == "House rules +1"
    start_with_crowns(tablet)
    assert tablet.state.options.every_suit_on_a_deed


def test_the_automa_is_dealt_a_hand_by_a_house_rule_of_the_solo_game_alone(tablet: Tablet) -> None:
    form = open_new_game(tablet)
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
