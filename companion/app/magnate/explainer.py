"""Explanations of numbers: the moves that made a counter or a total."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.clock import Clock

from companion.app.game_screen import GameScreen
from companion.app.magnate.reasons import format_notes
from companion.app.magnate.widgets.why_bar import WhyBar
from companion.app.sheets.history import HistorySheet
from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.games.reasons import Reason
from companion.pieces import Suit


class NumberExplainer:
    """The bar next to an open counter, and the log of one number.

    Args:
        screen: The screen of the game.
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.bar = WhyBar()
        self._close_later = Clock.create_trigger(self._withdraw)
        self._sheet: HistorySheet | None = None

    def show_tokens(self, seat: int, suit: Suit | None) -> None:
        """Show which moves made a counter's number.

        Args:
            seat: The seat of the counter.
            suit: Its suit; None once the counter is closed.
        """
        if suit is None:
            # The tap that closed it may be on the bar, which must get it first.
            self._close_later()
            return
        self._close_later.cancel()
        self._withdraw()
        course = self._screen.current_play.course
        self.bar.turned, self.bar.colour = self._screen.is_seat_turned(seat), list(theme.seats[seat % len(theme.seats)])
        self.bar.show(suit, course.start.tokens[seat][suit], course.why(f"token-{seat}-{suit}"))
        self.bar.open_callback = partial(self.open_tokens, seat, suit)
        self._screen.ids.middle.add_widget(self.bar)

    def open_tokens(self, seat: int, suit: Suit) -> None:
        """Open the log of a counter, with the counter's number as its title."""
        template = words._("{name}, {suit}: {count}")
        held = self._screen.state.tokens[seat][suit]
        title = template.format(name=self._screen.names[seat], suit=words.say(suit.wording()), count=held)
        self._open(title, self._screen.current_play.course.why(f"token-{seat}-{suit}"), seat)

    def open_total(self, place: int, seat: int) -> None:
        """Open the log of one side of a district, from which the side can be corrected.

        Args:
            place: The district, from 0.
            seat: The seat of the side.
        """
        reasons = self._screen.current_play.course.why(f"side-{place}-{seat}")
        total = reasons[-1].now if reasons else 0
        template = words._("{name}, district {number}: {total}")
        title = template.format(name=self._screen.names[seat], number=place + 1, total=total)
        self._open(title, reasons, seat)
        assert self._sheet is not None, "just opened"
        self._sheet.correct_callback = partial(self._screen.open_correction, f"side-{place}-{seat}", seat)

    def _open(self, title: str, reasons: Sequence[Reason], seat: int) -> None:
        self._withdraw()
        self._sheet = self._sheet or HistorySheet(screen=self._screen)
        sheet = self._sheet
        sheet.title, sheet.seat, sheet.correct_callback = title, seat, None
        sheet.show(self._screen.current_play.history(), format_notes(reasons))
        sheet.notice = "" if reasons else words._("No changes yet.")
        self._screen.open(sheet, seat)

    def _withdraw(self, *_: object) -> None:
        if self.bar.parent is not None:
            self.bar.parent.remove_widget(self.bar)
