"""Pictures without a card: what the bench counts there, and that the eyes see nothing sure in them."""

from pathlib import Path

import cv2
import pytest

from companion.pieces import Card
from companion.table.sightings import CardSighting, Face, Sightings
from models.training.clutter import clutter_picture
from tests.bench.clutter import FalseDetections, count_false_detections

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 84.0), (0.0, 84.0))


def test_a_picture_with_a_sure_card_is_a_ghost_and_one_with_a_doubtful_is_not() -> None:
    ghosts = FalseDetections()
    doubtful = CardSighting(CORNERS, Face.UP, ((Card.parse("4MS"), 0.5),))
    sure = CardSighting(CORNERS, Face.UP, ((Card.parse("2MK"), 1.0),), sure=True)
    back = CardSighting(CORNERS, Face.DOWN, (), sure=True)
    for cards in ((), (doubtful,), (sure, doubtful), (back,)):
        ghosts.count(Sightings(640, 480, cards))
    assert (ghosts.pictures, ghosts.reported, ghosts.sure, ghosts.backs) == (4, 4, 1, 1)


@pytest.mark.parametrize(
    ("pictures", "at_most"), [(1, 0.95), pytest.param(4, 0.53, marks=pytest.mark.prove("readings"))]
)
def test_tables_full_of_other_things_hold_no_sure_card(tmp_path: Path, pictures: int, at_most: float) -> None:
    for seed in range(pictures):
        cv2.imwrite(str(tmp_path / f"{seed}.jpg"), clutter_picture(seed))
    counted = count_false_detections(tmp_path, [])
    assert (counted["pictures"], counted["sure"], counted["backs"]) == (pictures, 0, 0)
    assert counted["sure_at_most"] == pytest.approx(at_most, abs=0.01)
