"""The web page of the game in progress: started and ended at the table, for that game only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play import AnyPlay
    from companion.web.phone_camera import PhoneCamera
    from companion.web.server import TablePage


class WebPages:
    """Serves at most one page; ``page`` is None while none is served."""

    def __init__(self) -> None:
        self.page: TablePage | None = None
        self.camera: PhoneCamera | None = None
        """A phone's browser as the camera, once the table asks for one."""
        self._game, self._address = "", ""

    def begin(self, play: AnyPlay, address: str) -> None:
        """Serve a game's page at this address; raise :class:`~companion.web.listen_address.NoAddress` if that fails."""
        from companion.web.server import TablePage

        self.end()
        self.page = TablePage(play, address, port=None)
        self._game, self._address = play.game.id, address

    def film(self, folder: Path) -> PhoneCamera:
        """Serve a second page on which a phone is the camera; its certificate is kept in the folder."""
        from companion.web.phone_camera import PhoneCamera

        self.camera = self.camera or PhoneCamera(self._address, folder, port=None)
        return self.camera

    def end(self) -> None:
        """Stop serving; open pages show that the game is no longer there."""
        if self.page is not None:
            page, self.page = self.page, None
            page.close()
        if self.camera is not None:
            camera, self.camera = self.camera, None
            camera.close()

    def follow(self, play: AnyPlay | None) -> None:
        """Serve a game opened anew; end the page of another game."""
        if self.page is None or play is None:
            self.end()
        elif play.game.id == self._game:
            self.page.switch_play(play)
        else:
            self.end()
