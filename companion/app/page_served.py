"""The page of the game going on: begun and ended at the table, and never that of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.play import AnyPlay

if TYPE_CHECKING:
    from companion.page.server import TablePage


class PageServed:
    """At most one page. ``page`` is None while none is served."""

    def __init__(self) -> None:
        self.page: TablePage | None = None
        self._game = ""

    def begin(self, play: AnyPlay, address: str) -> None:
        """Serves this play's page there; raises :class:`~companion.page.server.NoAddress`."""
        from companion.page.server import TablePage

        self.end()
        self.page = TablePage(play, address)
        self._game = play.game.id

    def end(self) -> None:
        """Whoever looks is told that there is nothing more to see."""
        if self.page is not None:
            page, self.page = self.page, None
            page.close()

    def follow(self, play: AnyPlay | None) -> None:
        """The same game may be opened anew, and its page goes on; that of another game ends."""
        if self.page is None or play is None:
            self.end()
        elif play.game.id == self._game:
            self.page.move_to(play)
        else:
            self.end()
