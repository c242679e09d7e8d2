"""What goes wrong where nobody waits for an answer is said on whichever screen is shown."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.widgets.notice import Notice
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.magnate import Phase, Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.journal import JournalError
from companion.live.rolls_at_table import RollsAtTable
from companion.locale import Message
from companion.pieces import Card
from companion.play import Source
from companion.rolls import RollerDice
from tests.app.at_the_table import notice_text
from tests.app.tablet import Tablet
from tests.journal.corrupting import torn_journal
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.rolls.test_roller_dice import FakeRoll, RecordingLine


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


SETUP = Setup(cards("PMSL PMYK X PSWK PWLY"), (cards("CM CW CK"), cards("CS CL CY")))


@pytest.fixture
def table(tablet: Tablet) -> Iterator[Tablet]:
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), preset("standard"), SETUP)
    tablet.settle()
    yield tablet
    tablet.app.go("start")


def notices(tablet: Tablet) -> list[Notice]:
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Notice)]


@pytest.mark.parametrize("screen", ["start", "games", "new_game", "tokens_only"])
def test_it_is_said_on_any_screen_and_put_away_by_a_tap(tablet: Tablet, screen: str) -> None:
    tablet.app.go(screen)
    tablet.app.report_error(CompanionError("games.db", Message("is damaged ({why})", {"why": "page 3"})))
    tablet.settle()
    [notice] = notices(tablet)
    assert notice.text == "games.db: is damaged (page 3)"
    tablet.tap(notice)
    assert notices(tablet) == []


def test_the_first_screen_reports_once_that_the_last_move_is_torn(tablet: Tablet, tmp_path: Path) -> None:
    tablet.app.go("settings")
    for times in (1, 0):
        tablet.app.open_folders(Folders(torn_journal(tmp_path) if times else tablet.app.folders.data))
        assert tablet.app.game_store  # else its module is loaded after the next frame
        tablet.app.go("start")
        tablet.settle()
        shown = notices(tablet)
        assert [one.text.endswith("Compare the last move with the table.") for one in shown] == [True] * times
        for one in shown:
            tablet.tap(one)
        tablet.app.go("settings")


def test_a_fault_of_the_companions_own_on_any_thread_is_said(table: Tablet, capsys: pytest.CaptureFixture[str]) -> None:
    thread = threading.Thread(target=lambda: table.app.report_error(ZeroDivisionError("division by zero")))
    thread.start()
    thread.join()
    table.settle()
    assert "unexpected error (ZeroDivisionError: division by zero)" in notice_text(table)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_failing_acknowledgement_is_said_and_the_roll_stands(table: Tablet) -> None:
    def unplugged(_: object) -> None:
        raise CompanionError("the roller", "was unplugged")

    table.play.propose(Roll(0, (9, 4)), source=Source.ROLLER, acknowledge=unplugged)
    table.settle()
    assert [die.value for die in reversed(table.screen.ids.dice.children)] == [9, 4]
    assert notice_text(table) == "the roller: was unplugged"


def test_settings_that_cannot_be_kept_are_used_all_the_same_and_that_is_said(tablet: Tablet) -> None:
    tablet.app.folders.settings.mkdir(parents=True)
    tablet.app.set("far_side_turned", False)
    tablet.settle()
    assert not tablet.app.settings.far_side_turned
    assert "settings.json: cannot write (Is a directory)" in notices(tablet)[0].text


def test_a_rollers_roll_that_cannot_be_kept_is_said_and_comes_again(table: Tablet) -> None:
    line, refused = RecordingLine(), list[CompanionError]()
    dice: RollerDice[FakeRoll] = RollerDice(line, table.app.game_store.holds)
    RollsAtTable(dice, table.play, refused.append)
    with nothing_more_kept(Path(table.app.folders.data) / "games.db"):
        dice.take(FakeRoll("D-1-1"))
        table.settle()
    assert [isinstance(error, JournalError) and WHY in str(error) for error in refused] == [True]
    assert (line.calls, table.state.phase) == (["want"], Phase.ROLL)
    dice.take(FakeRoll("D-1-1"))
    table.settle()
    assert line.calls[1] == "counted D-1-1" and table.state.phase is not Phase.ROLL
