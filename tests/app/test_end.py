"""The end of a game, counted step by step, and a game that was put away laid again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from kivy.core.clipboard import Clipboard

from companion.app.painters.final_count import ShareView
from companion.app.sheets.asking import AskingSheet
from companion.app.sheets.camera import CameraChoiceSheet, CameraSheet
from companion.app.sheets.differences import UncertainReadingSheet
from companion.app.sheets.list import PutAwaySheet
from companion.app.sheets.plot import PlotSheet
from companion.app.storage.exports import set_system_share
from companion.app.texts.i18n import words
from companion.app.widgets.text import Text
from companion.games.magnate import preset, score
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import BuyDeed, Develop
from companion.games.magnate.scoring import Layout, list_tie_breaks
from companion.games.magnate.state import Column
from companion.games.magnate.state import District as Lying
from companion.journal import Journal
from companion.pieces import Card, Tokens
from companion.play import Source
from models.training.common.decks import own_deck
from models.training.stage.directing import film_game
from models.training.stage.filming import FilmCamera
from models.training.stage.game import whole_game
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns, menu, roll
from tests.app.tablet import Tablet, until
from tests.bench.picture_server import PictureServer
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept

SEED = 3
LAID = 7
"""Cards on the table when it is put away."""


def open_put_away(tablet: Tablet) -> PutAwaySheet:
    menu(tablet)
    tablet.tap(tablet.screen.sheet.ids.put_away)
    sheet = tablet.screen.sheet
    assert isinstance(sheet, PutAwaySheet)
    return sheet


def test_every_card_is_drawn_where_it_lies_beside_the_list_of_what_goes_into_which_bag(table: Tablet) -> None:
    roll(table, 4, 7)
    sheet = open_put_away(table)
    table.settle(6)
    [laid] = sheet.ids.laid.children
    drawn = [view.card for view in reversed(laid.children)]
    assert drawn == [district.card for district in table.state.districts]
    lines = [line.text for line in sheet.ids.lines.children]
    assert "Ann’s bag" in lines and "The hand, face down" in lines
    assert not sheet.camera_status and "Check with a camera" in {
        one.text for one in sheet.walk() if isinstance(one, Text)
    }
    table.press_back()
    assert table.screen.name == "table"


class Laid:
    """The table of a staged film as it lies when the last of its cards is still in the bag, and once it is laid."""

    def __init__(self) -> None:
        self.game = whole_game(SEED)
        film = film_game(SEED, self.game, disturbance_rate=0.0)
        self._camera = FilmCamera(film, own_deck(), (1280, 720), jpeg=False)
        events = [one for one in film.script.events if one.step is not None]
        self._last = [one for one in events if one.step and isinstance(one.step.move, Develop | BuyDeed)][LAID - 1]
        self._before = events[events.index(self._last) - 1]

    @property
    def step(self) -> Any:
        return self._last.step

    @property
    def one_card_short(self) -> Any:
        return self._camera.frame(0, self._before.rests + 0.3).pixels

    @property
    def whole(self) -> Any:
        return self._camera.frame(1, self._last.rests + 0.3).pixels


@pytest.fixture
def laid(tablet: Tablet) -> Iterator[Laid]:
    """Its game goes on from the first screen, as on another evening."""
    laid = Laid()
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), laid.game.options, laid.game.setup)
    for step in laid.game.steps[: laid.game.steps.index(laid.step) + 1]:
        tablet.play.propose(step.move, source=Source.TOUCH)
    tablet.app.go("start")
    yield laid
    tablet.app.go("start")


@pytest.mark.prove("camera-game")
def test_a_camera_says_which_card_is_missing_and_then_that_all_lies_as_it_did(tablet: Tablet, laid: Laid) -> None:
    phone = PictureServer(laid.one_card_short, rate=8)
    try:
        tablet.app.go("start")
        tablet.settle()
        tablet.tap(tablet.screen.ids.unfinished.children[0])
        assert tablet.screen.name == "table"
        tablet.tap(open_put_away(tablet).ids.check)
        assert isinstance(tablet.screen.sheet, CameraChoiceSheet)
        tablet.screen.sheet.ids.address.text = phone.url
        tablet.tap(tablet.screen.sheet.ids.use_address)
        assert isinstance(tablet.screen.sheet, CameraSheet)
        tablet.tap(tablet.screen.sheet.ids.close)
        sheet = open_put_away(tablet)
        until(tablet, lambda: bool(sheet.asks or sheet.to_lay))
        if sheet.asks:
            tablet.tap(sheet.ids.check)
            assert isinstance(tablet.screen.sheet, UncertainReadingSheet)
            tablet.tap(tablet.screen.sheet.answers["bottom"])
            sheet = open_put_away(tablet)
        until(tablet, lambda: bool(sheet.to_lay))
        name = str(laid.step.move.card.wording())
        assert [name in step for step in sheet.to_lay] == [True] and not sheet.agrees
        phone.jpeg = cv2.imencode(".jpg", laid.whole)[1].tobytes()
        until(tablet, lambda: sheet.agrees)
        assert sheet.agrees and not sheet.to_lay
        assert "The table matches the game." in {one.text for one in sheet.walk() if isinstance(one, Text)}
    finally:
        phone.unplug()
        tablet.screen.camera.stop()


@pytest.fixture
def ended(tablet: Tablet) -> Tablet:
    """A whole game of Ann and Ben, at its end."""
    game, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "friday")
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(game, entries)
    tablet.app.set("animations", False)
    tablet.app.resume_game("friday")
    tablet.settle()
    assert tablet.screen.name == "end"
    return tablet


def put(tablet: Tablet, ending: str) -> Path:
    """The file that the screen says it put somewhere."""
    sheet = tablet.screen.sheet
    assert isinstance(sheet, AskingSheet)
    (path,) = tablet.app.folders.export_folder.glob(f"*{ending}")
    assert sheet.text == f"{path.name}\nin the folder {path.parent}"
    return path


def shares(tablet: Tablet) -> list[ShareView]:
    """What everybody gets in each step."""
    return [view for view in tablet.screen.ids.count.walk(restrict=True) if isinstance(view, ShareView)]


def test_the_end_says_of_every_district_whose_it_is(ended: Tablet) -> None:
    result, count = score(ended.state), ended.screen.ids.count
    holders = {view.spot.id for view in shares(ended) if view.leads}
    assert holders == {f"side-{one.index}-{one.won_by}" for one in result.districts if one.won_by is not None}
    assert tuple(row.standing for row in count.seats) == result.districts_won
    assert [row.won for row in count.seats] == [seat == result.winner for seat in range(2)]


def test_a_long_press_on_a_share_names_its_cards_and_the_moves_that_made_it(ended: Tablet) -> None:
    view = next(one for one in shares(ended) if len(one.spot.spots) > 1)
    explained = view.explain()
    assert all(f"{words.head(part.label)}: {part.number}" in explained for part in view.spot.spots)
    assert ended.screen.reasons(view.spot.id) in explained and "→" in explained


def test_a_rematch_asks_for_the_crowns_alone_and_the_other_begins(ended: Tablet) -> None:
    before = ended.play.game
    ended.tap(ended.screen.ids.rematch)
    form = ended.screen
    assert form.name == "new_game"
    for letters, seat in (("MWK", 0), ("SLY", 1)):
        ended.tap(form.parts["crowns"].deal.pads[seat])
        for crown in crowns(letters):
            ended.tap(form.parts["crowns"].deal.targets[crown])
    ended.tap(form.ids.start)
    assert ended.screen.name == "table", form.notice
    first = MAGNATE.setup_from_json(before.setup, "setup").first_player
    assert (ended.play.game.players, ended.state.player) == (before.players, 1 - first)
    ended.app.go("new_game")
    assert ended.screen.decision.answers["first_player"] == 0, "who begins a rematch does not begin the next new game"
    ended.app.go("start")


def test_the_picture_that_is_shared_shows_the_score(ended: Tablet) -> None:
    ended.draw()
    ended.tap(ended.screen.ids.share)
    picture = cv2.imread(str(put(ended, ".png")))
    assert picture is not None and picture.shape[1] >= 800
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_what_is_exported_is_the_games_record(ended: Tablet) -> None:
    ended.tap(ended.screen.ids.export)
    record = json.loads(put(ended, ".json").read_text())
    assert (record["game"], len(record["moves"])) == ("magnate", ended.play.seq)


def test_the_path_of_a_saved_file_is_copied_with_a_tap(ended: Tablet) -> None:
    ended.tap(ended.screen.ids.export)
    path = put(ended, ".json")
    ended.tap(ended.screen.sheet.pads[0])
    assert (Clipboard.paste(), ended.screen.sheet.notice) == (str(path), "Copied.")


def test_a_saved_file_goes_to_the_system_s_share_dialog(ended: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[Path] = []
    monkeypatch.setattr("companion.app.storage.exports._sharers", [])

    def share(path: Path) -> bool:
        shared.append(path)
        return True

    set_system_share(share)
    ended.tap(ended.screen.ids.export)
    assert ended.screen.sheet is None
    assert shared == list(ended.app.folders.export_folder.glob("*.json"))


def test_the_folder_is_shown_if_the_system_is_too_old_to_share(ended: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.storage.exports._sharers", [])
    set_system_share(lambda _path: False)
    ended.tap(ended.screen.ids.export)
    assert isinstance(ended.screen.sheet, AskingSheet)


def test_a_folder_that_cannot_be_written_is_named(ended: Tablet) -> None:
    ended.app.folders.export_folder.write_text("in the way")
    ended.tap(ended.screen.ids.export)
    assert f"{ended.app.folders.export_folder}: cannot write" in ended.screen.overlay.notice.text


def test_the_plot_has_a_point_for_every_turn_of_each_curve(ended: Tablet) -> None:
    ended.tap(ended.screen.ids.plot)
    sheet = ended.screen.sheet
    assert isinstance(sheet, PlotSheet)
    turns = len(ended.play.course.figures().turns)
    assert sheet.panels and all(len(line) == turns for panel in sheet.panels for line in panel.lines)
    first = sheet.panels[0]
    numbers = ended.play.course.figures().turns
    assert (first.ids.first_turn.text, first.ids.last_turn.text) == (str(numbers[0]), str(numbers[-1]))
    field = first.ids.field
    assert all(field.x - 1 <= x <= field.right + 1 and field.y - 1 <= y <= field.top + 1 for x, y in first.lines[0])
    ended.press_back()
    assert ended.screen.name == "end" and ended.screen.sheet is None


def test_the_winner_is_named_last_and_a_touch_ends_the_count(ended: Tablet) -> None:
    ended.app.go("start")
    ended.app.set("animations", True)
    ended.app.resume_game("friday")
    count = ended.screen.ids.count
    assert not count.result and not any(row.won or row.standing for row in count.seats)
    assert all(view.opacity == 0 for view in shares(ended))
    ended.tap_at(*count.center)
    assert count.result and all(view.opacity == 1 for view in shares(ended))
    ended.app.go("table")
    ended.app.go("end")
    assert count.result, "it is counted step by step only once"


def test_steps_appear_one_after_the_other(ended: Tablet) -> None:
    count = ended.screen.ids.count
    count.reveal()
    standings = []
    while not count.result:
        standings.append(tuple(row.standing for row in count.seats))
        count.show_next()
    steps = MAGNATE.counted(ended.state, ended.play.game.names).steps
    assert standings == [(0, 0), *(step.standing for step in steps if step.standing)]


def test_both_sides_read_the_count_if_the_far_side_is_turned(ended: Tablet) -> None:
    for turned in (True, False):
        ended.app.set("far_side_turned", turned)
        ended.screen.show()
        assert [row.turned for row in ended.screen.ids.count.seats] == [False, turned]


def table(near: list[str], far: list[str], tokens: tuple[str, str]) -> Any:
    """A table on which these stand in the first districts, one each."""

    def column(codes: list[str], place: int) -> Column:
        return Column(tuple(Card.parse(code) for code in codes[place : place + 1]))

    layout = tuple(Lying(card, (column(near, place), column(far, place))) for place, card in enumerate(DISTRICTS))
    return Layout(layout, (crowns("MWK"), crowns("SLY")), tuple(Tokens.parse(held) for held in tokens), STANDARD)


@each(
    ("near", "far", "tokens", "compared"),
    [
        (["4MS", "5YK"], ["", ""], ("M1", "S1"), []),
        (["7SK", "2MK"], ["6MW", "4MS"], ("M1", "S1"), ["Totals"]),
        (["7SK", "4MS"], ["6MW", "5YK"], ("M1", "S2"), ["Totals", "Tokens"]),
    ],
)
def test_only_needed_tie_breaks_are_shown(
    near: list[str], far: list[str], tokens: tuple[str, str], compared: list[str]
) -> None:
    worth = score(table([one for one in near if one], [one for one in far if one], tokens))
    assert [str(step.counted.label) for step in list_tie_breaks(worth, STANDARD)] == compared
