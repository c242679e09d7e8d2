"""A whole game of Magnate by touch, with a camera that sees its gestures as a film, from new to its end."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.differences import DifferencesSheet, UncertainReadingSheet
from companion.games.magnate import State
from companion.games.magnate.moves import AddToDeed, Develop, Draw, EndTurn, PreferDeedIncome, Roll, TakeDeedIncome
from models.training.common.decks import own_deck
from models.training.stage.directing import film_game
from models.training.stage.filming import FilmCamera
from models.training.stage.game import Step, whole_game
from models.training.stage.script import Event
from tests.app.at_the_table import menu, roll, tap_die
from tests.app.tablet import Tablet
from tests.app.test_light_doors import Players
from tests.bench.picture_server import PictureServer

SIZE = (1280, 720)
RATE = 8
"""Frames a second of the film."""
CAMERA_TIMEOUT = 45.0
"""Seconds that the players wait for the camera; then they tap in what they did."""


@dataclass
class CameraResults:
    """What came of the camera: by kind of move, and the taps of every usual turn that it saw all of."""

    right: int = 0
    asked: int = 0
    tapped_in: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)


class FilmedPlayers(Players):
    """They do at the table what the film shows, and tap what the tablet asks for."""

    def __init__(self, tablet: Tablet, seed: int) -> None:
        super().__init__(tablet, "standard", seed)
        self.results = CameraResults()
        game = whole_game(seed)
        self._steps = game.steps
        self._deal.drawn = 0
        self._film = film_game(seed, game, disturbance_rate=0.0)
        self._camera = FilmCamera(self._film, own_deck(), SIZE, jpeg=False)
        self._phone = PictureServer(self._camera.frame(0, 0.5).pixels, rate=RATE)
        self._number, self._shown = 0, 0.5
        self._taps = 0
        self._tap = tablet.tap
        tablet.tap = self._counted  # type: ignore[method-assign]  # every finger goes through it

    def close(self) -> None:
        self._tablet.tap = self._tap  # type: ignore[method-assign]
        self._phone.unplug()

    def begin(self) -> None:
        """The same, the row of districts as it lies too, and the camera by the address that its phone shows."""
        tablet = self._tablet
        tablet.tap(tablet.screen.entries["new_game"])
        form = tablet.screen
        row = form.parts["districts"].order
        for place, card in enumerate(self._deal.setup.districts):
            there = row.row.index(card)
            if there != place:
                tablet.tap(row.targets[there])
                tablet.tap(row.targets[place])
        for seat, held in enumerate(self._deal.setup.crowns[:-1]):
            tablet.tap(form.parts["crowns"].deal.pads[seat])
            for crown in held:
                tablet.tap(form.parts["crowns"].deal.targets[crown])
        tablet.tap(form.ids.start)
        assert tablet.screen.name == "table", form.notice
        menu(tablet)
        tablet.tap(tablet.screen.sheet.ids.camera)
        tablet.screen.sheet.ids.address.text = self._phone.page
        tablet.tap(tablet.screen.sheet.ids.use_address)
        assert isinstance(tablet.screen.sheet, CameraSheet)
        tablet.tap(tablet.screen.sheet.ids.close)
        for _ in self._waiting():
            if isinstance(tablet.screen.sheet, UncertainReadingSheet):
                self._answer(tablet.screen.sheet, self._steps[0])
            if tablet.screen.ids.camera.status == "well":
                return

    def play(self) -> None:
        """Until it is over: every gesture of the film, and what is asked after it."""
        turn = self._tablet.state.turn
        usual, taps = True, self._taps
        for event in self._film.script.events:
            self._show(event)
            step = event.step
            if not isinstance(step, Step):  # a die that stood cocked, and is thrown again
                continue
            usual &= self._usual(step)
            if step.is_visible:
                usual &= self._answer_for(step)
            elif not self._done(step):
                self._say(step)
            assert self._done(step), (step.move, self._tablet.state.phase, self._tablet.screen.sheet)
            if self._tablet.state.turn != turn:
                if usual:
                    self.results.taps.append(self._taps - taps)
                turn, usual, taps = self._tablet.state.turn, True, self._taps

    # the film

    def _show(self, event: Event) -> None:
        """Its frames at the pace at which they were filmed, rendered before: a hand that is slow would seem to rest."""
        moments = np.arange(self._shown, event.rests + 0.3, 1 / RATE)
        for picture in [self._picture(float(moment)) for moment in moments]:
            self._phone.jpeg = picture
            ends = time.monotonic() + 1 / RATE
            while time.monotonic() < ends:
                self._pass()
        self._shown = event.rests + 0.3

    def _picture(self, moment: float) -> bytes:
        self._tablet.settle(1)
        self._number += 1
        pixels = self._camera.frame(self._number, moment).pixels
        return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()

    def _pass(self) -> None:
        time.sleep(0.01)
        self._tablet.settle(1)

    def _waiting(self) -> Iterator[None]:
        """Again and again, the table filmed as it lies, until patience is over."""
        ends = time.monotonic() + CAMERA_TIMEOUT
        while time.monotonic() < ends:
            self._phone.jpeg = self._picture(self._shown)
            for _ in range(10):
                self._pass()
            yield

    # what is tapped

    def _counted(self, widget: Any) -> None:
        self._taps += 1
        self._tap(widget)

    def _done(self, step: Step) -> bool:
        """Whether the game has this step, and perhaps the end of the turn with it."""
        at = self._steps.index(step)
        return _key(self._tablet.state) in [_key(one.after) for one in self._steps[at : at + 2]]

    def _usual(self, step: Step) -> bool:
        """Whether a turn of such steps is a usual one: no tax, one card developed, a card drawn."""
        match step.move:
            case Roll(tax_dice=tax):
                return not tax
            case Develop() | Draw() | EndTurn():
                return True
            case _:
                return False

    def _answer_for(self, step: Step) -> bool:
        """Taps what the tablet asks about a gesture; whether it was right at once."""
        asked = False
        for _ in self._waiting():
            sheet = self._tablet.screen.sheet
            if self._done(step):
                break
            if isinstance(sheet, QuestionSheet):
                if self._yes(sheet, step):
                    break
            elif isinstance(sheet, UncertainReadingSheet):
                asked = True
                self._answer(sheet, step)
            elif isinstance(sheet, DifferencesSheet):
                asked = True
                self._tablet.tap(sheet.ids.close)
        if self._done(step):
            self.results.right, self.results.asked = self.results.right + (not asked), self.results.asked + asked
            return not asked
        self.results.tapped_in.append(str(step.move))
        self._say(step)
        return False

    def _yes(self, sheet: QuestionSheet, step: Step) -> bool:
        """Yes to what happened, its payment set right; No to what did not."""
        if not self._same(sheet.move, step.move):
            self.results.refused.append(f"{sheet.move} for {step.move}")
            self._tablet.tap(sheet.ids.no)
            return False
        if isinstance(step.move, Develop | AddToDeed):
            for _ in range(12):
                short = [suit for suit in step.move.card.suits if sheet.tokens[suit] < step.move.payment[suit]]
                if not short:
                    break
                self._tablet.tap(next(share for share in sheet.ids.paid.children if share.suit is short[0]))
        ends = bool(sheet.then) and self._following(step)
        self._tablet.tap(sheet.ids.yes_and_end if ends else sheet.ids.yes)
        return True

    def _following(self, step: Step) -> bool:
        """Whether the turn ends right after this step."""
        later = self._steps[self._steps.index(step) + 1 :]
        return bool(later) and isinstance(later[0].move, Draw | EndTurn)

    def _same(self, results: Any, true: Any) -> bool:
        if isinstance(results, Roll) and isinstance(true, Roll):
            return sorted(results.dice) == sorted(true.dice) and sorted(results.tax_dice) == sorted(true.tax_dice)
        if type(results) is not type(true) or results.card != true.card:
            return False
        return getattr(results, "district", None) == getattr(true, "district", None)

    def _answer(self, sheet: UncertainReadingSheet, step: Step) -> None:
        answers, kind = sheet.answers, sheet.question.kind
        move = step.move
        if kind == "seat":
            wanted = "bottom"
        elif isinstance(move, Roll) and kind in ("roll", "thrown", "die"):
            wanted = next((key for key in answers if _names(key, move)), "yes" if "yes" in answers else "again")
        else:
            wanted = next((key for key in (str(getattr(move, "card", "none")), "none") if key in answers), "")
        if wanted in answers:
            self._tablet.tap(answers[wanted])
        else:
            self._tablet.tap(sheet.ids.close)

    def _say(self, step: Step) -> None:
        """Taps in what no camera showed, or not this time."""
        tablet, move = self._tablet, step.move
        tablet.settle()
        if tablet.screen.sheet is not None:
            tablet.press_back()
        match move:
            case Roll():
                self._tap_roll(move)
            case TakeDeedIncome() | PreferDeedIncome():
                tray = tablet.screen.trays.shown[move.player]
                tablet.tap(next(target for target in tray.view.suits.children if target.suit is move.suit))
            case _:
                self._move(move)

    def _tap_roll(self, rolled: Roll) -> None:
        roll(self._tablet, *rolled.dice)
        for value in rolled.tax_dice:
            tap_die(self._tablet, value)

    def _hand_on(self, seat: int, card: Any, sold: bool) -> None:
        """The film's players hold their cards themselves."""


def _key(state: State) -> tuple[Any, ...]:
    """What tells one moment of the game from the next, without how dice were read."""
    return (state.turn, state.phase, state.plays_left, state.tokens, state.districts, state.pile, state.waiting_for)


def _names(answer: str, roll: Roll) -> bool:
    """Whether an answer names this roll."""
    if not answer[:1].isdecimal():
        return False
    dice, _, tax = (part.split() for part in answer.partition("/"))
    return sorted(map(int, dice)) == sorted(roll.dice) and sorted(map(int, tax)) == sorted(roll.tax_dice)


MOST_TAPS = 2
"""In a usual turn of which the camera saw all."""


@pytest.mark.prove("camera-game")
@pytest.mark.timeout(3000)
def test_a_whole_game_that_a_camera_sees_is_tapped_from_new_to_its_end(tablet: Tablet) -> None:
    players = FilmedPlayers(tablet, seed=3)
    try:
        players.begin()
        players.play()
    finally:
        players.close()
    assert tablet.screen.name == "end" and tablet.screen.ids.count.count.winners
    results = players.results
    assert not results.refused, "proposed what did not happen"
    assert results.right > 4 * (results.asked + len(results.tapped_in)), results
    assert results.taps and max(results.taps) <= MOST_TAPS
