"""The networks at work: dice found, each looked at by four of them, what they say made one chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import CardSighting, DieSighting
from companion.vision.camera_pose.aspect import Aspect
from companion.vision.camera_pose.estimation import CameraPose, Landmark
from companion.vision.camera_pose.table_view import TableView, aspect_from_pose
from companion.vision.dice.chances import Calibration, Evidence, calibration
from companion.vision.dice.company import ASKED, Places, by_company
from companion.vision.dice.crops import (
    CLOSE,
    WIDE,
    crop_matrix,
    crops,
    leaning,
    leaning_up,
    upright_crop_matrix,
    with_planes,
)
from companion.vision.dice.familiar import STRANGERS, FamiliarDice, Portrait
from companion.vision.dice.finding import Candidate, candidates, likeliest, overlap
from companion.vision.dice.opinions import D6, D10, PLACE, Floats, Opinion, kinds_of, opinion
from companion.vision.dice.tops import moved, nearby, on_top
from companion.vision.dice.upright import alike, answers, around
from companion.vision.dice.verdicts import Verdict, is_sure, verdict
from companion.vision.networks import Network, load_network, map_in_threads

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

TURNS = 20
"""How often a die is turned to be read: a digit is upright to 9° at one of them."""
GLANCES = 4
SIZES = (0.92, 1.0, 1.09)
"""Sizes of the crops by which a die's lean is judged; each is also asked mirrored."""
AROUND = 4
"""So many ways up are tried where nobody knows how the camera stands."""
FLAT = 0.25
"""From this chance of a d6 or d10 that can be read on, a die is told of."""
GLIMPSED = 0.12
"""From this chance on one may lie there, and another look is worth its time."""
FOUND = 0.5
"""What the finder is so sure of is looked at once more where dice in company tell how the camera stands: seen from far
aside hardly a die can be read by one who does not know."""
HOPELESS = 0.008
"""Below this chance of a d6 or d10 lying flat, by the finder and all who glanced at it, nobody looks any closer."""
PIPPED = 0.6
"""From this share of pips seen at a glance on, a die is taken for one with pips."""
MOST = 64
"""No more places than this are looked at, with what lies in them, the likeliest first."""
WHOLE, CLEAR = 0.45, 0.55
"""A die whose middle is so many diameters from the picture's edge shows its top, and one whose middle is so many is
clear of the edge."""
LIKE = 2.0
"""Places in one another, neither so many times as wide, that are read as the same are one die's."""


