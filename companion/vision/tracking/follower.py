"""Follow a table from frame to frame: idle while nothing happens, read what changed once it is still.

There is no thread and no clock: the time comes with the frames.
"""

from collections.abc import Sequence
from dataclasses import replace
from queue import SimpleQueue

from companion.pictures.arrays import Mask, Matrix
from companion.pictures.sources.frame import Frame
from companion.pieces import Cast
from companion.questions import Box
from companion.table.camera_events import Advised, AreaMoved, CameraEvent, Changed, Settled
from companion.table.dice_set import DiceSet
from companion.table.sightings import Edge, Sightings
from companion.vision.decks.gallery import Gallery
from companion.vision.tracking.advice import Adviser
from companion.vision.tracking.camera_moved import (
    TracksBeforeTurn,
    estimate_camera_motion,
    estimate_turn,
    have_most_cards_moved,
)
from companion.vision.tracking.follower_stages import (
    AtRest,
    FrameView,
    HandSearch,
    MaskedArea,
    Moving,
    Read,
    Settling,
    Stage,
    TableState,
    Unread,
)
from companion.vision.tracking.hands import HandFinder, Hands, MotionFilter
from companion.vision.tracking.motion import MOTION_SECONDS, MotionDetector, SmallPicture, find_changes
from companion.vision.tracking.play_area import PlayArea, area_around_row, area_of_whole_picture, area_on_mat
from companion.vision.tracking.regions import Grid
from companion.vision.tracking.taught_dice import TaughtDice
from companion.vision.tracking.track_set import Tracks
from companion.vision.tracking.tracker import Tracker, reported_values

REST_SECONDS = 0.25
"""Seconds without movement after which all is still."""
CHANGED_FRAMES = 2
"""Frames in a row that must show a change: a flash lasts one."""
HAND_SECONDS = 2.0
"""Seconds to wait for a resting hand before other changes are read."""
MOTION_CHECK_SECONDS = 3.0
"""Seconds between two checks for camera motion while the table is at rest."""


