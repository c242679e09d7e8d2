"""The camera that follows the table of ``companion web``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.dice_sets import taught_dice
from companion.cli.known_decks import known_decks
from companion.folders import Folders

if TYPE_CHECKING:
    from companion.pictures.sources import FrameSource
    from companion.vision.tracking import Follower


def table_camera(folders: Folders, source: str) -> tuple[Callable[[], FrameSource], Callable[[], Follower]]:
    """Return what opens a camera, and what tracks cards and dice in its pictures."""

    def open_camera() -> FrameSource:
        from companion.pictures.sources import open_source
        from companion.pictures.sources.trusted_cameras import TrustedCameras

        return open_source(source, trusts=TrustedCameras(folders.cameras).of)

    def follower() -> Follower:
        from companion.vision.tracking import Follower

        return Follower(known_decks(folders), dice=taught_dice(folders))

    return open_camera, follower
