"""A phone that is turned while it streams: cards and dice stay which they are, and nobody threw anything."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.games.magnate import preset
from companion.games.magnate.wish import wish
from companion.pictures.arrays import Picture
from companion.pieces import DieKind
from companion.rolls.dice_watch import await_roll, observe
from companion.rolls.stages import DiceEvent, Hint, Watch
from companion.table.camera_events import AreaMoved, CameraEvent, Settled
from companion.table.edge import Edge
from companion.table.sightings import Sightings
from companion.vision.camera_pose.estimation import Corners
from companion.vision.recognise import recognise
from companion.vision.tracking import Follower
from companion.vision.tracking.camera_moved import count_quarter_turns, estimate_turn
from tests.vision.tracking.film import Film

PHOTO = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
DICE_CORNER = 300
"""Pixels of the photo's height and width within which dice lie and no card is seen whole."""


SMALLER = np.asarray(cv2.resize(PHOTO, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)


def rotated(how: int, picture: Picture = SMALLER) -> Picture:
    return np.asarray(cv2.rotate(picture, how), np.uint8)


TURNS = [
    pytest.param(SMALLER, rotated(cv2.ROTATE_90_CLOCKWISE), 1, Edge.BOTTOM, id="a quarter clockwise"),
    pytest.param(
        SMALLER,
        rotated(cv2.ROTATE_90_COUNTERCLOCKWISE),
        3,
        Edge.TOP,
        id="a quarter back",
        marks=pytest.mark.prove("camera-game"),
    ),
    pytest.param(
        SMALLER, rotated(cv2.ROTATE_180), 2, Edge.LEFT, id="upside down", marks=pytest.mark.prove("camera-game")
    ),
    pytest.param(PHOTO, SMALLER, 0, Edge.RIGHT, id="smaller", marks=pytest.mark.prove("camera-game")),
]


def sure_cards(sightings: Sightings) -> dict[str, int | None]:
    return {str(card.card): card.track for card in sightings.cards if card.sure and card.card is not None}


def dice(sightings: Sightings) -> dict[int | None, tuple[DieKind, int | None]]:
    return {die.track: (die.kind, die.value) for die in sightings.dice}


def news_of(events: list[CameraEvent], watch: Watch) -> list[DiceEvent]:
    dice_events: list[DiceEvent] = []
    for event in events:
        watch, news = observe(watch, event)
        dice_events += [one for one in news if not isinstance(one, Hint)]
    return dice_events


@pytest.mark.parametrize(("photo", "turned", "by", "near"), TURNS)
def test_a_turned_phone_keeps_every_card_die_and_seat_and_invents_no_roll(
    photo: Picture, turned: Picture, by: int, near: Edge
) -> None:
    film = Film(Follower())
    film.follower.seat(Edge.RIGHT)
    before = film.play(photo, 1)
    lay = film.follower.sightings
    after = film.play(turned, 2.5)
    [moved] = [event for event in after if isinstance(event, AreaMoved)]
    assert (moved.quarters, moved.followed, moved.resized) == (by, True, by != 2)
    assert any(isinstance(event, Settled) for event in after[after.index(moved) :])
    now = film.follower.sightings
    both = sure_cards(lay).keys() & sure_cards(now).keys()
    assert len(both) > 10 and all(sure_cards(lay)[code] == sure_cards(now)[code] for code in both)
    assert len(lay.dice) == 3 and dice(now).keys() == dice(lay).keys()
    assert not news_of([*before, *after], await_roll(Watch(), wish(preset("standard"))))
    assert film.follower.area is not None and film.follower.area.near is near


@pytest.mark.prove("camera-game")
def test_dice_alone_stay_which_they_are_when_the_picture_turns() -> None:
    alone = np.full_like(PHOTO, np.median(PHOTO, axis=(0, 1)).astype(np.uint8))
    alone[:DICE_CORNER, :DICE_CORNER] = PHOTO[:DICE_CORNER, :DICE_CORNER]
    film = Film(Follower())
    film.play(alone, 1.5)
    lay = film.follower.sightings
    assert len(lay.dice) == 2
    events = film.play(rotated(cv2.ROTATE_90_CLOCKWISE, alone), 3)
    assert [event.followed for event in events if isinstance(event, AreaMoved)] == [True]
    assert dice(film.follower.sightings).keys() == dice(lay).keys()


def test_a_mirrored_picture_is_no_turned_one() -> None:
    cards = recognise(SMALLER).sightings.cards
    same = estimate_turn(cards, cards)
    assert same is not None and np.allclose(same, np.eye(3), atol=1e-6)
    assert count_quarter_turns(same, 640, 480) == 0
    mirrored = [replace(card, corners=_mirrored(card.corners)) for card in cards]
    assert estimate_turn(cards, mirrored) is None


def _mirrored(corners: Corners) -> Corners:
    a, b, c, d = ((1280 - x, y) for x, y in corners)
    return a, b, c, d
