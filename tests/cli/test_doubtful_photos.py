"""What ``score`` and ``see`` say of photos that cannot be relied on: nobody wins while that is so."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.demo import bundled
from companion.pieces import DECK
from tests.cli.printed import Say, refused
from tests.cli.test_photos import COLUMNS, ROW, SIZE, laid_table, written
from tests.conftest import SHARED
from tests.vision.table_pictures import table_picture

REPORTS = SHARED / "reports"


@pytest.fixture
def with_a_hole(tmp_path: Path) -> Path:
    data = cv2.imencode(".jpg", table_picture(laid_table(), SIZE))[1].tobytes()
    middle = len(data) // 2
    photo = tmp_path / "hole.jpg"
    photo.write_bytes(data[:middle] + bytes(4096) + data[middle + 4096 :])
    return photo


def scored(say: Say, photo: Path, *words: str) -> tuple[int, Any]:
    status, out, _ = say("score", str(photo), *words, "--json")
    return status, json.loads(out)


def test_a_damaged_photo_has_no_winner_and_nothing_in_it_is_certain(say: Say, with_a_hole: Path) -> None:
    status, out, err = say("score", str(with_a_hole))
    assert status == 1 and "damaged: part of the picture" in err and "wins with" not in " ".join(out.split())
    status, table = scored(say, with_a_hole)
    assert (status, table["sure"], table["winner"], table["decided_by"]) == (1, False, None, "undecided")
    assert table["questions"][0]["kind"] == "photo" and table["questions"][0]["blocks"]
    status, out, err = say("see", str(with_a_hole), "--json")
    [document] = json.loads(out)
    assert status == 1 and "damaged: part of the picture" in err
    assert document["cards"] and not any(thing["sure"] for thing in (*document["cards"], *document["dice"]))


@pytest.mark.prove("readings")
@pytest.mark.skipif(not REPORTS.is_dir(), reason="the reports' inputs are not here")
def test_the_reported_photos_are_read_as_they_should_be(say: Say) -> None:
    status, table = scored(say, REPORTS / "hole_in_the_middle.jpg")
    assert (status, table["winner"]) == (1, None)
    status, table = scored(say, REPORTS / "no_end_marker.jpg")
    assert status == 0 and crowns_sorted(table) == crowns_sorted(scored(say, bundled.photo())[1])


def crowns_sorted(scored: dict[str, Any]) -> dict[str, Any]:
    """The score with each player's Crowns in the order of their codes: the two photos differ in size."""
    return {**scored, "crowns": [sorted(crowns) for crowns in scored["crowns"]]}


def test_a_photo_whose_header_claims_too_many_pixels_is_refused(say: Say, tmp_path: Path) -> None:
    data = bundled.photo().read_bytes()
    at = data.index(b"\xff\xc0") + 5
    photo = tmp_path / "claims.jpg"
    photo.write_bytes(data[:at] + struct.pack(">HH", 10_900, 10_900) + data[at + 4 :])
    for command in ("see", "score"):
        assert "too little data for 10900 × 10900 pixels" in refused(say, command, str(photo))


def test_nobody_wins_a_photo_that_shows_four_of_five_districts(say: Say, tmp_path: Path) -> None:
    left_out = {ROW[4], *(code.rstrip("/") for key, column in COLUMNS.items() if key[0] == 4 for code in column)}
    cards = [card for card in laid_table() if card.code not in left_out]
    photo = written(tmp_path / "four.png", table_picture(cards, SIZE))
    status, out, _ = say("score", str(photo))
    out = " ".join(out.split())
    assert status == 1 and "Only 4 of 5 districts" in out
    assert "wins" not in out.replace("nobody wins", "") and "nobody wins yet" in out
    table = scored(say, photo)[1]
    assert (table["winner"], table["decided_by"], table["tied"]) == (None, "undecided", [])


def test_a_table_with_five_crowns_is_asked_about(say: Say, tmp_path: Path) -> None:
    cards = [card for card in laid_table() if card.code != "CY"]
    photo = written(tmp_path / "five.png", table_picture(cards, SIZE))
    status, table = scored(say, photo, "--tokens", "M2,K4")
    assert (status, table["sure"], table["winner"]) == (1, False, None)
    assert [question["id"] for question in table["questions"]] == ["crowns"]
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"crowns": "yes"}))
    status, table = scored(say, photo, "--tokens", "M2,K4", "--answers", str(answers))
    assert (status, table["winner"]) == (0, 0)
    answers.write_text(json.dumps({"crowns": "no"}))
    status, table = scored(say, photo, "--answers", str(answers))
    assert (status, table["winner"]) == (1, None)


def test_the_small_table_uses_cards_of_the_deck() -> None:
    assert {card.code for card in laid_table()} <= {card.code for card in DECK}
