"""Something goes wrong in the companion, where nobody waits, or in the store: it is said, and the app goes on."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Notice
from companion.app.window.guard import ExceptionGuard
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
from companion.play.play import NoSuchQuestion
from companion.rolls.roller_dice import RollerDice
from tests.app.at_the_table import NEAR, act, log, notice_text, roll
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet
from tests.journal.corrupting import torn_journal
from tests.journal.disk import watched
from tests.journal.disk.faults import FAULTS
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.rolls.test_roller_dice import FakeRoll, RecordingLine


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


SETUP = Setup(cards("PMSL PMYK X PSWK PWLY"), (cards("CM CW CK"), cards("CS CL CY")))


@pytest.fixture
def table_screen(tablet: Tablet) -> Iterator[Tablet]:
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


def test_an_own_fault_on_any_thread_is_said(table_screen: Tablet, capsys: pytest.CaptureFixture[str]) -> None:
    thread = threading.Thread(target=lambda: table_screen.app.report_error(ZeroDivisionError("division by zero")))
    thread.start()
    thread.join()
    table_screen.settle()
    assert "unexpected error (ZeroDivisionError: division by zero)" in notice_text(table_screen)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_failing_acknowledgement_is_said_and_the_roll_stands(table_screen: Tablet) -> None:
    def unplugged(_: object) -> None:
        raise CompanionError("the roller", "was unplugged")

    table_screen.play.propose(Roll(0, (9, 4)), source=Source.ROLLER, acknowledge=unplugged)
    table_screen.settle()
    assert [die.value for die in reversed(table_screen.screen.ids.dice.children)] == [9, 4]
    assert notice_text(table_screen) == "the roller: was unplugged"


def test_settings_that_cannot_be_kept_are_used_all_the_same_and_that_is_said(tablet: Tablet) -> None:
    tablet.app.folders.settings.mkdir(parents=True)
    tablet.app.set("far_side_turned", False)
    tablet.settle()
    assert not tablet.app.settings.far_side_turned
    assert "settings.json: cannot write (Is a directory)" in notices(tablet)[0].text


def test_a_rollers_roll_that_cannot_be_kept_is_said_and_comes_again(table_screen: Tablet) -> None:
    line, refused = RecordingLine(), list[CompanionError]()
    dice: RollerDice[FakeRoll] = RollerDice(line, table_screen.app.game_store.holds)
    RollsAtTable(dice, table_screen.play, refused.append)
    with nothing_more_kept(Path(table_screen.app.folders.data) / "games.db"):
        dice.take(FakeRoll("D-1-1"))
        table_screen.settle()
    assert [isinstance(error, JournalError) and WHY in str(error) for error in refused] == [True]
    assert (line.calls, table_screen.state.phase) == (["want"], Phase.ROLL)
    dice.take(FakeRoll("D-1-1"))
    table_screen.settle()
    assert line.calls[1] == "counted D-1-1" and table_screen.state.phase is not Phase.ROLL


@pytest.mark.prove("faults-app")
@pytest.mark.timeout(3000)
@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "no-memory"])
def test_whichever_call_of_the_store_fails_the_table_shows_what_is_kept_and_goes_on(fault: str) -> None:
    with watched.in_memory() as folder:
        output = watched.run("tests.app.faulty_evening", str(folder), fault, folder=folder)
    result: dict[str, Any] = json.loads(output.splitlines()[-1])
    if "skipped" in result:
        pytest.skip(result["skipped"])
    assert result["wrong"] == []
    print(f"an evening in the app, {fault}: failed {result['tried']} times")
    assert result["tried"] > 20


SECRET = "http://ann:h0rse@192.168.1.7/video"


@pytest.fixture
def guarded(table: Tablet) -> Iterator[Tablet]:
    """The table as the app itself runs it."""
    table.app.recovery._last_shown.clear()
    table.faulty = True
    yield table
    table.app.recovery.met.clear()
    table.app.recovery.close_notice()


def fails(*_: object) -> None:
    raise LookupError(f"{SECRET} of Ann is not there")


def fault(tablet: Tablet) -> Notice:
    [notice] = [widget for widget in tablet.screen.walk() if isinstance(widget, Notice)]
    return notice


def pads(tablet: Tablet) -> list[Any]:
    """What can be done about it: save a report, or go on."""
    return list(reversed(fault(tablet).ids.answers.children))


def broken_handler(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the log cannot be opened."""
    monkeypatch.setattr(tablet.screen, "open_history", fails)
    tablet.tap(tablet.screen.table.seats[NEAR].ids.log)


