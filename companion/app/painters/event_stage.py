"""A layer over a screen that shows events happening: dice that land, pieces that fly, a place that changes hands.

It takes no touch: a touch ends what is playing and goes on to whatever lies below.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.painters.pieces import paint_piece
from companion.app.widgets.card import DieFace
from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import Colour, theme
from companion.games.view import Piece

LAND_SECONDS = 0.5
"""How long dice tumble."""
REST_SECONDS = 0.75
"""How long they lie there to be read."""
FADE_SECONDS = 0.2
FLIGHT_SECONDS = 0.55
"""How long a piece flies."""
STAGGER_SECONDS = 0.07
"""Time between the starts of two pieces, so that they can be counted."""
PULSE_SECONDS = 0.8
"""How long a place lights up."""
MOST_TOKENS = 4
"""Tokens that fly for one change; more would be a swarm, and the counter shows the number."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Flight:
    """Equal pieces that fly from one point of the window to another."""

    piece: Piece
    count: int
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Pulse:
    """A rectangle of the window that lights up in a colour: left, bottom, width and height."""

    rectangle: tuple[float, float, float, float]
    colour: Colour


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """Dice that land."""

    dice: tuple[tuple[str, int], ...]
    """The kind and the value of each die, as :class:`~companion.app.widgets.card.DieFace` shows them."""
    caption: str = ""
    """What the dice did, in a few words."""


@dataclass(frozen=True, slots=True)
class Motions:
    """What moves once the dice lie."""

    flights: tuple[Flight, ...] = ()
    pulses: tuple[Pulse, ...] = ()
    names: tuple[str, ...] = ()
    """The player names, whose initials pawns show."""


