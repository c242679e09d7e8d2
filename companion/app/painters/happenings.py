"""Shows on a game's table what a move did: dice that land, pieces that fly, a place that changes hands."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kivy.app import App
from kivy.clock import Clock

from companion.app.painters.event_stage import EventStage, Flight, Motions, Point, Pulse, ShownRoll
from companion.app.painters.pieces import seat_colour
from companion.app.painters.table import seat_spot
from companion.app.sound.sounds import SoundEvent
from companion.app.texts.i18n import words
from companion.games.view import Event, Kind, View, changes
from companion.journal.course.folding import REDO, UNDO, Step
from companion.pieces import DieKind
from companion.play import Change

SUPPLY = "pile"
"""The spot beside which pieces lie that are no seat's own; the middle of the table if there is none."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What a move did."""

    step: Step[Any, Any]
    events: tuple[Event, ...]
    taken: Mapping[str, int]
    """By spot that has another leader: the seat that leads there now."""
    sources: Mapping[str, Point]
    """By spot, where its pieces lay in the window before the table was painted again."""

    @property
    def sound(self) -> SoundEvent | None:
        """The sound of it; None for a move like any other."""
        if self.step.thrown is not None:
            lost = any(one.piece is None and one.count < 0 for one in self.events)
            return SoundEvent.LOSS if lost else SoundEvent.ROLL
        return SoundEvent.TAKEN if self.taken else None


class Happenings:
    """Plays what each move did over a game's screen, if the settings say so.

    Args:
        screen: The screen.
        place: Returns the widget that shows a spot, or all of a seat; None if none does.
        suit_dice: Whether six-sided dice show suits.
    """

    def __init__(self, screen: Any, place: Callable[[str], Any], suit_dice: Callable[[], bool]) -> None:
        self._screen, self._place, self._suit_dice = screen, place, suit_dice
        self.stage = EventStage()
        screen.add_widget(self.stage)

    def see(self, change: Change[Any, Any]) -> Happened | None:
        """Return what a move did, before it is painted; None if none was made, or one was taken back."""
        course = self._screen.course
        if change.entry is None or change.entry.move in (UNDO, REDO) or not course.done:
            return None
        return self.happened(course.done[-1])

    def happened(self, step: Step[Any, Any]) -> Happened:
        """Return what a step did, before it is painted."""
        before, after = map(self._screen.view_of, (step.before, step.after))
        events = changes(before, after)
        spots = {event.source for event in events if event.source is not None}
        sources = {spot: _middle(widget) for spot in spots if (widget := self._place(spot)) is not None}
        return Happened(step, events, dict(_taken(before, after)), sources)

    def show(self, happened: Happened | None) -> None:
        """Show what a move did, from the next frame on: what was touched is painted first."""
        if happened is None or not App.get_running_app().settings.animations:
            return
        roll = self._roll(happened.step)
        if roll is None and not happened.taken and not any(one.piece is not None for one in happened.events):
            return
        seat = self._screen.course.rules.at_turn(happened.step.before)
        self.stage.both, self.stage.colour = self._screen.far_turned, seat_colour(seat)
        Clock.schedule_once(lambda _seconds: self.stage.play(roll, lambda: self._motions(happened)), 0)

    def _roll(self, step: Step[Any, Any]) -> ShownRoll | None:
        if step.thrown is None:
            return None
        rules, cast = self._screen.course.rules, step.thrown[1]
        d6 = "suit" if self._suit_dice() else "d6"
        caption = words.head(rules.rolls.effect(cast).sentences[0]) if rules.rolls is not None else ""
        return ShownRoll(tuple((d6 if die.kind is DieKind.D6 else "d10", die.value) for die in cast), caption)

    def _motions(self, happened: Happened) -> Motions:
        """Return what moves, between the places where the pieces lay and where they lie now."""
        flights = []
        for event in happened.events:
            piece = event.piece
            if piece is None or (None in (event.source, event.target) and piece.kind is Kind.CARD):
                continue  # a number, or a card of a hand
            home = self._place(SUPPLY if piece.seat is None else seat_spot(piece.seat)) or self._screen.ids.middle
            start = _middle(home) if event.source is None else happened.sources.get(event.source)
            end = home if event.target is None else self._place(event.target)
            if start is not None and end is not None and start != _middle(end):
                flights.append(Flight(piece, event.count, start, _middle(end)))
        pulses = []
        for spot, seat in happened.taken.items():
            widget = self._place(spot)
            if widget is not None:
                (left, bottom), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
                box = min(left, right), min(bottom, top), abs(right - left), abs(top - bottom)
                pulses.append(Pulse(box, seat_colour(seat)))
        return Motions(tuple(flights), tuple(pulses), self._screen.names)


def _taken(before: View, after: View) -> Iterator[tuple[str, int]]:
    """Yield the spots where another seat leads than before, and that seat."""
    led = {spot.id for spot in before.spots() if spot.leads}
    for spot in after.spots():
        if spot.leads and spot.seat is not None and spot.id not in led:
            yield spot.id, spot.seat


def _middle(widget: Any) -> Point:
    """Return the middle of a widget, in the window."""
    point: Point = widget.to_window(*widget.center)
    return point
