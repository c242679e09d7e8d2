"""What lies over a part of a screen: one sheet at a time, or a notice."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.app.widgets.sheet import Notice, Sheet
from companion.app.window.touch_filter import touch_filter


def _nothing() -> None:
    """Do nothing: the default of the callbacks."""


class _Placed(NamedTuple):
    """A sheet and the widget over which it is shown."""

    sheet: Sheet
    over: Any


class Overlay:
    """Shows sheets and notices over the widget ``middle``.

    Args:
        middle: The widget over which they are shown.
        turned: Returns whether the current player sits at the far side.
        put_away: Called once a player has closed the last sheet.
        show_waiting: Called once a player taps who waits behind a sheet.
    """

    def __init__(
        self,
        middle: Any,
        turned: Callable[[], bool] = lambda: False,
        put_away: Callable[[], None] = _nothing,
        show_waiting: Callable[[], None] = _nothing,
    ) -> None:
        self._middle, self._turned, self._put_away, self._show_waiting = middle, turned, put_away, show_waiting
        self.notice: Notice | None = None
        self._stack: tuple[_Placed, ...] = ()
        """The last sheet is shown; those before it are shown again once it is closed."""
        self._shown: _Placed | None = None
        """The sheet in the widget tree."""
        self._showing = False
        self._waiting = ""

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown, or None."""
        return self._stack[-1].sheet if self._stack else None

    @property
    def busy(self) -> bool:
        """Whether a player uses the sheet that is shown."""
        return self.sheet is not None and not self.sheet.offered

    def open(self, sheet: Sheet, turned: bool | None = None, over: Any = None, *, after: bool = False) -> None:
        """Show a sheet in the place of another.

        A read-only sheet keeps a choice in progress: it is shown again after that sheet is closed.

        Args:
            sheet: The sheet.
            turned: Whether it is turned to the far side; by default to the current player.
            over: The widget over which it is shown, if not over the middle.
            after: Whether the sheet that was shown before, of whichever kind, is shown again once this one is closed.
        """
        aside = self._stack[:-1] if after or sheet.read_only else ()
        if self.sheet is not None and (after or (sheet.read_only and self.sheet.is_choice)):
            aside = (*aside, self._stack[-1])
        sheet.turned = self._turned() if turned is None else turned
        sheet.offered = False
        placed = _Placed(sheet, over or self._middle)
        self._put((*(one for one in aside if one.sheet is not sheet), placed))

    def close(self) -> None:
        """Close all sheets."""
        self._put(())

    def holds(self, sheet: Sheet) -> bool:
        """Return whether a sheet is shown, or waits to be shown again."""
        return any(one.sheet is sheet for one in self._stack)

    def take_away(self, sheet: Sheet) -> None:
        """Remove a sheet; the one before it is shown again."""
        if self.holds(sheet):
            self._put(tuple(one for one in self._stack if one.sheet is not sheet))

    def forget_choice(self) -> None:
        """Drop the choices that wait to be shown again."""
        self._put((*(one for one in self._stack[:-1] if not one.sheet.is_choice), *self._stack[-1:]))

    def show_who_waits(self, who: str) -> None:
        """Show on the current and on later sheets who waits for an answer; nobody if the text is empty."""
        self._waiting = who
        if self.sheet is not None:
            self.sheet.waits = who

    def show_notice(self, why: str) -> None:
        """Show why something is not possible: in the open sheet, else as a notice."""
        if self.sheet is not None:
            self.sheet.notice = why
        else:
            self.dismiss()
            touch_filter.note_change()
            self.notice = Notice(text=why, turned=self._turned(), close_callback=self.dismiss)
            self._middle.add_widget(self.notice)

    def dismiss(self) -> None:
        """Remove the notice."""
        if self.notice is not None:
            touch_filter.note_change()
            self._middle.remove_widget(self.notice)
            self.notice = None

    def _put(self, stack: tuple[_Placed, ...]) -> None:
        """Show the last sheet of this stack.

        Adding or removing a sheet calls handlers that may open or close another one. They only change the stack. The
        loop below, already running, brings the widget tree in line with it.
        """
        self._stack = stack
        if self._showing:
            return
        self._showing = True
        try:
            while self._shown is not (top := self._stack[-1] if self._stack else None):
                touch_filter.note_change()
                if self._shown is not None:
                    gone, self._shown = self._shown, None
                    gone.over.remove_widget(gone.sheet)
                elif top is not None:
                    self._shown = top
                    top.sheet.close_callback, top.sheet.waiting_callback = (
                        partial(self._closed, top.sheet),
                        self._show_waiting,
                    )
                    top.sheet.waits = self._waiting
                    top.over.add_widget(top.sheet)
        finally:
            self._showing = False

    def _closed(self, sheet: Sheet) -> None:
        self.take_away(sheet)
        if not self._stack:
            self._put_away()