class DiceEyes:
    """Loads its networks when first used, and is good for any number of pictures."""

    def __init__(
        self,
        finder: Network | None = None,
        close: Network | None = None,
        wide: Network | None = None,
        witness: Network | None = None,
        upright: Network | None = None,
        *,
        weighing: Calibration | None = None,
    ):
        self._given = finder, close, wide, witness, upright
        self._weighing = weighing

    @cached_property
    def _finder(self) -> Network:
        return self._given[0] or load_network("die-finder")

    @cached_property
    def _close(self) -> Network:
        return self._given[1] or load_network("die-reader-close")

    @cached_property
    def _wide(self) -> Network:
        return self._given[2] or load_network("die-reader-wide")

    @cached_property
    def _witness(self) -> Network:
        return self._given[3] or load_network("lean-witness")

    @cached_property
    def _upright(self) -> Network:
        return self._given[4] or load_network("die-upright")

    @cached_property
    def _calibration(self) -> Calibration:
        return self._weighing or calibration()

    def find(self, picture: Picture) -> list[Candidate]:
        """Where dice may lie in a picture (height × width × 3, blue first), the likeliest first."""
        return likeliest(candidates(picture, self._finder), MOST)

    def read(
        self,
        picture: Picture,
        places: Sequence[Candidate],
        cards: Sequence[CardSighting] = (),
        landmarks: Sequence[Landmark] = (),
        told_from: float = FLAT,
        familiar: FamiliarDice = STRANGERS,
    ) -> tuple[DieSighting, ...]:
        """What lies at these places; ``cards`` that lie around and other ``landmarks`` tell how the table leans.

        ``told_from`` is the chance that a die can be read there from which it is told of; ``familiar`` are the dice
        that players have named.
        """
        table = TableView.of(cards, picture.shape[1], picture.shape[0], landmarks)
        looks = self._looks(picture, places, table.at, familiar)
        known = told_apart(looks)
        certain = [one for one in known if one[1].certain]
        doubted = [place for place, told in looks if _doubted(place, told) and not _in_one_of(place, certain)]
        if doubted and (there := self.company(picture, known, table.pose)) is not None:
            # Only what was certain to one who knew how the camera stands needs no second look.
            settled = certain if table.pose is not None else []
            again = [one for one in known if one not in settled]
            known = told_apart([*settled, *self._once_more(picture, again, doubted, there, familiar)])
        told = (reported(place, seen, picture, told_from) for place, seen in known)
        return tuple(die for die in told if die is not None)

    def company(
        self, picture: Picture, seen: Sequence[tuple[Candidate, Verdict]], standpoint: CameraPose | None = None
    ) -> CameraPose | None:
        """Where the dice at these places say together that the camera stands, near where cards say so, if they do; None
        where the dice do not."""
        dice = [place for place, told in seen if told.flat >= FLAT][:ASKED]
        if len(dice) < 2:
            return None
        height, width = picture.shape[:2]
        places = Places.anywhere(width, height) if standpoint is None else Places.about(standpoint)
        flat = map_in_threads(lambda place: self._flat(picture, place, places.standpoints), dice)
        return by_company(np.array(flat), places)

    def _flat(self, picture: Picture, place: Candidate, standpoints: Sequence[CameraPose]) -> list[float]:
        """How likely a die lies flat at a place, were the camera at each of these, by a glance of the witness."""
        near, there = nearby(picture, place)
        looks, planes = [], []
        for one in standpoints:
            aspect = aspect_from_pose(one, place.middle)
            up = aspect.lean.up if aspect.lean is not None else (0.0, -1.0)
            for mirrored in (False, True):
                looks.append(upright_crop_matrix(there.middle, there.across, up, aspect.level, mirrored))
                planes.append(leaning_up(aspect.lean))
        told = self._witness(with_planes(crops(near, looks), planes))
        kinds = (kinds_of(told[2 * number : 2 * number + 2]) for number in range(len(standpoints)))
        return [float(one[D6] + one[D10]) for one in kinds]

    def _once_more(
        self,
        picture: Picture,
        seen: Sequence[tuple[Candidate, Verdict]],
        doubted: Sequence[Candidate],
        there: CameraPose,
        familiar: FamiliarDice,
    ) -> list[tuple[Candidate, Verdict | None]]:
        """The verdicts once more, as a camera sees the places that stands where dice together say: of all that may be
        dice, and of what nobody who did not know that could read."""
        worth = [place for place, told in seen if told.flat >= GLIMPSED]
        worth += [place for place in doubted if place not in worth]
        return self._looks(picture, worth, lambda middle: aspect_from_pose(there, middle), familiar)

    def _looks(
        self,
        picture: Picture,
        places: Sequence[Candidate],
        aspect: Callable[[tuple[float, float]], Aspect],
        familiar: FamiliarDice,
    ) -> list[tuple[Candidate, Verdict | None]]:
        """The verdict on each of these places; ``aspect`` is how things are seen at a point of the picture."""
        return map_in_threads(
            lambda place: (place, self.read_detection(picture, place, aspect(place.middle), familiar)), places
        )

    def read_detection(
        self, picture: Picture, place: Candidate, aspect: Aspect, familiar: FamiliarDice = STRANGERS
    ) -> Verdict | None:
        """The verdict on one place; None where at a glance it is none to be read."""
        evidence = self.evidence(picture, place, aspect, familiar=familiar)
        return verdict(self._calibration.chances(evidence)) if evidence is not None else None

    def portrait(self, picture: Picture, place: Candidate, aspect: Aspect) -> Portrait:
        """The top face of the die at a place, to be known again."""
        near, there = nearby(picture, place)
        return Portrait.of(near, self._glance(near, there, aspect)[1], aspect)

    def evidence(
        self,
        picture: Picture,
        place: Candidate,
        aspect: Aspect,
        least: float = HOPELESS,
        familiar: FamiliarDice = STRANGERS,
    ) -> Evidence | None:
        """What the four networks and known dice say of one place; None where at a glance it is none to be read."""
        near, there = nearby(picture, place)
        glance, there = self._glance(near, there, aspect)
        if place.score * glance.flat < least:
            return None
        where = (self._upright, near, there.middle, there.across)
        told = answers(*where, around(GLANCES), aspect.lean)
        like = alike(told)
        if place.score * glance.flat * like.flat < least:
            return None
        # Pips look alike at every turn: so many need not be asked.
        turns = TURNS if glance.pips < PIPPED else 2 * GLANCES
        close, wide = self._both(near, there, aspect, turns)
        like = alike(np.concatenate([told, answers(*where, around(turns, but=GLANCES), aspect.lean)]))
        lying = self._lying(near, there, aspect)
        known = familiar.likeness(Portrait.of(near, there, aspect))
        cut = not inside(place, picture, CLEAR)
        return Evidence(close, wide, lying, like, place.across, aspect.lean, place.score, known, cut)

    def _lying(self, picture: Picture, place: Candidate, aspect: Aspect) -> Floats:
        """The kinds by the witness that knows how the camera stands."""
        lean = aspect.lean
        turns = (math.tau * turn / AROUND for turn in range(AROUND))
        ups = [lean.up] if lean is not None else [(math.cos(turn), math.sin(turn)) for turn in turns]
        looks = [
            upright_crop_matrix(place.middle, place.across * size, up, aspect.level, mirrored)
            for up in ups
            for size in SIZES
            for mirrored in (False, True)
        ]
        return kinds_of(self._witness(with_planes(crops(picture, looks), [leaning_up(lean)] * len(looks))))

    def _both(self, picture: Picture, place: Candidate, aspect: Aspect, turns: int) -> tuple[Opinion, Opinion]:
        close = _told(self._close, picture, _matrices(place, aspect, CLOSE, turns), aspect)
        return opinion(close), opinion(_told(self._wide, picture, _matrices(place, aspect, WIDE, turns), aspect))

    def _glance(self, picture: Picture, place: Candidate, aspect: Aspect) -> tuple[Opinion, Candidate]:
        """What a first look says, and the place moved to where the top face really lies."""
        matrices = _matrices(place, aspect, WIDE, GLANCES)
        answers = _told(self._wide, picture, matrices, aspect)
        return opinion(answers), on_top(moved(place, matrices, answers[:, PLACE]), aspect.lean)


