"""A game that the app was never told of is opened from the list, played with a finger, and keeps secrets secret."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from companion.app.registry import games_without_form
from companion.app.sheets.covered import CoverSheet
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.fields import Amount, Pick
from companion.games.figures import Reason
from companion.games.new_game import NAME, PRESET
from companion.games.protocol import Waiting
from companion.games.registry import registered
from companion.games.texts import Line, Rows, verbatim
from companion.journal import Journal, KeptGame
from companion.locale import Message
from companion.play import Source
from tests.app.on_screen import shown
from tests.app.tablet import Tablet
from tests.app.test_sorcerous_on_the_tablet import pads, painted
from tests.toy.sparrows import SPARROWS, Note, Throw

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
ANN, BEN = 0, 1


def opened(tablet: Tablet, game: str = "sparrows") -> Tablet:
    """A game of this kind, kept, and tapped in the list of games."""
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(
            KeptGame("flock", game, "A flock", ("Ann", "Ben"), {"preset": "short"}, {"feathers": [3, 4]}, NOON)
        )
    tablet.tap(tablet.screen.entries["games"])
    [row] = tablet.screen.ids.games.children
    kept = row.target
    assert kept.text == "A flock" and kept.about.startswith("Turn 1")
    tablet.tap(kept)
    return tablet


@pytest.fixture
def flock(tablet: Tablet) -> Iterator[Tablet]:
    with registered(SPARROWS):
        yield opened(tablet)
        tablet.app.go("start")


@pytest.fixture
def bidding(flock: Tablet) -> Tablet:
    throw(flock, 4)
    throw(flock, 6)
    return flock


def pad(tablet: Tablet, text: str) -> Any:
    return pads(tablet)[text]


def throw(tablet: Tablet, value: int) -> None:
    tablet.settle()
    tablet.tap(pad(tablet, f"Ann throws {value}"))


def bid(tablet: Tablet, seat: int, feathers: int) -> None:
    """As a player does who is alone with the tablet."""
    tablet.settle()
    tablet.tap(tablet.screen.asked[seat].pads[0])
    tablet.tap(tablet.screen.sheet.ids.cover)
    tablet.tap(tablet.screen.sheet.pads[feathers])


def texts(tablet: Tablet) -> list[str]:
    return [widget.text for widget in tablet.screen.walk() if isinstance(getattr(widget, "text", None), str)]


def test_the_board_is_shown_in_words_and_what_is_awaited_with_its_answers(flock: Tablet) -> None:
    assert flock.screen.title == "Sparrows"
    shown = texts(flock)
    assert {"Feathers", "Points", "• Ann", "Ben", "Ann: throw the d6", "Ann throws 4"} <= set(shown)
    throw(flock, 4)
    assert flock.state.thrown == (4,)
    assert flock.screen.sentence == "Ann throws 4"


def test_the_apps_dice_roll_where_a_roll_is_awaited(flock: Tablet) -> None:
    flock.tap(pad(flock, "Roll for me"))
    [value] = flock.state.thrown
    assert 1 <= value <= 6


def test_a_whole_game_is_tapped_to_its_end(bidding: Tablet) -> None:
    bid(bidding, ANN, 2)
    bid(bidding, BEN, 4)
    assert (bidding.state.over, bidding.state.points) == (True, (0, 10))
    [offered] = bidding.screen.others
    assert [pad.text for pad in offered.pads] == ["Final score"] and bidding.screen.sheet is None
    assert bidding.screen.sentence == "the bids are 2 4"
    bidding.press_back()
    bidding.tap(bidding.screen.entries["games"])
    bidding.tap(bidding.screen.ids.games.children[0].target)
    assert (bidding.screen.name, bidding.screen.ids.count.count.result.text()) == ("end", "The game is over.")


def test_a_move_is_taken_back_put_back_and_read_about(bidding: Tablet) -> None:
    pads = bidding.screen.ids
    bidding.tap(pads.undo)
    assert bidding.state.thrown == (4,)
    bidding.tap(pads.redo)
    assert bidding.state.thrown == (4, 6)
    bidding.tap(pads.undo)
    bidding.tap(pads.history)
    lines = {line["text"]: line["gone"] for line in bidding.screen.sheet.lines if "gone" in line}
    assert (lines["Ann throws 4"], lines["Ann throws 6"], lines["Undone: Ann throws 6"]) == (False, True, False)


def test_nothing_is_seen_of_a_bid_before_its_owner_is_alone_with_it(bidding: Tablet) -> None:
    bidding.tap(bidding.screen.asked[ANN].pads[0])
    sheet = bidding.screen.sheet
    assert isinstance(sheet, CoverSheet) and sheet.title == "For Ann only"
    assert not {"0", "1", "2", "3"} & {str(getattr(widget, "text", "")) for widget in sheet.walk()}
    bidding.tap(sheet.ids.cover)
    assert [answer.text for answer in sheet.pads] == ["0", "1", "2", "3"]


def test_the_shared_screen_is_the_same_whatever_was_bid(bidding: Tablet) -> None:
    pictures = []
    for feathers in (0, 1, 3):
        bid(bidding, ANN, feathers)
        bidding.draw()
        pictures.append(bidding.picture())
    assert bidding.screen.sheet is None and "Ann has answered" in texts(bidding)
    assert all(np.array_equal(pictures[0], picture) for picture in pictures[1:])
    assert bidding.play.seq == 2


def test_the_far_player_s_cover_is_turned_to_them(bidding: Tablet) -> None:
    bidding.tap(bidding.screen.asked[BEN].pads[0])
    assert bidding.screen.sheet.turned
    bidding.press_back()
    assert bidding.screen.sheet is None


def test_a_long_press_on_a_number_shows_the_moves_that_made_it(tablet: Tablet) -> None:
    def why(_made: object, _spot: str) -> tuple[Reason, ...]:
        return Reason(1, 1, 3, 3, Message("a feast"), "S2"), Reason(2, 1, -1, 2, Message("a bid"), "S3")

    with registered(replace(SPARROWS, name="explained", why=why)):
        opened(tablet, "explained")
        tablet.press_long(painted(tablet)["feathers-0"])
        assert tablet.screen._explanation.text == "Ann: feathers: 3\n−1 → 2: a bid S3\n+3 → 3: a feast S2"
        tablet.app.go("start")


def test_where_no_answers_are_offered_one_is_written(tablet: Tablet) -> None:
    def sealed(state: Any) -> Any:
        return tuple(replace(one, offers=()) for one in SPARROWS.sealed(state))

    with registered(replace(SPARROWS, name="writers", sealed=sealed)):
        opened(tablet, "writers")
        throw(tablet, 1)
        throw(tablet, 2)
        tablet.tap(tablet.screen.asked[ANN].pads[0])
        tablet.tap(tablet.screen.sheet.ids.cover)
        for typed, reason in (("9", "Nobody bids more feathers than they have"), ("many", "must be a whole number")):
            tablet.screen.sheet.field.text = typed
            tablet.tap(tablet.screen.sheet.pads[0])
            assert reason in tablet.screen.sheet.notice
        tablet.screen.sheet.field.text = "3"
        tablet.tap(tablet.screen.sheet.pads[0])
        assert tablet.screen.sheet is None
        assert [one.answered for one in tablet.play.sealed()] == [True, False]
        tablet.app.go("start")


def test_a_secret_move_is_offered_under_cover_and_shown_to_nobody(tablet: Tablet) -> None:
    notes = (Note(BEN, "honest"), Note(BEN, "a bluff"))

    def waiting(state: Any) -> Any:
        return (Waiting(BEN, "note", Message("keep a note"), notes),) if state.notes[BEN] is None else ()

    def described(_before: Any, move: Any, _after: Any, _names: Any) -> Message:
        return Message("{what}", {"what": move.text or "somebody noted something"})

    with registered(replace(SPARROWS, name="notes", waiting_for=waiting, wish=lambda _state: None, describe=described)):
        opened(tablet, "notes")
        assert not {"Honest", "A bluff"} & set(texts(tablet))
        tablet.tap(pad(tablet, "Answer in private"))
        tablet.tap(tablet.screen.sheet.ids.cover)
        tablet.tap(tablet.screen.sheet.pads[1])
        assert tablet.state.notes[BEN] == "a bluff"
        tablet.tap(tablet.screen.ids.history)
        assert not any("bluff" in text for text in texts(tablet))
        assert "somebody noted something" in texts(tablet)
        tablet.app.go("start")


def test_a_secret_that_was_proposed_is_confirmed_by_its_owner_alone(tablet: Tablet) -> None:
    with registered(replace(SPARROWS, name="proposed", waiting_for=lambda _state: (), wish=lambda _state: None)):
        opened(tablet, "proposed")
        tablet.play.propose(Note(BEN, "a bluff"), source=Source.FILE, ask=True)
        tablet.settle()
        sheet = tablet.screen.sheet
        assert isinstance(sheet, CoverSheet) and sheet.title == "For Ben only"
        assert "Ben notes something" not in {line.lower() for line in texts(tablet)}
        tablet.tap(sheet.ids.cover)
        tablet.tap(sheet.pads[0])
        assert tablet.state.notes[BEN] == "a bluff" and tablet.screen.sheet is None
        tablet.play.propose(Note(BEN, "honest"), source=Source.FILE, ask=True)
        tablet.settle()
        tablet.press_back()
        assert (tablet.play.questions(), tablet.screen.sheet) == ((), None)
        tablet.app.go("start")


def test_a_game_without_a_form_of_its_own_is_begun_from_its_options(tablet: Tablet) -> None:
    with registered(SPARROWS):
        tablet.app.go("games")
        tablet.app.go("start")
        tablet.settle()
        tablet.tap(tablet.screen.entries["other_games"])
        tablet.tap(tablet.screen.entries["sparrows"])
        form = tablet.screen
        assert form.title == "Sparrows"
        tablet.tap(form.parts["preset"].pads["short"])
        form.names[BEN].text = "Bea"
        tablet.settle()
        for seat, feathers in enumerate((3, 4)):
            for _ in range(feathers):
                tablet.tap(form.parts["feathers"].rows[f"feathers-{seat}"].ids.more)
        tablet.tap(form.ids.start)
        assert tablet.play.game.players == ("Near", "Bea")
        assert (tablet.state.options.rounds, tablet.state.feathers) == (1, (3, 4))
        assert tablet.screen.name == "any_game"
        tablet.press_back()
    tablet.app.go("games")
    tablet.app.go("start")


def test_a_move_is_entered_part_by_part(tablet: Tablet) -> None:
    def decisions(state: Any, names: Any) -> Any:
        seat = state.player
        asked = (
            Pick("which", Message("which die?"), ("first", "second"), verbatim),
            Amount("shown", Message("what does it show?"), 1, 6),
        )
        throw = Message("say it")
        yield Decision("say", throw, lambda answers: Throw(seat, answers["shown"]), lambda _answers: asked, owner=seat)
        yield Decision("four", Message("a four"), lambda _answers: Throw(seat, 4), owner=seat)

    def waiting(state: Any) -> Any:
        return tuple(replace(one, answers=()) for one in SPARROWS.waiting_for(state))

    with registered(
        replace(SPARROWS, name="sayers", waiting_for=waiting, decisions=decisions, wish=lambda _state: None)
    ):
        opened(tablet, "sayers")
        tablet.tap(pad(tablet, "Say it"))
        view = tablet.screen.form
        assert view.text == "Ann: which die?"
        tablet.tap(view.pads[1])
        assert view.text == "Ann: what does it show?"
        tablet.tap(view.amount.digits[6])
        assert (tablet.state.thrown, tablet.screen.sheet) == ((6,), None)
        tablet.tap(pad(tablet, "A four"))
        assert tablet.state.thrown == (6, 4)
        tablet.app.go("start")


def test_the_form_shows_why_a_move_is_refused_and_asks_again(tablet: Tablet) -> None:
    def decisions(state: Any, names: Any) -> Any:
        shown = Amount("shown", Message("what does it show?"), 1, 9)
        throw = Message("say it")
        yield Decision(
            "say",
            throw,
            lambda answers: Throw(state.player, answers["shown"]),
            lambda _answers: (shown,),
            optional=True,
        )

    with registered(replace(SPARROWS, name="sayers", decisions=decisions)):
        opened(tablet, "sayers")
        tablet.tap(pad(tablet, "Say it"))
        view = tablet.screen.form
        tablet.tap(view.amount.digits[9])
        assert "The player at turn throws one d6 twice" in view.notice
        tablet.tap(view.amount.digits[1])
        assert (tablet.state.thrown, tablet.screen.sheet) == ((1,), None)
        tablet.app.go("start")


def test_a_game_is_set_up_step_by_step_and_shows_its_forecast(tablet: Tablet) -> None:
    def preparing(state: Any, names: Any) -> Any:
        return () if state.thrown else (Line("S0", Message("fill the feeder")), Line("S1", Message("be quiet")))

    def forecast(state: Any, names: Any) -> Any:
        return Rows((verbatim("feathers"),), ((verbatim("many"),),))

    with registered(replace(SPARROWS, name="planners", setup_steps=preparing, forecast=forecast)):
        opened(tablet, "planners")
        tablet.tap(pad(tablet, "Set up the table"))
        assert {"1. fill the feeder", "2. be quiet"} <= {*texts(tablet)}
        tablet.press_back()
        tablet.tap(pad(tablet, "Forecast"))
        assert "many" in texts(tablet)
        tablet.press_back()
        throw(tablet, 4)
        assert "Set up the table" not in texts(tablet)
        tablet.app.go("start")


def test_its_menu_has_its_rules_and_no_camera(flock: Tablet) -> None:
    flock.tap(flock.screen.ids.menu)
    menu = flock.screen.sheet.ids
    assert menu.camera.disabled and menu.put_away.disabled
    assert "own" not in menu and len(menu.groups.children) == 3, "it has no corrections of its own"
    flock.tap(menu.rules)
    assert any("1 rounds" in line.text for line in flock.screen.sheet.ids.lines.children)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
def test_every_target_is_large_enough(bidding: Tablet, size: tuple[int, int]) -> None:
    bidding.resize(*size)
    bidding.tap(bidding.screen.ids.undo)
    for _ in range(2):
        for target in bidding.targets():
            assert min(target.size) >= theme.target - 0.5, (target, target.size)
        bidding.tap(bidding.screen.ids.redo) if bidding.screen.can_redo else None
    bidding.tap(bidding.screen.asked[ANN].pads[0])
    bidding.tap(bidding.screen.sheet.ids.cover)
    for target in bidding.targets():
        assert min(target.size) >= theme.target - 0.5, (target, target.size)


def test_what_was_bid_is_in_the_journal_only_once_everybody_has(bidding: Tablet) -> None:
    def kept() -> str:
        with Journal.open(bidding.app.folders.ensure_writable().journal_url) as journal:
            return json.dumps([entry.move for entry in journal.entries("flock")])

    bid(bidding, ANN, 2)
    assert "bids" not in kept()
    bid(bidding, BEN, 1)
    assert '"bids": [2, 1]' in kept()


def test_after_a_game_of_magnate_ended_another_speaks_another_language(table: Tablet) -> None:
    table.app.go("end")
    with registered(SPARROWS):
        options = SPARROWS.options_from_json({"preset": "short"}, "options")
        table.app.start_game(SPARROWS, ("Ann", "Ben"), options, SPARROWS.setup_from_json({"feathers": [3, 4]}, "setup"))
        table.settle()
        table.screen.open_menu()
        table.settle()
        table.tap(table.screen.sheet.ids.language)
        assert table.screen.sheet.ids.rules.text == "Règles"
        table.app.go("start")


def test_every_part_of_a_form_has_a_caption(tablet: Tablet) -> None:
    for rules in (rules for rules in games_without_form() if rules.labels):
        tablet.app.go("new_game")
        tablet.screen.begin(rules)
        assert {*tablet.screen.parts} - {PRESET, NAME} <= set(rules.labels)


@pytest.mark.parametrize("game", ["magistratvm", "sorcerous_futures"])
def test_a_count_of_any_game_is_corrected_with_two_taps_where_it_stands(tablet: Tablet, game: str) -> None:
    with shown(tablet, game, (1280, 800), "en"):
        seats = range(len(tablet.state.gold))
        for seat in (seats[0], seats[-1]):
            before = tablet.state.gold[seat]
            tablet.tap(tablet.screen.place_of(f"gold-{seat}"))
            tablet.tap(tablet.screen.counting.editor.ids.plus)
            tablet.screen.counting.close()
            assert tablet.state.gold[seat] == before + 1
