"""The tracker: the tracks of cards and dice, and what one reading adds to them. It has no clock."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.pictures.arrays import Mask, Picture
from companion.pieces import Cast
from companion.questions import Box
from companion.table.assignment import assign_values
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, DieSighting, Face, Point, Sightings
from companion.vision.cards.posterior import Design
from companion.vision.decks.gallery import Gallery
from companion.vision.decks.known_decks import OWN
from companion.vision.dice.known_faces import NO_FACES
from companion.vision.dice.reader import GLIMPSED, installed_reader
from companion.vision.recognise import DECK_NAMES, recognise_cards
from companion.vision.tracking.card_tracks import Touch, update_card_tracks
from companion.vision.tracking.hands import Hands
from companion.vision.tracking.motion import SmallPicture, dilated
from companion.vision.tracking.play_area import PlayArea
from companion.vision.tracking.regions import (
    Grid,
    card_area,
    cut_pieces,
    die_outline,
    fill_changes,
    find_touches,
    to_whole_picture,
)
from companion.vision.tracking.track_set import Tracks, is_reported, update_dice_tracks

WHOLE_PICTURE_SHARE = 0.3
"""Share of the play area from which reading all of it is no more work than reading the pieces."""
USUAL_HEIGHT = 0.14
"""A card's height before any was read, in widths of the picture."""

