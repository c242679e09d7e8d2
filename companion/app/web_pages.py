"""The web pages of the game in progress and of the next one: started and ended at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

    @property
    def joined(self) -> Sequence[str]:
        """The names of those who joined on their phones for the next game, by seat; "" for a free seat."""
        return [] if self.site is None else self.site.lobby.names

    def begin(self, play: AnyPlay | None, folder: Path, address: str, people: Sequence[str] = ()) -> None:
        """Serve a game's pages at this address, and those on which players join the next one.

        Args:
            play: The game; None before one is open.
            folder: The data folder.
            address: The IP address.
            people: The names of people of former evenings.

        Raises:
            AddressUnavailable: The address cannot be used.
        """
        from companion.web.hosting.table_site import TableSite

        self.end()
        self.site = TableSite(play, folder, address, None, self._acts_at_once, people=people)
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
        """Serve a game opened anew, and one of the same players or of those who joined; end the pages of another."""
        if self.site is not None and (play is None or not self.site.switch_play(play)):
            self.end()
