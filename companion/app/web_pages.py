"""The web pages of the game in progress: started and ended at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play import AnyPlay
    from companion.web.hosting.table_site import TableSite
    from companion.web.phone_camera import PhoneCamera


class WebPages:
    """Serves at most one site; ``site`` is None while none is served.

    Args:
        acts_at_once: Returns whether what phones do counts without a confirmation at the table.
    """

    def __init__(self, acts_at_once: Callable[[], bool]) -> None:
        self.site: TableSite | None = None
        self.camera: PhoneCamera | None = None
        """A phone's browser as the camera, once the table asks for one."""
        self._acts_at_once, self._address = acts_at_once, ""

    def begin(self, play: AnyPlay, folder: Path, address: str) -> None:
        """Serve a game's pages at this address.

        Args:
            play: The game.
            folder: The data folder.
            address: The IP address.

        Raises:
            AddressUnavailable: The address cannot be used.
        """
        from companion.web.hosting.table_site import TableSite

        self.end()
        self.site = TableSite(play, folder, address, None, self._acts_at_once)
        self._address = address

    def film(self, folder: Path) -> PhoneCamera:
        """Serve a second page on which a phone is the camera; its certificate is kept in the folder."""
        from companion.web.phone_camera import PhoneCamera

        self.camera = self.camera or PhoneCamera(self._address, folder, port=None)
        return self.camera

    def end(self) -> None:
        """Stop serving; open pages show that the game is no longer there."""
        if self.site is not None:
            site, self.site = self.site, None
            site.close()
        if self.camera is not None:
            camera, self.camera = self.camera, None
            camera.close()

    def refresh(self) -> None:
        """Show open pages anew, as after a change of settings."""
        if self.site is not None:
            self.site.live.change()

    def follow(self, play: AnyPlay | None) -> None:
        """Serve a game opened anew, and the next game of the same players; end the pages of another game."""
        if self.site is not None and (play is None or not self.site.switch_play(play)):
            self.end()