class TumblingDie(RelativeLayout):
    """A die that turns while it comes to rest."""

    angle = NumericProperty(0)
    growth = NumericProperty(1)

    def __init__(self, kind: str, value: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_widget(DieFace(kind=kind, value=value))


class DiceTray(HalfTurn):
    """The dice of a roll on a dark ground, with what they did."""

    caption = ObjectProperty("")

    def __init__(self, dice: Sequence[tuple[str, int]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for kind, value in dice:
            self.ids.dice.add_widget(TumblingDie(kind, value))

    def tumble(self) -> None:
        """Let the dice come to rest, one after the other."""
        for number, die in enumerate(reversed(self.ids.dice.children)):
            die.angle, die.growth = 500 - 160 * number, 0.4
            lands = LAND_SECONDS * (0.8 + 0.2 * number)
            turns = Animation(angle=0, duration=lands, t="out_cubic")
            (turns & Animation(growth=1, duration=lands, t="out_back")).start(die)


class PulseView(Widget):
    """A frame that lights up and grows."""

    colour = ColorProperty(theme.ink)
    grown = NumericProperty(0)


class EventStage(FloatLayout):
    """Plays one scene at a time over its parent; a later scene replaces it."""

    playing = BooleanProperty(False)
    both = BooleanProperty(True)
    """Whether the far side sees the dice turned to it."""
    colour = ListProperty(theme.ink)
    """The colour of the player whose move it was."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._motions: Callable[[], Motions] = Motions
        self._move = Clock.create_trigger(lambda _seconds: self._start_motions(), LAND_SECONDS)
        self._end = Clock.create_trigger(lambda _seconds: self.finish(), 0)
        self.bind(size=lambda *_: self.finish())

    def play(self, roll: ShownRoll | None, motions: Callable[[], Motions]) -> None:
        """Play what happened from its beginning.

        Args:
            roll: The dice that land first; None for none.
            motions: Returns what moves then, with points of the window; called once the screen has its new layout.
        """
        self.finish()
        self.playing, self._motions = True, motions
        self._move.timeout, self._end.timeout = 0.0, LAND_SECONDS + REST_SECONDS + FADE_SECONDS
        if roll is not None:
            self._move.timeout = LAND_SECONDS
            for tray in self._trays(roll):
                self.add_widget(tray)
                tray.tumble()
                lies = Animation(duration=LAND_SECONDS + REST_SECONDS)
                (lies + Animation(opacity=0, duration=FADE_SECONDS)).start(tray)
            self._end()
        self._move()

    def _start_motions(self) -> None:
        """Let pieces fly and places light up; end the scene after the last of them."""
        motions = self._motions()
        tokens = list(_each_token(motions.flights))
        for number, (flight, nth) in enumerate(tokens):
            self._fly(flight, number * STAGGER_SECONDS, nth, motions.names)
        for pulse in motions.pulses:
            self._light(pulse)
        lasts = [FLIGHT_SECONDS + len(tokens) * STAGGER_SECONDS + 0.1] if tokens else []
        lasts += [PULSE_SECONDS + 0.1] if motions.pulses else []
        lasts += [REST_SECONDS + FADE_SECONDS] if any(isinstance(one, DiceTray) for one in self.children) else []
        self._end.cancel()
        self._end.timeout = max(lasts, default=0.0)
        self._end()

    def finish(self) -> None:
        """Remove what is playing."""
        self._move.cancel()
        self._end.cancel()
        for widget in self.children:
            Animation.cancel_all(widget)
        self.clear_widgets()
        self.playing = False

    def on_touch_down(self, _touch: Any) -> bool:
        """End what is playing, and leave the touch to what lies below."""
        self.finish()
        return False

    def on_touch_move(self, _touch: Any) -> bool:
        """Leave the touch to what lies below."""
        return False

    def on_touch_up(self, _touch: Any) -> bool:
        """Leave the touch to what lies below."""
        return False

    def _trays(self, roll: ShownRoll) -> Iterator[DiceTray]:
        """Yield the dice for the near side, and turned for the far side."""
        die = theme.unit * 132
        width = die * len(roll.dice) * 1.1 + theme.unit * 24
        height = die + theme.unit * (76 if roll.caption else 24)
        for turned in (False, True) if self.both else (False,):
            middle = (
                self.center_y
                if not self.both
                else self.center_y + (height / 2 + theme.unit * 6) * (1 if turned else -1)
            )
            tray = DiceTray(roll.dice, caption=roll.caption, outline=self.colour, turned=turned, size_hint=(None, None))
            # Set once it is built: a layout places its children when its size changes.
            tray.size, tray.pos = (width, height), (self.center_x - width / 2, middle - height / 2)
            yield tray

    def _fly(self, flight: Flight, delay: float, nth: int, names: Sequence[str]) -> None:
        side = theme.unit * 46
        spread = theme.unit * 14 * (nth - (min(flight.count, MOST_TOKENS) - 1) / 2)

        def corner(point: Point) -> Point:
            return point[0] - side / 2 + spread, point[1] - side / 2

        token = paint_piece(flight.piece, names)
        token.size_hint, token.size, token.pos, token.opacity = (None, None), (side, side), corner(flight.start), 0
        self.add_widget(token)
        appears, vanishes = Animation(opacity=1, duration=0.01), Animation(opacity=0, duration=0.05)
        flies = Animation(pos=corner(flight.end), duration=FLIGHT_SECONDS, t="in_out_quad")
        (Animation(duration=delay) + appears + flies + vanishes).start(token)

    def _light(self, pulse: Pulse) -> None:
        left, bottom, width, height = pulse.rectangle
        view = PulseView(colour=pulse.colour, size_hint=(None, None), size=(width, height), pos=(left, bottom))
        self.add_widget(view)
        Animation(grown=1, opacity=0, duration=PULSE_SECONDS, t="out_quad").start(view)


def _each_token(flights: Sequence[Flight]) -> Iterator[tuple[Flight, int]]:
    """Yield every token that flies, with its number among those of its flight."""
    for flight in flights:
        for nth in range(min(flight.count, MOST_TOKENS)):
            yield flight, nth


load_kv(__file__)