def test_a_failing_handler_is_said_and_the_game_goes_on(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    roll(guarded, 10, 4)
    broken_handler(guarded, monkeypatch)
    assert fault(guarded).text == "Something went wrong. The game is saved."
    guarded.tap(pads(guarded)[1])
    assert guarded.app.recovery.notice is None
    monkeypatch.undo()
    log(guarded)
    assert guarded.screen.sheet is not None
    guarded.screen.overlay.close()
    act(guarded, "play")
    assert guarded.state.phase is Phase.PLAY


def test_a_sheet_whose_handler_fails_is_closed(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    roll(guarded, 10, 4)
    log(guarded)
    sheet = guarded.screen.sheet
    monkeypatch.setattr(sheet, "close_callback", fails)
    guarded.tap(sheet.ids.close)
    assert fault(guarded).text
    assert sheet.parent is None and guarded.screen.sheet is not sheet


def test_a_report_names_the_place_and_no_secret(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_handler(guarded, monkeypatch)
    guarded.tap(pads(guarded)[0])
    [written] = Path(guarded.app.folders.export_folder).glob("fault *.txt")
    text = written.read_text("utf8")
    assert str(written) in fault(guarded).text
    assert "builtins.LookupError" in text and "test_faults_met" in text and "game: magnate" in text
    for private in (SECRET, "h0rse", "ann", "Ann", "Ben", str(Path.home()), str(guarded.app.folders.data)):
        assert private not in text.replace("handler", ""), private


def test_a_report_that_cannot_be_written_says_why(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    guarded.app.folders.export_folder.parent.mkdir(parents=True, exist_ok=True)
    guarded.app.folders.export_folder.write_text("a file where the folder belongs")
    broken_handler(guarded, monkeypatch)
    guarded.tap(pads(guarded)[0])
    assert "cannot write" in fault(guarded).text
    assert not pads(guarded)[0].disabled


def test_a_timer_that_fails_again_and_again_is_said_once(guarded: Tablet) -> None:
    timer = Clock.schedule_interval(fails, 0)
    for _ in range(5):
        try:
            EventLoop.idle()
        except Exception as error:  # as Kivy's own loop does
            assert ExceptionManager.handle_exception(error) == ExceptionManager.PASS
    timer.cancel()
    assert fault(guarded).parent is guarded.screen


def test_what_a_handler_refuses_is_said_in_its_own_words(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise NoSuchQuestion("seen", "is not an open question")

    monkeypatch.setattr(guarded.screen, "open_history", refuses)
    guarded.tap(guarded.screen.table.seats[NEAR].ids.log)
    assert guarded.app.recovery.notice is None
    texts = [getattr(widget, "text", "") for widget in guarded.screen.walk()] + [
        str(guarded.screen.sheet.notice) if guarded.screen.sheet is not None else ""
    ]
    assert "seen: is not an open question" in texts


def test_it_is_said_in_french(guarded: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    words.language = "fr"
    broken_handler(guarded, monkeypatch)
    assert fault(guarded).text == "Une erreur s’est produite. La partie est enregistrée."


@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)])
def test_what_is_said_is_whole_on_small_tablets(guarded: Tablet, size: tuple[int, int]) -> None:
    guarded.resize(*size)
    words.language = "fr"
    guarded.app.go("start")
    guarded.screen.ask_to_quit()
    guarded.settle(8)
    assert amiss(guarded) == []
    guarded.screen.overlay.close()
    guarded.app.recovery.offer(ZeroDivisionError())
    guarded.settle(8)
    assert [line for line in amiss(guarded) if "one over another" not in line] == []


def test_who_ends_the_program_ends_it(guarded: Tablet) -> None:
    guard: Any = next(handler for handler in ExceptionManager.handlers if isinstance(handler, ExceptionGuard))
    assert guard.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
