"""Dice before a camera that follows: taught ones, confirmed ones, and a phone that is turned."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.games.magnate import preset
from companion.games.magnate.options import wish
from companion.pictures.arrays import Picture
from companion.pieces import Cast, Die, DieKind
from companion.rolls.dice_watch import await_roll, observe
from companion.rolls.stages import DiceEvent, Hint, Watch
from companion.table.camera_events import AreaMoved, CameraEvent, Settled
from companion.table.dice_set import ConfirmedReading, DiceSet
from companion.table.known_dice import KnownDice
from companion.table.sightings import LENGTH, DieFace, DieSighting, Edge, Sightings
from companion.vision.camera_pose.estimation import Corners
from companion.vision.dice.die_reading import READINGS
from companion.vision.dice.known_faces import KnownFaces
from companion.vision.recognise import recognise
from companion.vision.tracking.camera_moved import count_quarter_turns, estimate_turn
from companion.vision.tracking.follower import Follower
from companion.vision.tracking.taught_dice import TaughtDice
from models.training.dice.specimens import What
from tests.vision.test_dice_reading import SIDE, SPOTS, on_a_table, things, value
from tests.vision.tracking.film import Film

SEED, DOUBTED_DIE = 10, 2
"""A d10 that is doubted lies at that of the spots."""


def thrown(follower: Follower) -> dict[int, float]:
    """What the doubted die may show, as the follower has it."""
    x, y = SPOTS[DOUBTED_DIE]
    [die] = [one for one in follower.sightings.dice if np.hypot(one.center[0] - x, one.center[1] - y) < 25]
    return dict(die.candidates)


@pytest.mark.usefixtures("typefaces")
@pytest.mark.prove("readings")
def test_a_die_that_was_named_is_read_more_surely_when_it_is_thrown_again() -> None:
    die = things((What.D10,), len(SPOTS), SEED)[DOUBTED_DIE]
    spot, true = [SPOTS[DOUBTED_DIE]], value(die)
    first, again = (on_a_table([die], seed, spot) for seed in (SEED, SEED + 200))
    in_use = KnownDice((DiceSet("ours"),), "ours")
    strange, familiar = (Film(Follower(dice=TaughtDice(in_use))) for _ in range(2))
    cast: Cast = (Die(DieKind.D10, true),)
    empty = on_a_table([], SEED, [])
    for film in (strange, familiar):
        film.play(empty, 0.6)
        film.play(first, 1.2)
    familiar.follower.name_dice(cast, (0, 0, SIDE, SIDE), confirmed=True)
    for film in (strange, familiar):
        film.play(empty, 1.2)
        film.play(again, 1.2)
    assert thrown(familiar.follower)[true] > thrown(strange.follower)[true]


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
def test_a_turned_phone_keeps_cards_dice_and_seats(photo: Picture, turned: Picture, by: int, near: Edge) -> None:
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


FOUR, SEVEN = DieFace(bytes([4] * LENGTH)), DieFace(bytes([7] * LENGTH))
RED = (120, 180, 160)
OURS = DiceSet("ours", tuple(ConfirmedReading(DieKind.D10, 3, 0.6, False, 3, RED) for _ in range(12)))
DOUBTED = DieSighting(DieKind.D10, (50, 50), ((7, 0.7), (1, 0.2)), False, 40.0, 1, RED)


def test_a_reading_of_taught_dice_is_certain_and_the_same_for_every_frame() -> None:
    taught = TaughtDice(KnownDice((OURS,)))
    [die] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert die.sure and die.value == 7
    [again] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert again is die


def test_a_confirmed_roll_is_stored_and_a_wrong_certain_one_takes_the_trust_back() -> None:
    stored: list[DiceSet] = []
    taught = TaughtDice(KnownDice((OURS,)), stored.append)
    taught.learn([(DOUBTED, 1)])
    [dice] = stored
    assert str(dice.readings[-1]) == "d10 7 0.700 certain 1 120,180,160 -"
    [die] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert not die.sure


def test_faces_of_the_set_in_use_are_known_and_none_while_dice_are_taught() -> None:
    stored = ConfirmedReading(DieKind.D6, None, 0.0, False, 4, RED, FOUR)
    taught = TaughtDice(KnownDice((DiceSet("ours", (stored,)), DiceSet("others")), "ours"))
    assert taught.faces == KnownFaces(((READINGS.index((DieKind.D6, 4)), FOUR),), DieKind.D6)
    taught.learn([(replace(DOUBTED, face=SEVEN), 7)])
    assert taught.faces.faces[1:] == ((READINGS.index((DieKind.D10, 7)), SEVEN),)
    taught.set_active(False)
    assert taught.faces == KnownFaces(strange=DieKind.D6)


def test_a_set_whose_dice_the_reader_knows_makes_it_report_no_others() -> None:
    assert TaughtDice(KnownDice((OURS,), "ours")).faces.strange is None


def test_without_taught_dice_nothing_changes() -> None:
    sightings = Sightings(100, 100, dice=(DOUBTED,))
    assert TaughtDice().applied(sightings) is sightings
