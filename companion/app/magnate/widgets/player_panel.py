"""One player's panel: tokens, Crowns, the steps of the turn, and the actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.app.widgets.glyph import Glyph
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Pad
from companion.app.widgets.text import Text
from companion.app.widgets.token_counter import CounterEditor, TokenCounter
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import Card, Suit, Tokens

CORRECTION_DELAY = 0.8
"""Seconds without a tap after which a corrected number is passed on."""
EDITOR_TIMEOUT = 5
"""Seconds without a tap after which the editor of a counter closes."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the player."""

    name: str
    text: str
    icon: str
    do: Callable[[], None]
    main: bool = False
    pale: bool = False
    """Whether it cannot be done now; it keeps its place, and a tap shows why."""
    explanation: str = ""


def _nothing() -> None:
    """Do nothing, on a panel without this action."""


class TurnStepView(Text):
    """One step of a turn: its name and its result."""

    name = StringProperty("")
    result = StringProperty("")
    now = BooleanProperty(False)
    accent = ListProperty(theme.ink)
    """The colour of the player."""


class PlayerPanel(HalfTurn):
    """The panel of ``seat``; ``correct_callback(seat, suit, count)`` gets corrected tokens.

    In a landscape window everything is in one line, otherwise in two.
    """

    seat = NumericProperty(0)
    name = StringProperty("")
    phase = StringProperty("")
    """What the player has to do; empty for nothing."""
    at_turn = BooleanProperty(False)
    colour = ListProperty(theme.ink)
    ground = ColorProperty(theme.panel)
    """The colour behind everything: the current player's is tinted."""
    crowns = ListProperty()
    won = NumericProperty(0)
    """Districts held now."""
    tie_values = StringProperty("")
    """The values that settle a tie."""
    correct_callback = ObjectProperty(None, allownone=True)
    tools = BooleanProperty(False)
    """Whether undo and the log are shown."""
    can_undo = BooleanProperty(False)
    """Whether undo is shown here: at one edge, that of the current player."""
    shows_steps = BooleanProperty(False)
    """Whether the steps of a turn are shown."""
    past = BooleanProperty(False)
    """Whether it shows the past, in which nothing can be done."""
    undo_callback = ObjectProperty(_nothing)
    log_callback = ObjectProperty(_nothing)
    explain_callback = ObjectProperty(None, allownone=True)
    """Called with the seat and the suit of the counter that is open, and with None once it is closed."""
    forecast_callback = ObjectProperty(_nothing)
    """Called when the player's name is tapped, to open the forecast."""
    has_forecast = BooleanProperty(False)
    """Whether there is a forecast."""

    def on_kv_post(self, _base: Any) -> None:
        """Build the counters and their editor."""
        self._lay_out()
        theme.bind(portrait=self._lay_out)
        self.counters = {suit: TokenCounter(suit=suit) for suit in Suit}
        for suit, counter in self.counters.items():
            counter.bind(on_release=partial(self._edit, suit))
            self.ids.counters.add_widget(counter)
        self.editor = CounterEditor(callback=self._corrected, framed=True, size_hint=(None, None))
        self._staged: int | None = None
        """The corrected number that is not passed on yet."""
        self._commit_later = Clock.create_trigger(self._commit, CORRECTION_DELAY)
        self._close_later = Clock.create_trigger(lambda _seconds: self.close_editor(), EDITOR_TIMEOUT)
        self.actions: dict[str, Pad] = {}
        self._callbacks: dict[str, Callable[[], None]] = {}
        self._offered: list[tuple[str, str, str, bool, bool]] = []
        self.bind(size=lambda *_: self._place_editor())

    def _lay_out(self, *_: object) -> None:
        """Place the counters next to the name, or below it."""
        ids = self.ids
        first, second = ids.first, ids.second
        # Kivy's ids are weak references, and a part between two lines is in neither.
        parts = self._parts = {name: ids[f"{name}_part"].__self__ for name in ("head", "counters", "task", "tools")}
        for line in (first, second):
            line.clear_widgets()
        for name in ("head", "task", "tools") if theme.portrait else ("head", "counters", "task", "tools"):
            first.add_widget(parts[name])
        if theme.portrait:
            second.add_widget(parts["counters"])
        parts["counters"].size_hint_x = 1 if theme.portrait else None

    def show(
        self, tokens: Tokens, crowns: tuple[Card, ...] = (), lost: Tokens = Tokens(), gained: Tokens = Tokens()
    ) -> None:
        """Show the player's tokens and Crowns.

        Args:
            tokens: The tokens now.
            crowns: The Crowns.
            lost: The tokens that were lost with the last move.
            gained: The tokens that were gained with it.
        """
        for suit, counter in self.counters.items():
            if self._staged is None or suit is not self.editor.suit:
                counter.count = tokens[suit]
            counter.change = _signed(lost[suit], gained[suit])
            counter.change_colour = theme.loss if lost[suit] else theme.gain
        if self._staged is None:
            self.editor.count = tokens[self.editor.suit]
        if self.crowns != list(crowns):
            self.crowns = list(crowns)
            self.ids.crowns.clear_widgets()
            for crown in crowns:
                suit = crown.suits[0]
                self.ids.crowns.add_widget(Glyph(suit=suit, colour=theme.suit_on_ground(suit)))

    def offer(self, actions: list[Action]) -> None:
        """Show the actions as pads; pads that stay the same are kept."""
        self._callbacks = {action.name: action.do for action in actions}
        offered = [(action.name, action.text, action.icon, action.main, action.pale) for action in actions]
        if offered == self._offered:
            return
        self._offered = offered
        self.ids.actions.clear_widgets()
        self.actions = {}
        explanations = {action.name: action.explanation for action in actions}
        for name, text, icon, main, pale in offered:
            pad = Pad(text=text, icon=icon, tone="main" if main else "plain", units=18, pale=pale)
            pad.size_hint_x, pad.explanation = 1.5 if main else 1, explanations[name]
            pad.bind(on_release=lambda _pad, name=name: self._callbacks[name]())
            self.actions[name] = pad
            self.ids.actions.add_widget(pad)

    def step(self, steps: Sequence[tuple[str, str]], now: int) -> None:
        """Show the steps of a turn.

        Args:
            steps: Each step as its name and its result.
            now: The index of the step that is due; -1 for none.
        """
        turn_steps = self.ids.turn_steps
        if len(turn_steps.children) != len(steps):
            turn_steps.clear_widgets()
            for _ in steps:
                turn_steps.add_widget(TurnStepView(accent=self.colour))
        for number, (shown, (name, result)) in enumerate(zip(reversed(turn_steps.children), steps, strict=True)):
            shown.name, shown.result, shown.now = name, result, number == now
        self.shows_steps = now >= 0

    def close_editor(self) -> None:
        """Close the editor of a counter, and pass its number on."""
        self._commit()
        if self.editor.parent is not None:
            self.remove_widget(self.editor)
            self.counters[self.editor.suit].open = False
            self._ask(None)

    def on_touch_down(self, touch: Any) -> bool:
        """Close the editor on a tap elsewhere, which still has its usual effect."""
        if self.editor.parent is not None:
            x, y = self.to_local(*touch.pos)
            if not self.editor.collide_point(x, y):
                self.close_editor()
        return bool(super().on_touch_down(touch))

    def _edit(self, suit: Suit, counter: TokenCounter) -> None:
        if self.past:
            return
        self.close_editor()
        self.editor.suit, self.editor.count = suit, counter.count
        counter.open = True
        self.add_widget(self.editor)
        self._place_editor()
        self._close_later()
        self._ask(suit)

    def _ask(self, suit: Suit | None) -> None:
        if self.explain_callback is not None:
            self.explain_callback(self.seat, suit)

    def _place_editor(self) -> None:
        counter = self.counters[self.editor.suit]
        width = max(counter.width * 2.9, theme.target * 2.9)
        counters = self._parts["counters"]
        self.editor.size = (width, max(counters.height, theme.target + theme.unit * 12))
        left, bottom = counters.x + counter.center_x - width / 2, counters.center_y - self.editor.height / 2
        self.editor.pos = (min(max(0, left), self.width - width), max(0, bottom))

    def _corrected(self, suit: Suit, count: int) -> None:
        """Show the number at once; quick taps in a row become one correction."""
        self._close_later.cancel()
        self._close_later()
        self._staged = count
        self.editor.count = self.counters[suit].count = count
        self._commit_later.cancel()
        self._commit_later()

    def _commit(self, *_: object) -> None:
        staged, self._staged = self._staged, None
        if staged is not None and self.correct_callback is not None:
            self.correct_callback(self.seat, self.editor.suit, staged)


def _signed(lost: int, gained: int) -> str:
    parts = [f"−{lost}"] if lost else []
    return "\n".join(parts + ([f"+{gained}"] if gained else []))


load_kv(__file__)