PRINT_VARIANCE = 150.0
"""Variance, of 255 squared, of what may be printed on a card."""
MAX_SIZE_RATIO = 1.45
"""Ratio by which an uncertain card may differ in size from the usual."""
MIN_SHARE_WITHIN = 0.7
"""Share of a card's place that must lie in the mask that was read, or on tracked cards and dice."""
MIN_CERTAIN = 3
"""Certain cards in a picture from which their design is that of the table."""
MAX_OVERLAP = 0.8
"""Share of an unread card's place over read cards from which it is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackUpdate:
    """The result of one reading: the tracks after it, and the hands over the table."""

    tracks: Tracks
    hands: Hands


class Tracker:
    """Tracks cards and dice: reads pieces of a picture and assigns the sightings to tracks."""

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self._galleries = list(galleries)
        self._deck: str | None = None
        self._design: Design | None = None
        self._numbers = itertools.count(1)
        self.tracks = Tracks()
        self._shift = 0
        self.faces = NO_FACES
        """Faces of dice that players have named."""

    @property
    def deck(self) -> str | None:
        """The name of the deck that lies there; None while that is not known."""
        return self._deck

    def update(
        self,
        pixels: Picture,
        changed: Mask,
        grid: Grid,
        area: PlayArea,
        before: SmallPicture | None,
        after: SmallPicture,
        hands: Hands,
        whole: bool = False,
    ) -> TrackUpdate:
        """Read what changed and return the tracks after it.

        What ``hands`` may hold or cover stays as it was. Nothing new is read there except for dice that they do not
        touch.

        Args:
            pixels: The picture, BGR.
            changed: Where something changed, small pixels.
            grid: The grid of the small picture.
            area: The play area.
            before: The small picture when the table was read last; None at first.
            after: The small picture now.
            hands: The hands over the table.
            whole: Whether to read the whole picture.

        Returns:
            The tracks, and the hands without those that certain cards explain.
        """
        mask = fill_changes(changed)
        dice_mask = mask.copy()
        touched = find_touches(self.tracks.outlines, mask, grid, before, after)
        # A card is read whole even if only a part changed.
        for number in touched:
            mask |= grid.mask_of(self.tracks.outlines[number])
        inside = area.mask(grid.width, grid.height, mask.shape)
        if whole or before is None or mask.sum() > WHOLE_PICTURE_SHARE * inside.sum():
            cards = self._whole_table(pixels)
            mask = dice_mask = inside
        else:
            cards = self._pieces(pixels, mask, grid)
            for track in self.tracks.dice:
                if track.number in touched:
                    dice_mask |= grid.mask_of(die_outline(track.sighting))
        cards = [card for card in cards if _is_within(CardPose.of(card).centre, mask & inside, grid)]
        dice = self._dice(pixels, dice_mask & inside, grid, cards)
        if hands.mask.any():
            read = _certain_mask((*cards, *dice), grid)
            hands = hands.without_read(read, changed, self.card_height(grid) / grid.scale)
            dice, hands = _free_dice(dice, hands, grid)
            reach = hands.reach
            touched = {number: touch for number, touch in touched.items() if not self._is_covered(number, reach, grid)}
            cards = [card for card in cards if not _is_within(CardPose.of(card).centre, reach, grid)]
        reported = sorted(dice, key=is_reported, reverse=True)
        known = replace(
            self.tracks,
            cards=update_card_tracks(self.tracks.cards, cards, touched, self._numbers),
            dice=update_dice_tracks(self.tracks.dice, reported, touched, self._numbers),
        )
        return TrackUpdate(known.with_landmarks(area.tags), hands)

    def find_overlooked(self, small: SmallPicture, area: PlayArea, grid: Grid) -> Mask:
        """Return where print of a card's size or less was not read."""
        drawn = small.variance > PRINT_VARIANCE
        for outline in self.tracks.outlines.values():
            drawn &= ~dilated(grid.mask_of(outline), 5)
        drawn &= area.mask(grid.width, grid.height, drawn.shape)
        card = card_area(self.card_height(grid) / grid.scale)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(drawn.astype(np.uint8))
        sizes = stats[:, cv2.CC_STAT_AREA]
        fitting = [n for n in range(1, count) if 0.15 * card < sizes[n] < 1.5 * card]
        return np.isin(labels, fitting)

    def refine(
        self, pixels: Picture, grid: Grid, hands: Hands, overlooked: Mask | None = None, inside: Mask | None = None
    ) -> None:
        """Read uncertain tracks again, cut out slightly differently.

        Args:
            pixels: The picture, BGR.
            grid: The grid of the small picture.
            hands: The hands over the table; a die that they touch is not read.
            overlooked: Further places to read, small pixels.
            inside: Where dice are looked for as in a photograph, whatever changed there, small pixels.
        """
        self._shift = self._shift % 3 + 1
        unsettled = self.tracks.unsettled
        mask = np.zeros((grid.rows, grid.columns), np.bool_) if overlooked is None else overlooked.copy()
        dice_mask = mask.copy() if inside is None else inside.copy()
        dice_numbers = {track.number for track in self.tracks.dice}
        for number, outline in self.tracks.outlines.items():
            target = dice_mask if number in dice_numbers else mask
            if number in unsettled:
                target |= dilated(grid.mask_of(outline), 2 * self._shift + 1)
            elif number in dice_numbers:
                target &= ~grid.mask_of(outline)
        cards = self._pieces(pixels, mask, grid)
        gone = {track.number: Touch(1.0, 1.0) for track in self.tracks.cards if track.missed}
        # Nothing changed, so a new card can only be one that was overlooked, and it must be certain.
        cards = [card for card in cards if _is_within(CardPose.of(card).centre, mask, grid)]
        dice, _ = _free_dice(self._dice(pixels, dice_mask, grid, cards), hands, grid)
        self.tracks = replace(
            self.tracks,
            cards=update_card_tracks(self.tracks.cards, cards, gone, self._numbers, only_sure=True),
            dice=update_dice_tracks(self.tracks.dice, dice, {}, self._numbers, unsettled.keys(), only_sure=True),
        ).tried(unsettled.keys())

    def _is_covered(self, number: int, hands: Mask, grid: Grid) -> bool:
        return bool((grid.mask_of(self.tracks.outlines[number]) & hands).any())

    def _whole_table(self, pixels: Picture) -> list[CardSighting]:
        """Read all cards, and keep the design that enough certain ones show: pieces of the table are read with it."""
        cards, deck = self._cards(pixels, None)
        taught = any(gallery.name == deck for gallery in self._galleries)
        if not taught and sum(card.sure for card in cards) >= MIN_CERTAIN:
            self._design = next((design for design, name in DECK_NAMES.items() if name == deck), None)
        return list(cards)

    def _cards(self, pixels: Picture, design: Design | None) -> tuple[tuple[CardSighting, ...], str]:
        cards, deck = recognise_cards(pixels, self._galleries, design)
        matching = [gallery for gallery in self._galleries if gallery.name == deck]
        if self._deck is None and len(cards) >= 3 and (matching or deck == OWN):
            # One deck lies on the table: the others are not compared again.
            self._deck, self._galleries = deck, matching
        return cards, deck

    def _pieces(self, pixels: Picture, mask: Mask, grid: Grid) -> list[CardSighting]:
        """Read the cards inside the mask."""
        cards: list[CardSighting] = []
        for piece in cut_pieces(pixels, mask, grid, self.card_height(grid)):
            cards += to_whole_picture(self._cards(piece.pixels, self._design)[0], piece)
        cards = [card for card in cards if self._is_plausible(card, mask, grid)]
        return [
            card for card in cards if card.card or card.face is Face.DOWN or not _covers_read_cards(card, cards, grid)
        ]

    def _dice(self, pixels: Picture, mask: Mask, grid: Grid, cards: Sequence[CardSighting]) -> list[DieSighting]:
        """Read the dice inside the mask; they are detected in the whole picture."""
        if not mask.any():
            return []
        reader = installed_reader()
        places = [place for place in reader.find(pixels) if _is_within(place.middle, mask, grid)]
        known = [*cards, *(track.sighting for track in self.tracks.cards)]
        dice = reader.read(
            pixels, places, known, self.tracks.landmarks, GLIMPSED, self.faces, self.tracks.pose_evidence
        )
        return list(dice)

    def named_dice(self, cast: Cast, region: Box) -> list[tuple[DieSighting, int]]:
        """Return the dice in a region, as they were read, with their values, as far as these are unambiguous.

        Args:
            cast: The values of the roll that counts.
            region: The region of its dice, pixels.
        """
        return assign_values([track.sighting for track in self.tracks.dice if track.there], cast, region)

    def _is_plausible(self, card: CardSighting, mask: Mask, grid: Grid) -> bool:
        """Return whether a card read in a piece is plausible by its size and place."""
        size = CardPose.of(card).height / self.card_height(grid)
        place = grid.mask_of(card.corners)
        expected = mask.copy()
        for outline in self.tracks.outlines.values():
            expected |= grid.mask_of(outline)
        fits = card.sure or 1 / MAX_SIZE_RATIO < size < MAX_SIZE_RATIO
        return fits and (place & expected).sum() >= MIN_SHARE_WITHIN * place.sum()

    def card_height(self, grid: Grid) -> float:
        """Return the median height of the tracked cards, large pixels."""
        heights = [CardPose.of(track.sighting).height for track in self.tracks.cards]
        return float(np.median(heights)) if heights else USUAL_HEIGHT * grid.width