def _doubted(place: Candidate, told: Verdict | None) -> bool:
    """Whether what lies at a place would be worth a look by one who knows how the camera stands."""
    if told is None or told.flat < FLAT:
        return place.score >= FOUND
    return not told.certain


def _in_one_of(place: Candidate, dice: Sequence[tuple[Candidate, Verdict]]) -> bool:
    return any(overlap(place, die) for die, _ in dice)


def told_apart(looks: Iterable[tuple[Candidate, Verdict | None]]) -> list[tuple[Candidate, Verdict]]:
    """Non-maximum suppression by what was read: of places in one another, as a die and a digit on it are, the one that
    looks most like a die lying flat."""
    seen = [(place, verdict) for place, verdict in looks if verdict is not None]
    kept: list[tuple[Candidate, Verdict]] = []
    for place, told in sorted(seen, key=lambda one: -one[1].flat):
        if not _in_one_of(place, kept):
            kept.append((_as_found(place, told, seen), told))
    return kept


def _as_found(place: Candidate, told: Verdict, seen: Sequence[tuple[Candidate, Verdict]]) -> Candidate:
    """The same die where the finder is surest of it: with its shadow it reads as well, and seems larger."""
    same = (
        other
        for other, verdict in seen
        if overlap(place, other)
        and 1 / LIKE < other.across / place.across < LIKE
        and verdict.flat >= FLAT
        and (verdict.kind, verdict.candidates[0][0]) == (told.kind, told.candidates[0][0])
    )
    return max(same, key=lambda other: other.score, default=place)


def _told(reader: Network, picture: Picture, matrices: Sequence[Matrix], aspect: Aspect) -> Floats:
    """A reader's answers to crops by these matrices."""
    planes = [leaning(matrix, aspect.lean) for matrix in matrices]
    return reader(with_planes(crops(picture, matrices), planes))


def _matrices(place: Candidate, aspect: Aspect, view: float, turns: int) -> list[Matrix]:
    """The maps to crops at so many turns, once round."""
    around = (math.tau * turn / turns for turn in range(turns))
    return [crop_matrix(place.top, place.across, view, turn, aspect.level) for turn in around]


def reported(place: Candidate, seen: Verdict, picture: Picture, least: float = FLAT) -> DieSighting | None:
    """The die as it is reported; None where it is more likely none, or one that nobody should read."""
    if seen.flat < least:
        return None
    whole = inside(place, picture, WHOLE)
    center = (round(place.middle[0], 1), round(place.middle[1], 1))
    sure = whole and is_sure(seen.candidates)
    return DieSighting(seen.kind, center, seen.candidates if whole else (), sure, round(place.across, 1))


def inside(place: Candidate, picture: Picture, share: float) -> bool:
    """Whether what lies within that share of the die's diameter around its middle lies in the picture."""
    x, y = place.middle
    reach = share * place.across
    return bool(reach <= x <= picture.shape[1] - reach and reach <= y <= picture.shape[0] - reach)


@cache
def dice_eyes() -> DiceEyes:
    """The networks that came with this install, loaded once."""
    return DiceEyes()
