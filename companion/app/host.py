"""What lies over a part of the screen: one sheet at a time, or a calm word about what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet


def _read_from_the_near_side() -> bool:
    return False


def _nothing() -> None:
    """What follows where a player closes a sheet and nothing waited."""


class Host:
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
        self.sheet: Sheet | None = None
        self.notice: Notice | None = None
        self._aside: tuple[tuple[Sheet, Any], ...] = ()
        """On which somebody is busy while all look at another, and over what; the last lies there next."""
        self._waits = ""

    @property
    def busy(self) -> bool:
        """Whether somebody uses the sheet that lies there."""
        return self.sheet is not None and not self.sheet.offered

    def open(self, sheet: Sheet, turned: bool | None = None, over: Any = None, *, after: bool = False) -> None:
        """Lays a sheet there, in the place of another, turned to the player who uses it.

        One at which people only look gives way to the choice that was going on, once they close it; with ``after``
        this sheet gives way to whatever lay there.
        """
        aside = self._aside if after or sheet.glance else ()
        if self.sheet is not None and (after or (sheet.glance and self.sheet.choosing)):
            aside = (*aside, (self.sheet, self.sheet.parent))
        self.close()
        self._aside = tuple(one for one in aside if one[0] is not sheet)
        sheet.turned = self._turned() if turned is None else turned
        sheet.offered = False
        self._lay(sheet, over or self._middle)

    def close(self) -> None:
        """Takes away the sheet, and what was put aside for it."""
        self._aside = ()
        if self.sheet is not None:
            sheet, self.sheet = self.sheet, None
            sheet.parent.remove_widget(sheet)

    def holds(self, sheet: Sheet) -> bool:
        """Whether it lies there or was put aside."""
        return sheet is self.sheet or any(one is sheet for one, _ in self._aside)

    def take_away(self, sheet: Sheet) -> None:
        """This sheet, if it lies there or was put aside; what was put aside for it lies there again."""
        if self.sheet is sheet:
            self._give_way()
        else:
            self._aside = tuple(one for one in self._aside if one[0] is not sheet)

    def forget_choice(self) -> None:
        """A choice that was put aside is no longer to be made."""
        self._aside = tuple(one for one in self._aside if not one[0].choosing)

    def say_who_waits(self, who: str) -> None:
        """Says on whatever sheet lies there, now and later, who waits for an answer; nobody where it is empty."""
        self._waits = who
        if self.sheet is not None:
            self.sheet.waits = who

    def refuse(self, why: str) -> None:
        """Says what cannot be: in the open sheet, otherwise in the place of the notice before."""
        if self.sheet is not None:
            self.sheet.notice = why
        else:
            self.dismiss()
            self.notice = Notice(text=why, turned=self._turned(), closer=self.dismiss)
            self._middle.add_widget(self.notice)

    def dismiss(self) -> None:
        """Puts the notice away."""
        if self.notice is not None:
            self._middle.remove_widget(self.notice)
            self.notice = None

    def _lay(self, sheet: Sheet, over: Any) -> None:
        sheet.closer, sheet.looker, sheet.waits = self._closed, self._look, self._waits
        self.sheet = sheet
        over.add_widget(sheet)

    def _give_way(self) -> bool:
        """Whether another sheet was put aside for this one, and lies there again."""
        aside = self._aside
        self.close()
        if aside:
            self._aside = aside[:-1]
            self._lay(*aside[-1])
        return bool(aside)

    def _closed(self) -> None:
        if not self._give_way():
            self._put_away()