class Follower:
    """Follow one table with the decks of ``galleries``.

    Args:
        galleries: The decks that may lie there.
        dice: The dice that were taught.
    """

    def __init__(self, galleries: Sequence[Gallery] = (), dice: TaughtDice | None = None) -> None:
        self._dice = dice or TaughtDice()
        self._tracker = Tracker(galleries)
        self._motion = MotionDetector()
        self._motion_filter = MotionFilter()
        self._adviser = Adviser()
        self._hand_finder = HandFinder()
        self._near: Edge | None = None
        self.in_row = True
        """Whether a row of districts shows the play area; otherwise it is the whole picture, or a mat."""
        self._grid: Grid | None = None
        self._area: MaskedArea | None = None
        self._table: TableState = Unread()
        self._stage: Stage = Moving()
        self._named: SimpleQueue[tuple[Cast, Box]] = SimpleQueue()

    @property
    def deck(self) -> str | None:
        """The name of the deck on the table; None while several are possible."""
        return self._tracker.deck

    @property
    def area(self) -> PlayArea | None:
        """The play area; None before the first reading."""
        return self._area.area if self._area is not None else None

    def seat(self, near: Edge) -> None:
        """Set the edge of the picture at which player 0 sits; it moves with the camera."""
        self._near = near
        if self._area is not None:
            self._area = replace(self._area, area=self._area.area.seated(near))

    def read_again(self) -> None:
        """Read the whole table once it is still; cards and dice keep their identity."""
        recheck = not isinstance(self._stage, AtRest) and self._stage.recheck
        self._stage = Moving(self._stage.search, recheck)
        if isinstance(self._table, Read):
            self._table = Unread()

    def name_dice(self, cast: Cast, region: Box, confirmed: bool = False) -> None:
        """Teach the dice in a region by their values. Safe on any thread.

        Args:
            cast: The values of a roll that counts.
            region: The region of its dice, pixels.
            confirmed: Whether players confirmed it; otherwise it teaches nothing.
        """
        if confirmed:
            self._named.put((cast, region))

    def calibrate_dice(self, active: bool, learned: DiceSet | None = None) -> None:
        """Read dice by what was taught, or by the reader alone; use a set that was ``learned`` elsewhere."""
        self._dice.set_active(active, learned)

    @property
    def sightings(self) -> Sightings:
        """What lies on the table as far as it was read."""
        if self._grid is None:
            return Sightings(0, 0)
        return self._dice.applied(self._tracker.tracks.sightings(self._grid))

    def process_frame(self, frame: Frame) -> tuple[CameraEvent, ...]:
        """Take in a frame and return its events. Cheap unless something came to rest in this frame."""
        while not self._named.empty():
            self._dice.learn(self._tracker.named_dice(*self._named.get()))
        self._tracker.faces = self._dice.faces
        if self._grid is not None and (self._grid.width, self._grid.height) != frame.size:
            self._restart(self._grid)
        small = SmallPicture.from_half(frame.half)
        advice = [Advised(message) for message in self._adviser.update(frame, small, self.sightings)]
        if not frame.is_whole:
            return tuple(advice)
        inside = self._area.inside if self._area is not None else None
        masks = self._motion.update(small, frame.at, inside, quiet=isinstance(self._stage, AtRest))
        self._grid = Grid.of(frame.size, small)
        left_out = self._motion_filter.update(masks.moving, frame.at)
        if self._motion_filter.grew:
            left_out = self._motion_filter.without_hands(self._hand_finder.find(frame.pixels, self._grid, masks.moving))
        view = FrameView(frame, masks.without(left_out), self._grid, left_out)
        if isinstance(self._stage, AtRest):
            return (*advice, *self._stay_at_rest(self._stage, view))
        return (*advice, *self._come_to_rest(self._stage, view))

    def _restart(self, grid: Grid) -> None:
        """Start again after a frame of another size or a turned camera; ``grid`` is that of the earlier frames."""
        before = self._table.before_turn if isinstance(self._table, Unread) else None
        self._table = Unread(before or TracksBeforeTurn(self._tracker.tracks, (grid.width, grid.height)))
        self._motion = MotionDetector()
        self._tracker.tracks = Tracks()
        self._area = None
        self._stage = Moving(HandSearch(waiting_since=self._stage.search.waiting_since))

    def _stay_at_rest(self, stage: AtRest, view: FrameView) -> tuple[CameraEvent, ...]:
        assert isinstance(self._table, Read)
        if view.masks.changed.any():
            self._stage = replace(stage, changed_frames=stage.changed_frames + 1)
            if self._stage.changed_frames < CHANGED_FRAMES:
                return ()
            self._stage = Moving(HandSearch(stage.search.hands))
            return (Changed(view.grid.box(view.masks.changed)),)
        self._stage = replace(stage, changed_frames=0)
        if view.frame.at - self._table.motion_checked_at >= MOTION_CHECK_SECONDS:
            self._table = replace(self._table, motion_checked_at=view.frame.at)
            if (
                homography := estimate_camera_motion(self._table.picture, view.masks.small, view.grid.scale)
            ) is not None:
                return self._follow_camera(self._table, view, homography)
        if self._tracker.tracks.unsettled or self._table.overlooked is not None:
            before = reported_values(self.sightings)
            self._refine(view, stage.search.hands)
            if reported_values(self.sightings) != before:
                return (self._settled(view.frame),)
        return ()

    def _come_to_rest(self, stage: Moving | Settling, view: FrameView) -> tuple[CameraEvent, ...]:
        at = view.frame.at
        if view.masks.moving.any() or self._motion.watched < MOTION_SECONDS:
            self._stage = Moving(HandSearch(waiting_since=stage.search.waiting_since), stage.recheck)
            return ()
        if isinstance(stage, Moving):
            # The motion masks show that nothing has moved for so long already.
            stage = self._stage = Settling(at - MOTION_SECONDS, stage.search, stage.recheck)
        if at - stage.since < REST_SECONDS:
            return ()
        if isinstance(self._table, Read) and not view.masks.changed.any():
            return self._rest_again(view, stage.search, stage.recheck)
        hands = stage.search.hands or self._find_hands(view)
        waiting_since = stage.search.waiting_since
        if hands.mask.any():
            waiting_since = waiting_since or at
        self._stage = replace(stage, search=HandSearch(hands, waiting_since))
        if waiting_since is not None and hands.mask.any() and at - min(stage.since, waiting_since) < HAND_SECONDS:
            return ()
        if isinstance(self._table, Read):
            homography = estimate_camera_motion(self._table.picture, view.masks.small, view.grid.scale)
            if homography is not None:
                return self._follow_camera(self._table, view, homography)
        return self._read_changes(view, hands)

    def _find_hands(self, view: FrameView) -> Hands:
        """Find hands where something changed; an unread table has no changes yet."""
        if isinstance(self._table, Unread):
            return Hands.none(view.grid)
        card_height = self._tracker.card_height(view.grid) / view.grid.scale
        mask = self._hand_finder.find(view.frame.pixels, view.grid, view.masks.changed)
        return Hands.of(mask, view.masks.changed, card_height)

    def _read_changes(self, view: FrameView, hands: Hands) -> tuple[CameraEvent, ...]:
        frame, masks, grid = view.frame, view.masks, view.grid
        area = self.area or area_on_mat(frame.pixels) or area_of_whole_picture(grid.width, grid.height)
        first = isinstance(self._table, Unread)
        before = self._table.picture if isinstance(self._table, Read) else None
        update = self._tracker.update(frame.pixels, masks.changed, grid, area, before, masks.small, hands)
        if not first and self._is_turned(update.tracks):
            self._restart(grid)
            return self._read_changes(view, Hands.none(grid))
        dice_moved = update.tracks.dice_numbers != self._tracker.tracks.dice_numbers
        moved = self._keep_numbers(update.tracks, grid)
        area = self._learn(view, update.hands, None if first else view.left_out)
        overlooked = self._tracker.find_overlooked(masks.small, area, grid) if first else None
        if not first and (dice_moved or hands.mask.any()):
            overlooked = Hands.none(grid).mask
        self._table = Read(masks.small, frame.at, overlooked)
        search = HandSearch(update.hands if self._stage.search.hands is not None else None)
        if not self._tracker.tracks.unsettled:
            return (*moved, *self._rest_again(view, search, recheck=True))
        match self._stage:
            case Settling(since):
                self._stage = Settling(since, search, recheck=True)
            case _:
                self._stage = Moving(search, recheck=True)
        return moved

    def _is_turned(self, tracks: Tracks) -> bool:
        """Return whether the camera was turned, by these tracks and those before."""
        before = [track.sighting for track in self._tracker.tracks.cards]
        after = [track.sighting for track in tracks.cards]
        return have_most_cards_moved(before, after) and estimate_turn(before, after) is not None

    def _keep_numbers(self, tracks: Tracks, grid: Grid) -> tuple[CameraEvent, ...]:
        """Go on with these tracks; those from before a turn of the camera keep their numbers."""
        self._tracker.tracks = tracks
        before = self._table.before_turn if isinstance(self._table, Unread) else None
        if before is None or not before.tracks.tracks:
            return ()
        self._tracker.tracks, moved = before.keep_numbers(tracks, (grid.width, grid.height))
        if self._near is not None:
            self._near = self._near.turned(moved.quarters)
        return (moved,)

    def _rest_again(self, view: FrameView, search: HandSearch, recheck: bool) -> tuple[CameraEvent, ...]:
        """Report the table at rest, after one more reading of uncertain tracks."""
        if recheck and self._tracker.tracks.unsettled:
            self._refine(view, search.hands)
        self._stage = AtRest(search)
        return (self._settled(view.frame),)

    def _refine(self, view: FrameView, hands: Hands | None) -> None:
        """Read again what is uncertain, and after every reading once all dice as in a photograph."""
        assert isinstance(self._table, Read) and self._area is not None
        overlooked, inside = self._table.overlooked, self._area.inside
        self._tracker.refine(
            view.frame.pixels,
            view.grid,
            hands or Hands.none(view.grid),
            overlooked,
            inside if overlooked is not None else None,
        )
        self._table = replace(self._table, overlooked=None)

    def _settled(self, frame: Frame) -> Settled:
        return Settled(self.sightings, frame.at, frame.number)

    def _learn(self, view: FrameView, hands: Hands | None = None, unread: Mask | None = None) -> PlayArea:
        """Keep the table as it is in this frame, except for hands on it and what is unread; return the play area."""
        hands = hands or Hands.none(view.grid)
        self._motion.learn(view.masks.small, hands.mask, hands.reach, unread)
        if self._area is not None and self._area.area.from_mat:
            return self._area.area
        found = area_on_mat(view.frame.pixels) if self._area is None else None
        return self._set_area(found or self._find_row_area(view.grid), view.grid)

    def _set_area(self, area: PlayArea, grid: Grid) -> PlayArea:
        area = area if area.near is not None or self._near is None else area.seated(self._near)
        self._area = MaskedArea(area, area.mask(grid.width, grid.height, (grid.rows, grid.columns)))
        return area

    def _find_row_area(self, grid: Grid) -> PlayArea:
        cards = self.sightings.cards
        found = area_around_row(cards, grid.width, grid.height) if self.in_row else None
        return found or area_of_whole_picture(grid.width, grid.height)

    def _follow_camera(self, table: Read, view: FrameView, homography: Matrix) -> tuple[CameraEvent, ...]:
        """Move all that is known with the picture after the camera moved, and read everything again."""
        assert self._area is not None
        frame, masks, grid = view.frame, view.masks, view.grid
        self._tracker.tracks = self._tracker.tracks.moved(homography)
        before = table.picture.moved(homography, grid.scale)
        on_mat = area_on_mat(frame.pixels) if self._area.area.from_mat else None
        area = self._set_area(on_mat or self._area.area.moved(homography), grid)
        differs = find_changes(before, masks.small)
        none = Hands.none(grid)
        update = self._tracker.update(frame.pixels, differs, grid, area, before, masks.small, none, whole=True)
        self._tracker.tracks = update.tracks
        self._learn(view)
        self._table = Read(masks.small, frame.at, table.overlooked)
        self._stage = AtRest(self._stage.search)
        return (AreaMoved(), self._settled(frame))
