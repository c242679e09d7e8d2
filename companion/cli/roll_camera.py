"""The camera as a source of one roll, for ``companion roll``."""

from companion.cli.options import new_id
from companion.cli.output import print_error, print_to_stderr
from companion.cli.roll_wait import NoRoll, UncertainRoll
from companion.folders import Folders
from companion.live.camera_session import taught_follower
from companion.live.spectator import NothingRolled, one_roll
from companion.locale import Message
from companion.pictures.sources.address import redact_address
from companion.pictures.sources.opening import open_source
from companion.pictures.sources.trusted_cameras import TrustedCameras
from companion.pieces import Wish
from companion.rolls.source import Deliver, Rolled, Source

CAMERA_TIMEOUT = 60.0
"""Seconds to wait for dice that are thrown under the camera."""


class CameraDice:
    """The first dice that come to rest under a camera, as one roll.

    Args:
        folders: The data folder.
        address: The camera, as ``companion watch`` takes it.
    """

    source = Source.CAMERA

    def __init__(self, folders: Folders, address: str) -> None:
        self._folders, self._address = folders, address

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll and deliver it.

        Args:
            wish: The dice to roll.
            deliver: Receives the roll.

        Raises:
            NoRoll: No dice came to rest in time.
            UncertainRoll: The dice's values are uncertain.
        """
        result = one_roll(
            open_source(self._address, trusts=TrustedCameras(self._folders.cameras).of),
            taught_follower(self._folders, print_error),
            wish,
            patience=CAMERA_TIMEOUT,
            hint=print_to_stderr,
        )
        if not isinstance(result, NothingRolled):
            deliver(Rolled(result, self.source, f"{self.source}-{new_id()}"))
            return
        if result.asked is not None:
            raise UncertainRoll(result.asked)
        raise NoRoll(
            redact_address(self._address),
            Message("no roll: the camera did not see two d10s come to rest"),
            Message("roll the dice in the camera's view, or use --source app"),
        )

    def withdraw(self) -> None:
        """Do nothing: the camera is read only while :meth:`ask` runs."""
