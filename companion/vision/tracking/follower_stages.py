"""The states of a follower: what it knows of the table, and whether all moves, is still or at rest. Frozen values."""

from dataclasses import dataclass, field

from companion.pictures.arrays import Mask
from companion.pictures.sources.frame import Frame
from companion.vision.tracking.camera_moved import TracksBeforeTurn
from companion.vision.tracking.hands import Hands
from companion.vision.tracking.motion import MotionMasks, SmallPicture
from companion.vision.tracking.play_area import PlayArea
from companion.vision.tracking.regions import Grid


@dataclass(frozen=True, slots=True, eq=False)
class FrameView:
    """A frame with its motion masks, the grid of its small picture, and the places that are left out."""

    frame: Frame
    masks: MotionMasks
    grid: Grid
    left_out: Mask


@dataclass(frozen=True, slots=True, eq=False)
class MaskedArea:
    """The play area, and the pixels of the small picture inside it."""

    area: PlayArea
    inside: Mask


# What is known of the table


@dataclass(frozen=True, slots=True)
class Unread:
    """The table has to be read as a whole.

    Attributes:
        before_turn: What was tracked before the camera was turned, if it was.
    """

    before_turn: TracksBeforeTurn | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """The table as it was read last.

    Attributes:
        picture: Its small picture.
        motion_checked_at: When the camera was last checked for motion, seconds.
        overlooked: Where print of a card's size was left unread by the first reading; nowhere after one that dice or
            hands moved before. None once that, and the dice of the whole play area, were read again.
    """

    picture: SmallPicture
    motion_checked_at: float
    overlooked: Mask | None = None


TableState = Unread | Read

# The stages


@dataclass(frozen=True, slots=True)
class HandSearch:
    """The hands that rest on the table.

    Attributes:
        hands: Those found since all was still last; None before the search.
        waiting_since: Since when they delay the reading of changes, seconds, however often something moved meanwhile.
    """

    hands: Hands | None = None
    waiting_since: float | None = None


@dataclass(frozen=True, slots=True)
class Moving:
    """Something moves, or changed a moment ago.

    Attributes:
        search: The hands found before.
        recheck: Whether uncertain tracks are to be read a second time at rest.
    """

    search: HandSearch = field(default_factory=HandSearch)
    recheck: bool = False


@dataclass(frozen=True, slots=True)
class Settling:
    """Nothing moves since ``since`` (seconds), and changes may be unread; the others as of :class:`Moving`."""

    since: float
    search: HandSearch
    recheck: bool


@dataclass(frozen=True, slots=True)
class AtRest:
    """All changes were read.

    Attributes:
        search: The hands found before.
        changed_frames: The latest frames in a row that show a change.
    """

    search: HandSearch
    changed_frames: int = 0


Stage = Moving | Settling | AtRest