def _certain_mask(read: Sequence[CardSighting | DieSighting], grid: Grid) -> Mask:
    """Return where cards and dice were read with certainty."""
    certain = np.zeros((grid.rows, grid.columns), np.bool_)
    for sighting in read:
        if sighting.sure:
            outline = sighting.corners if isinstance(sighting, CardSighting) else die_outline(sighting)
            certain |= grid.mask_of(outline)
    return certain


def _free_dice(dice: Sequence[DieSighting], hands: Hands, grid: Grid) -> tuple[list[DieSighting], Hands]:
    """Return the dice that no hand holds, and the hands with the places of the others.

    Fingers touch a die that they hold. A certain one counts unless the hand itself is there, not only its surroundings.
    """
    free: list[DieSighting] = []
    for die in dice:
        place = grid.mask_of(die_outline(die))
        if (place & (hands.mask if die.sure else hands.margin)).any():
            hands = hands.with_held(place)
        else:
            free.append(die)
    return free, hands


def _covers_read_cards(unread: CardSighting, cards: Sequence[CardSighting], grid: Grid) -> bool:
    """Return whether read cards lie where an unread card would cover them."""
    place, read = grid.mask_of(unread.corners), np.zeros((grid.rows, grid.columns), np.bool_)
    for card in cards:
        if card.card is not None:
            read |= grid.mask_of(card.corners)
    return bool((place & read).sum() > MAX_OVERLAP * place.sum())


def _is_within(point: Point, mask: Mask, grid: Grid) -> bool:
    row, column = int(point[1] * grid.rows / grid.height), int(point[0] * grid.columns / grid.width)
    return 0 <= row < grid.rows and 0 <= column < grid.columns and bool(mask[row, column])


def reported_values(sightings: Sightings) -> tuple[object, ...]:
    """Return the values whose change is reported."""
    cards = [(card.track, card.face, card.card, card.sure) for card in sightings.cards]
    return (cards, [(die.track, die.kind, die.value, die.sure) for die in sightings.dice])
