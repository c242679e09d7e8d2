"""Guides players through their first turns in the first game of a tablet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.widget import Widget

from companion.app.game_screen import GameScreen
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.magnate.widgets.turn_guide import TurnGuide
from companion.app.seats import is_far_seat
from companion.app.sheets.cards import CardSheet
from companion.app.sheets.decision import DecisionTray
from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.games.magnate import Phase, State
from companion.games.magnate.decisions import SELL
from companion.play import AnyPlay


class FirstTurns:
    """Shows at the current player's panel what to do, and marks where, until everybody has had a turn.

    Args:
        screen: The table screen, with ``panels`` and the ids of its kv rule.
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.strip = TurnGuide(dismiss_callback=self.dismiss)
        self.marked: Widget | None = None
        """What the strip is about: it has a line around it."""
        self._mark, self._line = InstructionGroup(), Line(width=1)
        self._mark.add(Color(*theme.ink))
        self._mark.add(self._line)
        self._show_soon = Clock.create_trigger(lambda _seconds: self.show(), -1)
        screen.ids.middle.bind(children=self._show_soon)
        screen.ids.line.bind(text=self.strip.setter("event"))

    def begin(self, play: AnyPlay) -> None:
        """Remember a game that is the first of this tablet.

        Args:
            play: The game that is shown from now on.
        """
        app = App.get_running_app()
        if app.settings.first_turns_guided and not app.settings.first_game:
            _, has_more = app.game_store.kept(1)
            first = replace(app.settings, first_turns_guided=not has_more, first_game=play.game.id)
            app.save_settings(first)

    def dismiss(self) -> None:
        """End the guide, in this game and in all later ones."""
        App.get_running_app().set("first_turns_guided", False)
        self.show()

    def show(self) -> None:
        """Show what the present state asks for; nothing if no guide is wanted."""
        seat = self._guided_seat()
        if seat is None:
            self._remove()
            return
        screen, strip = self._screen, self.strip
        far = is_far_seat(seat, len(screen.panels))
        side = screen.ids.far_side if far else screen.ids.near_side
        if strip.parent is not side.__self__:
            self._remove()
            side.add_widget(strip, index=0 if far else len(side.children))
            screen.ids.line.shown = False
        strip.turned, strip.colour = screen.is_seat_turned(seat), theme.seats[seat % len(theme.seats)]
        strip.text, target = self._advise(screen.panels[seat])
        self._point_at(target)

    def _guided_seat(self) -> int | None:
        """Return the seat that the game waits for, if its player still needs the guide."""
        screen, settings = self._screen, App.get_running_app().settings
        if screen.play is None or not settings.first_turns_guided or settings.first_game != screen.play.game.id:
            return None
        if (theme.compact or not theme.portrait) and len(screen.panels) > 2:
            return None  # A tray needs all of the space that three panels leave.
        state: State = screen.state
        if state.over or state.turn > state.players or screen.veil is not None or state.player == state.automa:
            return None
        return next((one.owner for one in state.waiting_for), state.player)

    def _advise(self, panel: PlayerPanel) -> tuple[str, Widget | None]:
        """Return the sentence for the next step, and the widget that the step is done with."""
        state: State = self._screen.state
        sheet = self._screen.sheet
        if state.phase is Phase.ROLL:
            text = words._("Roll two dice and tap what they show. The higher one pays everybody; a 1 is a tax.")
            return text, sheet.view.dice if isinstance(sheet, DecisionTray) else panel.actions.get("roll")
        if state.phase is Phase.INCOME:
            return words._("Choose a token: a deed pays only one of its suits."), None
        if state.phase is Phase.DRAW:
            text = words._("Take a card from the pile and tap Draw: it ends your turn. You may trade before.")
            return text, panel.actions.get("draw")
        if not isinstance(sheet, DecisionTray):
            text = words._("Tap a card of your hand. Put it in a district, which you want to win, or sell it.")
            return text, sheet.ids.grid if isinstance(sheet, CardSheet) else panel.actions.get("play")
        if sheet.view.glowing:
            text = words._("Tap a glowing district: the card's rank counts for you there. A deed is paid bit by bit.")
            return text, self._screen.ids.districts
        text = words._("You cannot place this card now. Sell it: each of its suits pays a token.")
        return text, sheet.view.values[SELL].ids.pad if SELL in sheet.view.values else None

    def _remove(self) -> None:
        self._screen.ids.line.shown = True
        if self.strip.parent is not None:
            self.strip.parent.remove_widget(self.strip)
        self._point_at(None)

    def _point_at(self, target: Any) -> None:
        target = target.__self__ if target is not None else None
        if target is self.marked:
            return
        if self.marked is not None:
            self.marked.unbind(pos=self._draw_mark, size=self._draw_mark)
            self.marked.canvas.after.remove(self._mark)
        self.marked = target
        if target is not None:
            target.canvas.after.add(self._mark)
            target.bind(pos=self._draw_mark, size=self._draw_mark)
            self._draw_mark(target)

    def _draw_mark(self, target: Widget, *_: object) -> None:
        width = self._line.width = theme.unit * 2
        x, y = target.pos
        box = x + width, y + width, target.width - 2 * width, target.height - 2 * width
        self._line.rounded_rectangle = (*box, theme.unit * 12)
