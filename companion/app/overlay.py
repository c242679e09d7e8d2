"""What lies over a part of the screen: one sheet at a time, or a calm word about what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.app.touch_filter import touch_filter
from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet


def _read_from_the_near_side() -> bool:
    return False


def _nothing() -> None:
    """What follows where a player closes a sheet and nothing waited."""


class _Placed(NamedTuple):
    """A sheet and the widget over which it is shown."""

    sheet: Sheet
    over: Any


class Overlay:
    """Lays sheets and notices over ``middle``, where they do not say otherwise.

    ``turned`` tells whether who uses them now sits at the far side; ``put_away`` is called once a player
    closed a sheet; ``look`` once a player taps who waits behind one.
    """

    def __init__(
        self,
        middle: Any,
        turned: Callable[[], bool] = _read_from_the_near_side,
        put_away: Callable[[], None] = _nothing,
        look: Callable[[], None] = _nothing,
    ) -> None:
        self._middle, self._turned, self._put_away, self._look = middle, turned, put_away, look
        self.notice: Notice | None = None
        self._stack: tuple[_Placed, ...] = ()
        """The last one is shown; those before it were put aside, and are shown again once it is closed."""
        self._shown: _Placed | None = None
        """The one in the widget tree now."""
        self._showing = False
        self._waits = ""

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown."""
        return self._stack[-1].sheet if self._stack else None

    @property
    def busy(self) -> bool:
        """Whether somebody uses the sheet that lies there."""
        return self.sheet is not None and not self.sheet.offered

    def open(self, sheet: Sheet, turned: bool | None = None, over: Any = None, *, after: bool = False) -> None:
        """Lays a sheet there, in the place of another, turned to the player who uses it.

        One at which people only look gives way to the choice that was going on, once they close it; with ``after``
        this sheet gives way to whatever lay there.
        """
        aside = self._stack[:-1] if after or sheet.read_only else ()
        if self.sheet is not None and (after or (sheet.read_only and self.sheet.is_choice)):
            aside = (*aside, self._stack[-1])
        sheet.turned = self._turned() if turned is None else turned
        sheet.offered = False
        placed = _Placed(sheet, over or self._middle)
        self._put((*(one for one in aside if one.sheet is not sheet), placed))

    def close(self) -> None:
        """Takes away the sheet, and what was put aside for it."""
        self._put(())

    def holds(self, sheet: Sheet) -> bool:
        """Whether it is shown or was put aside."""
        return any(one.sheet is sheet for one in self._stack)

    def take_away(self, sheet: Sheet) -> None:
        """This sheet, if it is shown or was put aside; what was put aside for it is shown again."""
        if self.holds(sheet):
            self._put(tuple(one for one in self._stack if one.sheet is not sheet))

    def forget_choice(self) -> None:
        """A choice that was put aside is no longer to be made."""
        self._put((*(one for one in self._stack[:-1] if not one.sheet.is_choice), *self._stack[-1:]))

    def say_who_waits(self, who: str) -> None:
        """Says on whatever sheet lies there, now and later, who waits for an answer; nobody where it is empty."""
        self._waits = who
        if self.sheet is not None:
            self.sheet.waits = who

    def show_notice(self, why: str) -> None:
        """Says what cannot be: in the open sheet, otherwise in the place of the notice before."""
        if self.sheet is not None:
            self.sheet.notice = why
        else:
            self.dismiss()
            touch_filter.note_change()
            self.notice = Notice(text=why, turned=self._turned(), close_callback=self.dismiss)
            self._middle.add_widget(self.notice)

    def dismiss(self) -> None:
        """Puts the notice away."""
        if self.notice is not None:
            touch_filter.note_change()
            self._middle.remove_widget(self.notice)
            self.notice = None

    def _put(self, stack: tuple[_Placed, ...]) -> None:
        """Shows the last sheet of this stack.

        Adding or removing a sheet calls handlers that may open or close another one. They change the stack alone, and
        the loop below, which runs already, brings the widget tree in line with it.
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
                    top.sheet.close_callback, top.sheet.waiting_callback = partial(self._closed, top.sheet), self._look
                    top.sheet.waits = self._waits
                    top.over.add_widget(top.sheet)
        finally:
            self._showing = False

    def _closed(self, sheet: Sheet) -> None:
        """A player closed this sheet."""
        self.take_away(sheet)
        if not self._stack:
            self._put_away()
