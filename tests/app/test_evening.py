"""A whole evening at one tablet: three games by touch, and all that happens beside them."""

import gc
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.sheets.camera import CameraChoiceSheet, CameraSheet
from companion.app.texts.i18n import words
from companion.games.magnate import Phase
from companion.journal import Journal
from firmware_bridge.emulator import EmulatedBoard, EmulatorMissing
from tests.app.at_the_table import menu, notice_text, undo
from tests.app.tablet import Tablet, until
from tests.app.test_light_doors import Players
from tests.bench.measured_process import resident_memory

from kivy.uix.widget import Widget  # isort: skip - the tablet settles Kivy first

SWING = 0.15
"""Share by which memory may grow, now and then, after the first tenth of the evening: measured were 9 and 11 %."""
A_MOVE = 52.0
"""Seconds that a move takes people at a table, talk included."""


def film(path: Path, shade: int) -> Path:
    """An empty table for a while, seen by one camera or another."""
    chance = np.random.default_rng(shade)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 480))
    for _ in range(300):
        writer.write(np.clip(chance.normal(shade, 2, (480, 640, 3)), 0, 255).astype(np.uint8))
    writer.release()
    return path


class Evening:
    """What happens beside the games, each at its move; the memory after every move."""

    def __init__(self, tablet: Tablet, folder: Path, board: EmulatedBoard) -> None:
        self._tablet, self._folder, self._board = tablet, folder, board
        self._plugged = True
        self.presses = 0
        """Rolls that the roller made."""
        self.sizes: list[float] = []
        self.widgets: list[int] = []
        """That are there after each game, back at the first screen."""
        self.happened: list[str] = []
        self.kept: dict[str, int] = {}
        """Of each game that was played the entries that the table had seen."""
        tablet.app.dice.connect_roller(board.port)

    def game(self, kind: str, seed: int, events: dict[int, Callable[[], None]]) -> None:
        """From the first screen to the score and back, with what happens after so many moves; every move is drawn."""
        players, moves = Players(self._tablet, kind, seed), 0
        players.begin()
        while not self._tablet.state.over:
            before = self._tablet.play.seq
            if self._plugged and self._tablet.state.phase is Phase.ROLL:
                self._press()
            else:
                players.go_on()
            assert self._tablet.play.seq > before, self._stuck()
            assert self._tablet.state.over or notice_text(self._tablet) == "", self._stuck()
            self._tablet.draw()
            self._tablet.leave_alone()
            self.sizes.append(resident_memory())
            moves += 1
            if moves in events:
                events[moves]()
                self.happened.append(events[moves].__name__)
        assert self._tablet.screen.name == "end"
        self.kept[self._tablet.play.game.id] = self._tablet.play.seq
        self._tablet.app.go("start")
        self._tablet.leave_alone()
        self.widgets.append(sum(issubclass(type(one), Widget) for one in gc.get_objects()))

    def _stuck(self) -> str:
        screen = self._tablet.screen
        return f"{self.happened}: {self._tablet.state.phase}, {screen.sheet}: {notice_text(self._tablet)!r}"

    def a_camera(self) -> None:
        menu(self._tablet)
        self._tablet.tap(self._tablet.screen.sheet.ids.camera)
        self._choose(film(self._folder / "one.avi", 90))

    def another_camera(self) -> None:
        menu(self._tablet)
        self._tablet.tap(self._tablet.screen.sheet.ids.camera)
        self._tablet.tap(self._tablet.screen.sheet.ids.other)
        self._choose(film(self._folder / "other.avi", 140))

    def the_roller(self) -> None:
        self._board.command("plug")
        self._plugged = True
        self._hear()

    def no_roller(self) -> None:
        """Pulled out: the table says so, and lets itself be tapped again."""
        self._board.command("unplug")
        self._plugged = False
        self._hear()

    def _hear(self) -> None:
        """What the table says of the roller, and a tap that puts it away."""
        until(self._tablet, lambda: notice_text(self._tablet) != "")
        assert notice_text(self._tablet) != ""
        if self._tablet.screen.notice is not None:
            self._tablet.tap(self._tablet.screen.notice)

    def _press(self) -> None:
        until(self._tablet, lambda: self._board.screen()[0] == "Press to roll")
        self._board.press()
        until(self._tablet, lambda: self._tablet.state.phase is not Phase.ROLL)
        self.presses += 1

    def french(self) -> None:
        words.language = "fr"
        self._tablet.settle()

    def english(self) -> None:
        words.language = "en"
        self._tablet.settle()

    def a_move_taken_back(self) -> None:
        state = self._tablet.state
        undo(self._tablet)
        assert self._tablet.state != state
        self._tablet.play.redo()
        self._tablet.settle()
        assert self._tablet.state == state

    def _choose(self, source: Path) -> None:
        assert isinstance(self._tablet.screen.sheet, CameraChoiceSheet)
        self._tablet.screen.sheet.ids.address.text = str(source)
        self._tablet.tap(self._tablet.screen.sheet.ids.use_address)
        assert isinstance(self._tablet.screen.sheet, CameraSheet)
        self._tablet.tap(self._tablet.screen.sheet.ids.close)


@pytest.mark.prove("evening")
@pytest.mark.paced
@pytest.mark.timeout(3400)
def test_an_evening_of_three_games_leaves_memory_flat_and_the_journal_whole(tablet: Tablet, tmp_path: Path) -> None:
    try:
        board = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with board:
        evening = Evening(tablet, tmp_path, board)
        evening.game(
            "three-players",
            2,
            {5: evening.a_camera, 20: evening.french, 40: evening.a_move_taken_back, 70: evening.no_roller},
        )
        evening.game("standard", 2, {30: evening.another_camera, 60: evening.the_roller, 90: evening.english})
        evening.game("standard", 5, {30: evening.a_move_taken_back, 60: evening.french})
        tablet.app.dice.disconnect_roller()
    assert len(evening.happened) == 9 and evening.presses > 10
    sizes, moves = evening.sizes, len(evening.sizes)
    settled = sizes[moves // 10 :]
    growth = max(settled) / settled[0] - 1
    print(f"{moves} moves ({moves * A_MOVE / 3600:.1f} h), {evening.presses} rolls by the roller, at most", end=" ")
    print(f"{max(sizes):.0f} MB, {growth:.1%} more than after the first tenth;", end=" ")
    print("after each tenth:", ", ".join(f"{sizes[moves * tenth // 10 - 1]:.0f}" for tenth in range(1, 11)))
    with Journal.open(tablet.app.folders.journal_url) as journal:
        journal.check()
        assert journal.unreadable() == ()
        assert {game.id: len(journal.entries(game.id)) for game in journal.games()} == evening.kept
    assert len(evening.kept) == 3
    print("widgets after each game:", evening.widgets)
    # Two games of one kind; what stays is the last board, and one has a few cards more than the other.
    assert evening.widgets[2] <= 1.05 * evening.widgets[1], "something of a game stays behind"
    assert growth <= SWING
