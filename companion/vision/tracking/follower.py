"""Tracking a table from frame to frame: quiet while nothing happens, reading what changed once it is still.

No thread and no clock: time comes with the frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from queue import SimpleQueue

from companion.pieces import Cast
from companion.questions import Box
from companion.table.camera_events import Advised, AreaMoved, CameraEvent, Changed, Settled
from companion.table.edge import Edge
from companion.table.sightings import Sightings
from companion.vision.arrays import Mask, Matrix
from companion.vision.cards.index_strips import IndexReader
from companion.vision.gallery import Gallery
from companion.vision.sources.frame import Frame
from companion.vision.tracking.advice import Adviser
from companion.vision.tracking.camera_moved import estimate_camera_motion
from companion.vision.tracking.camera_turned import TracksBeforeTurn, estimate_turn, have_most_cards_moved
from companion.vision.tracking.hands import HandFinder, Hands
from companion.vision.tracking.motion import MOTION_SECONDS, MotionDetector, MotionMasks, SmallPicture, find_changes
from companion.vision.tracking.motion_filter import MotionFilter
from companion.vision.tracking.play_area import PlayArea, area_around_row, area_of_whole_picture, area_on_mat
from companion.vision.tracking.regions import Grid
from companion.vision.tracking.track_set import Tracks
from companion.vision.tracking.tracker import Tracker, reported_values

REST_SECONDS = 0.25
"""Seconds without movement after which all is still."""
CHANGED_FRAMES = 2
"""Frames that must show a change one after the other before it is one: a flash is none."""
HAND_SECONDS = 2.0
"""Seconds that a resting hand is waited for before what else changed is read."""
MOTION_CHECK_SECONDS = 3.0
"""Seconds between looks at whether the camera stands where it stood."""


class Follower:
    """Tracks one table with the decks of ``galleries``; ``eyes`` read the indices (the project's own without)."""

    def __init__(self, galleries: Sequence[Gallery], eyes: IndexReader | None = None) -> None:
        self._tracker = Tracker(galleries, eyes)
        self._motion = MotionDetector()
        self._restless = MotionFilter()
        self._adviser = Adviser()
        self._area: PlayArea | None = None
        self._near: Edge | None = None
        self._inside: Mask | None = None
        self._grid: Grid | None = None
        self._read: SmallPicture | None = None
        """The small picture that was read last."""
        self._unrest = 0
        self._stirred = True
        self._still_since: float | None = None
        self._looked_again = True
        self._hand_eyes = HandFinder()
        self._hands: Hands | None = None
        """Where hands rest since all came to rest; None: not looked yet."""
        self._hands_since: float | None = None
        """Since when what changed is not read because of hands, however often something moved meanwhile."""
        self._unread: Mask | None = None
        self._checked = 0.0
        self._turned_from: TracksBeforeTurn | None = None
        """What was followed before the camera was turned, until all is read anew."""
        self._named: SimpleQueue[tuple[Cast, Box]] = SimpleQueue()

    @property
    def deck(self) -> str | None:
        """The name of the deck that lies on the table; None while several may."""
        return self._tracker.deck

    @property
    def area(self) -> PlayArea | None:
        """Where the game lies; None before the first reading."""
        return self._area

    def seat(self, near: Edge) -> None:
        """Player 0 sits at that edge of the picture; asked once, kept when the camera moves."""
        self._near = near
        if self._area is not None:
            self._area = self._area.seated(near)

    def look_anew(self) -> None:
        """Reads everything again once it is still; cards and dice keep their identity."""
        self._read, self._still_since = None, None
        self._stirred = True

    def name_dice(self, cast: Cast, region: Box) -> None:
        """Players said what the dice show that lie in this region of the picture: such dice are known from the next
        look on. Any thread may say so."""
        self._named.put((cast, region))

    @property
    def sightings(self) -> Sightings:
        """What is known to lie there now."""
        grid = self._grid
        return self._tracker.tracks.sightings(grid) if grid is not None else Sightings(0, 0)

    def look(self, frame: Frame) -> tuple[CameraEvent, ...]:
        """Takes in a frame; what came of it. Costs little unless something came to rest in this frame."""
        while not self._named.empty():
            self._tracker.name_dice(*self._named.get())
        if self._grid is not None and (self._grid.width, self._grid.height) != frame.size:
            self._turned_from = self._turned_from or TracksBeforeTurn(
                self._tracker.tracks, (self._grid.width, self._grid.height)
            )
            self._begin()
        small = SmallPicture.from_half(frame.half)
        masks = self._motion.see(small, frame.at, self._inside, quiet=not self._stirred)
        masks = masks.without(self._restless.see(masks.moving, frame.at))
        grid = self._grid = Grid.of(frame.size, small)
        advice = [Advised(m) for m in self._adviser.see(frame.half, small, self.sightings, frame.at)]
        if self._stirred:
            return (*advice, *self._come_to_rest(frame, masks, grid))
        return (*advice, *self._stay_at_rest(frame, masks, grid))

    def _begin(self) -> None:
        """The first frame of another size, or of a camera that was turned: nothing is known of the picture."""
        self._motion = MotionDetector()
        self._tracker.tracks = Tracks()
        self._area = self._inside = self._read = self._hands = self._still_since = None
        self._stirred = self._looked_again = True

    def _stay_at_rest(self, frame: Frame, masks: MotionMasks, grid: Grid) -> tuple[CameraEvent, ...]:
        if masks.changed.any():
            self._unrest += 1
            if self._unrest < CHANGED_FRAMES:
                return ()
            self._stirred, self._still_since, self._hands_since = True, None, None
            return (Changed(grid.box(masks.changed)),)
        self._unrest = 0
        if frame.at - self._checked >= MOTION_CHECK_SECONDS:
            self._checked = frame.at
            if (homography := self._nudge(masks.small, grid)) is not None:
                return self._moved(frame, masks, grid, homography)
        if self._tracker.tracks.unsettled or self._unread is not None:
            before = reported_values(self.sightings)
            self._tracker.look_again(frame.pixels, grid, self._unread)
            self._unread = None
            if reported_values(self.sightings) != before:
                return (self._settled(frame),)
        return ()

    def _come_to_rest(self, frame: Frame, masks: MotionMasks, grid: Grid) -> tuple[CameraEvent, ...]:
        if masks.moving.any() or self._motion.watched < MOTION_SECONDS:
            self._still_since = self._hands = None
            return ()
        if self._still_since is None:
            # It is as it was so long ago already.
            self._still_since = frame.at - MOTION_SECONDS
        still = frame.at - self._still_since
        if still < REST_SECONDS:
            return ()
        if self._read is not None and not masks.changed.any():
            return self._rest_again(frame, grid)
        if self._hands is None:
            self._hands = self._look_for_hands(frame, masks, grid)
        if self._hands.seen.any():
            self._hands_since = self._hands_since or frame.at
            if frame.at - min(self._still_since, self._hands_since) < HAND_SECONDS:
                return ()
        if (homography := self._nudge(masks.small, grid)) is not None:
            return self._moved(frame, masks, grid, homography)
        return self._read_changes(frame, masks, grid, self._hands)

    def _look_for_hands(self, frame: Frame, masks: MotionMasks, grid: Grid) -> Hands:
        """Only where something changed: a still table costs no look. Of one never read nobody knows what came."""
        if self._read is None:
            return Hands.none(grid)
        tall = self._tracker.card_height(grid) / grid.scale
        return Hands.of(self._hand_eyes.see(frame.pixels, grid, masks.changed), masks.changed, tall)

    def _read_changes(self, frame: Frame, masks: MotionMasks, grid: Grid, hands: Hands) -> tuple[CameraEvent, ...]:
        area = self._area or area_on_mat(frame.pixels) or area_of_whole_picture(grid.width, grid.height)
        first = self._read is None
        looked = self._tracker.look(frame.pixels, masks.changed, grid, area, self._read, masks.small, hands)
        if not first and self._turned(looked.tracks):
            return self._read_changes(frame, masks, grid, Hands.none(grid))
        moved = self._known_again(looked.tracks, grid)
        self._hands_since = None
        self._learn(frame, masks.small, grid, looked.hands.reach)
        self._looked_again = False
        self._unread = self._tracker.unread(masks.small, self._area or area, grid) if first else None
        return moved if self._tracker.tracks.unsettled else (*moved, *self._rest_again(frame, grid))

    def _turned(self, tracks: Tracks) -> bool:
        """Whether the camera was turned, as these tracks tell beside those before: then nothing is known any more."""
        before, after = ([track.sighting for track in one.cards] for one in (self._tracker.tracks, tracks))
        if self._grid is None or not have_most_cards_moved(before, after) or estimate_turn(before, after) is None:
            return False
        self._turned_from = TracksBeforeTurn(self._tracker.tracks, (self._grid.width, self._grid.height))
        self._begin()
        return True

    def _known_again(self, tracks: Tracks, grid: Grid) -> tuple[CameraEvent, ...]:
        """Goes on with these tracks; those of a camera that was turned meanwhile keep their numbers."""
        self._tracker.tracks = tracks
        before, self._turned_from = self._turned_from, None
        if before is None or not before.tracks.tracks:
            return ()
        self._tracker.tracks, moved = before.known_again(tracks, (grid.width, grid.height))
        if self._near is not None:
            self._near = self._near.turned(moved.quarters)
        return (moved,)

    def _rest_again(self, frame: Frame, grid: Grid) -> tuple[CameraEvent, ...]:
        """All that changed was read; what is in doubt is looked at once more before anything is said."""
        if not self._looked_again:
            self._looked_again = True
            if self._tracker.tracks.unsettled:
                self._tracker.look_again(frame.pixels, grid)
        self._stirred, self._unrest = False, 0
        return (self._settled(frame),)

    def _settled(self, frame: Frame) -> Settled:
        return Settled(self.sightings, frame.at, frame.number)

    def _learn(self, frame: Frame, small: SmallPicture, grid: Grid, hands: Mask | None = None) -> None:
        """The table was read as it is in this frame, but for hands that rest on it."""
        self._motion.learn(small, hands)
        self._read, self._checked = small, frame.at
        if self._area is None or not self._area.from_mat:
            found = area_on_mat(frame.pixels) if self._area is None else None
            self._enter(found or self._row_area(grid), grid)

    def _enter(self, area: PlayArea, grid: Grid) -> None:
        self._area = area if area.near is not None or self._near is None else area.seated(self._near)
        self._inside = self._area.mask(grid.width, grid.height, (grid.rows, grid.columns))

    def _row_area(self, grid: Grid) -> PlayArea:
        found = area_around_row(self.sightings.cards, grid.width, grid.height)
        return found or area_of_whole_picture(grid.width, grid.height)

    def _nudge(self, small: SmallPicture, grid: Grid) -> Matrix | None:
        return estimate_camera_motion(self._read, small, grid.scale) if self._read is not None else None

    def _moved(self, frame: Frame, masks: MotionMasks, grid: Grid, homography: Matrix) -> tuple[CameraEvent, ...]:
        """The camera was moved: all that is known moves with the picture, and all is read anew."""
        assert self._read is not None and self._area is not None
        self._tracker.tracks = self._tracker.tracks.moved(homography)
        before = self._read.moved(homography, grid.scale)
        area = area_on_mat(frame.pixels) if self._area.from_mat else None
        self._enter(area or self._area.moved(homography), grid)
        differs = find_changes(before, masks.small)
        none = Hands.none(grid)
        looked = self._tracker.look(frame.pixels, differs, grid, self._area, before, masks.small, none, whole=True)
        self._tracker.tracks = looked.tracks
        self._learn(frame, masks.small, grid)
        self._looked_again = True
        self._stirred, self._unrest = False, 0
        return (AreaMoved(), self._settled(frame))
