"""The screen on which players teach the camera their dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.app.camera.live_screen import LiveScreen
from companion.app.painters.question_view import add_pads
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError
from companion.names import normalize_name
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.camera_events import CameraEvent

if TYPE_CHECKING:
    from companion.live.dice_lesson import DiceLesson
    from companion.table.sightings import DieSighting, Point

NO_VALUE = "–"
"""The choice for a die that is to teach nothing."""


class MeetDiceScreen(LiveScreen):
    """The live picture, and each throw: a tap on a die corrects it, another confirms all."""

    learned = StringProperty("")
    asks = BooleanProperty(False)
    """Whether a throw waits for an answer."""
    back_to = "camera"

    def on_kv_post(self, _base: Any) -> None:
        """Begin without a set."""
        self.lesson: DiceLesson | None = None
        self.thrown: Sequence[DieSighting] = ()
        self.values: list[int | None] = []
        self.dice: list[Pad] = []
        self.faces: dict[int | None, Pad] = {}

    def on_pre_enter(self) -> None:
        """Start the camera that was used last, with the first set."""
        names = DiceSetStore(App.get_running_app().folders.dice_sets).names()
        self.ids.name.text, self.ids.name.hint_text = "", names[0] if names else words._("Our dice")
        self.use_name()
        super().on_pre_enter()

    def on_leave(self) -> None:
        """Close the camera, and forget the throw."""
        super().on_leave()
        self.ask(())

    def use_name(self) -> bool:
        """Teach the set whose name is typed; return False, and show why, if it cannot be used."""
        from companion.live.dice_lesson import DiceLesson

        store, name = DiceSetStore(App.get_running_app().folders.dice_sets), normalize_name(self.ids.name.value)
        if self.lesson is not None and self.lesson.dice.name == name:
            return True
        try:
            self.lesson = DiceLesson.of(store, name)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return False
        self.ask(())
        self.refresh()
        return True

    def ask(self, thrown: Sequence[DieSighting]) -> None:
        """Show the dice of a throw, to be confirmed; none if there are none."""
        self.thrown, self.values = thrown, [die.value for die in thrown]
        self.asks = bool(thrown)
        self.ids.dice.clear_widgets()
        corrections = [("", partial(self._choose_face, number)) for number, _ in enumerate(thrown)]
        self.dice = add_pads(self.ids.dice, corrections)
        self._choose_face(None)
        self._label_dice()

    def confirm(self) -> None:
        """Learn the values that are shown, and store the set."""
        if self.lesson is None or not self.lesson.thrown:
            return
        lesson = self.lesson
        self.attempt(lambda: lesson.confirm(self.values))
        self.ask(())
        self.refresh()

    def skip(self) -> None:
        """Learn nothing from this throw."""
        if self.lesson is not None and self.lesson.thrown:
            self.lesson.skip()
        self.ask(())

    def watched(self) -> dict[str, Any]:
        """Return who takes the events of the camera."""
        return {"teaches": self._take}

    def _take(self, event: CameraEvent) -> None:
        """Take an event of the camera."""
        if self.lesson is None:
            return
        if self.lesson.observe(event):
            self.ask(self.lesson.thrown)
        elif self.asks and not self.lesson.thrown:
            self.ask(())

    def _choose_face(self, number: int | None) -> None:
        """Offer the values of a die; None for none."""
        self.ids.faces.clear_widgets()
        self.faces = {}
        for place, pad in enumerate(self.dice):
            pad.chosen = place == number
        self.ids.picture.pointed_at = [] if number is None else [_around(self.thrown[number])]
        if number is None:
            return
        values = (*range(1, self.thrown[number].kind.faces + 1), None)
        offered = [(str(value or NO_VALUE), partial(self._set_value, number, value)) for value in values]
        self.faces = dict(zip(values, add_pads(self.ids.faces, offered), strict=True))

    def _set_value(self, number: int, value: int | None) -> None:
        self.values[number] = value
        self._choose_face(None)
        self._label_dice()

    def _label_dice(self) -> None:
        for pad, die, value in zip(self.dice, self.thrown, self.values, strict=True):
            doubt = " ?" if not die.sure and value == die.value else ""
            unlearned = words._("{die}: not learned").format(die=die.kind)
            pad.text = unlearned if value is None else f"{die.kind}: {value}{doubt}"

    def refresh(self, *_: object) -> None:
        """Show what the camera does, and how much was learned."""
        super().refresh()
        if self.lesson is not None:
            count = len(self.lesson.dice.readings)
            self.learned = words._("Confirmed readings: {n}. A dozen for each kind of die is enough.").format(n=count)


def _around(die: DieSighting) -> tuple[Point, ...]:
    """Return the corners of a square around a die, in pixels."""
    (x, y), half = die.center, 0.75 * max(die.across, 24.0)
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


load_kv(__file__)
