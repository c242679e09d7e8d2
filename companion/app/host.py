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
    closed a sheet.
    """

    def __init__(
        self,
        middle: Any,
        turned: Callable[[], bool] = _read_from_the_near_side,
        put_away: Callable[[], None] = _nothing,
    ) -> None:
        self._middle, self._turned, self._put_away = middle, turned, put_away
        self.sheet: Sheet | None = None
        self.notice: Notice | None = None
        self._aside: Sheet | None = None
        """On which somebody is choosing, while all look at another."""

    def open(self, sheet: Sheet, turned: bool | None = None, over: Any = None) -> None:
        """Lays a sheet there, in the place of another, turned to the player who uses it.

        One at which people only look gives way to the choice that was going on, once they close it.
        """
        choosing = self.sheet if self.sheet is not None and self.sheet.choosing else self._aside
        self.close()
        self._aside = choosing if sheet.glance else None
        sheet.turned = self._turned() if turned is None else turned
        sheet.closer = self._closed
        self.sheet = sheet
        (over or self._middle).add_widget(sheet)

    def close(self) -> None:
        """Takes away the sheet, and what was put aside for it."""
        self._aside = None
        if self.sheet is not None:
            sheet, self.sheet = self.sheet, None
            sheet.parent.remove_widget(sheet)

    def take_away(self, sheet: Sheet) -> None:
        """This sheet, if it lies there or was put aside."""
        if self.sheet is sheet:
            self.close()
        elif self._aside is sheet:
            self._aside = None

    def forget_choice(self) -> None:
        """What was put aside is no longer to be chosen."""
        self._aside = None

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

    def _closed(self) -> None:
        aside = self._aside
        self.close()
        if aside is not None:
            self.sheet = aside
            self._middle.add_widget(aside)
        else:
            self._put_away()
