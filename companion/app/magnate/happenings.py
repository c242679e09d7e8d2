"""Shows on the table screen what a move did: dice that land, tokens that fly, a district that changes hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock

from companion.app.game_screen import GameScreen
from companion.app.sound.sounds import SoundEvent
from companion.app.texts.i18n import words
from companion.app.widgets.event_stage import EventStage, Flight, Motions, Pulse, ShownRoll
from companion.app.window.theme import theme
from companion.games.magnate.events import DiceLanded, DistrictTaken, Event, TokensMoved, list_events
from companion.games.magnate.state import State
from companion.journal.course.folding import REDO, UNDO
from companion.play import Change


class Happenings:
    """Plays what each move did over the table screen, if the settings say so.

    Args:
        screen: The table screen, with ``panels`` and the ids of its kv rule.
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.stage = EventStage()
        screen.add_widget(self.stage)

    def show(self, change: Change[Any, Any], before: State | None) -> None:
        """Show what a move did, from the next frame on: what was touched is drawn first.

        Args:
            change: The change of the game; undo and redo are not shown.
            before: The state before it.
        """
        if change.entry is None or change.entry.move in (UNDO, REDO) or not App.get_running_app().settings.animations:
            return
        events = list_events(before, change.state)
        if not events:
            return
        seat = before.player if before is not None else 0
        self.stage.both, self.stage.colour = self._screen.far_turned, theme.seats[seat % len(theme.seats)]
        Clock.schedule_once(lambda _seconds: self.stage.play(show_roll(events), lambda: self._motions(events)), 0)

    def sound_of(self, change: Change[Any, Any], before: State | None) -> SoundEvent | None:
        """Return the sound of what a move did; None for a move like any other.

        Args:
            change: The change of the game.
            before: The state before it.
        """
        if change.state.over:
            return None
        events = list_events(before, change.state)
        for event in events:
            if isinstance(event, DiceLanded):
                return SoundEvent.LOSS if event.taxed else SoundEvent.ROLL
        return SoundEvent.TAKEN if any(isinstance(event, DistrictTaken) for event in events) else None

    def _motions(self, events: Sequence[Event]) -> Motions:
        """Return what moves, between the places where the widgets are now."""
        ids = self._screen.ids
        districts = {int(view.place): view.ids.core for view in ids.districts.children}
        flights, pulses = [], []
        for event in events:
            if isinstance(event, TokensMoved):
                supply, seat = _middle(ids.pile), _middle(self._screen.panels[event.seat].counters[event.suit])
                start, end = (supply, seat) if event.count > 0 else (seat, supply)
                flights.append(Flight(event.suit, abs(event.count), start, end))
            elif isinstance(event, DistrictTaken):
                core = districts[event.place]
                colour = theme.seats[event.seat % len(theme.seats)]
                pulses.append(Pulse((*core.to_window(*core.pos), *core.size), colour))
        return Motions(tuple(flights), tuple(pulses))


def show_roll(events: Sequence[Event]) -> ShownRoll | None:
    """Return the roll among events as it is shown; None if there is none."""
    for event in events:
        if isinstance(event, DiceLanded):
            dice = (*(("d10", die) for die in event.dice), *(("suit", die) for die in event.tax_dice))
            suits = ", ".join(words.say(suit.wording()) for suit in event.taxed)
            return ShownRoll(dice, words._("Tax: {suits}").format(suits=suits) if suits else "")
    return None


def _middle(widget: Any) -> tuple[float, float]:
    """Return the middle of a widget, in the window."""
    point: tuple[float, float] = widget.to_window(*widget.center)
    return point
