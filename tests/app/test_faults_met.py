"""Something went wrong in the companion itself: it is said, the game is kept, and the app goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first
from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock

from companion.app.texts.i18n import words
from companion.app.widgets.notice import Notice
from companion.app.window.guard import ExceptionGuard
from companion.games.magnate import Phase
from companion.play.play import NoSuchQuestion
from tests.app.at_the_table import NEAR, act, log, roll

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


def test_a_handler_that_fails_is_said_the_game_is_kept_and_goes_on(
    guarded: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_sheet_whose_handler_fails_is_closed_so_that_nobody_is_caught_in_it(
    guarded: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_what_is_refused_in_a_handler_is_said_in_its_own_words(
    guarded: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
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
