"""What ``companion web`` does with pictures: photos that it scores, and a camera that follows the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.cli.dice_sets import taught_dice
from companion.cli.known_decks import known_decks
from companion.cli.registry import all_commands, get_commands
from companion.folders import Folders
from companion.web.hosting.photo_readings import PhotoScoring, Score

if TYPE_CHECKING:
    from companion.pictures.sources import FrameSource
    from companion.vision.tracking import Follower


def photo_scoring(folders: Folders) -> PhotoScoring:
    """Return how this installation scores photos, by the same parts as ``companion score``."""
    games = tuple(name for name, commands in all_commands().items() if commands.score is not None)
    return PhotoScoring(games, _scorer, _takes_each, partial(known_decks, folders))


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


def _scorer(game: str, preset: str, names: Sequence[str]) -> Score:
    part = get_commands(game).score
    assert part is not None, "only games that can be scored are offered"
    return part.build_scorer(preset, part.options(), names)


def _takes_each(game: str) -> bool:
    part = get_commands(game).score
    return part is not None and part.each
