"""The page of the game going on: begun and ended at the table, and never that of another game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.play import AnyPlay

if TYPE_CHECKING:
    from companion.web.phone_camera import PhoneCamera
    from companion.web.server import TablePage


class WebPages:
    """At most one page. ``page`` is None while none is served."""

    def __init__(self) -> None:
        self.page: TablePage | None = None
        self.camera: PhoneCamera | None = None
        """A phone's browser as the camera, once the table wants one."""
        self._game, self._address = "", ""

    def begin(self, play: AnyPlay, address: str) -> None:
        """Serves this play's page there; raises :class:`~companion.web.listen_address.NoAddress`."""
        from companion.web.server import TablePage

        self.end()
        self.page = TablePage(play, address, port=None)
        self._game, self._address = play.game.id, address

    def film(self, folder: Path) -> PhoneCamera:
        """A page on which a phone is the camera, beside the other; its certificate is kept in the folder."""
        from companion.web.phone_camera import PhoneCamera

        self.camera = self.camera or PhoneCamera(self._address, folder, port=None)
        return self.camera

    def end(self) -> None:
        """Whoever looks is told that there is nothing more to see."""
        if self.page is not None:
            page, self.page = self.page, None
            page.close()
        if self.camera is not None:
            camera, self.camera = self.camera, None
            camera.close()

    def follow(self, play: AnyPlay | None) -> None:
        """The same game may be opened anew, and its page goes on; that of another game ends."""
        if self.page is None or play is None:
            self.end()
        elif play.game.id == self._game:
            self.page.switch_play(play)
        else:
            self.end()
