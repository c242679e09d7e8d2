"""What ``score`` and ``see`` say of photos that cannot be relied on: nobody wins while that is so."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.__main__ import run
from companion.demo import bundled
from companion.pieces import DECK
from tests.cli.test_photos import COLUMNS, ROW, SIZE, laid_table, written
from tests.conftest import SHARED
from tests.vision.table_pictures import table_picture

REPORTS = SHARED / "reports"


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str, str]:
    status = run(list(command))
    output = capsys.readouterr()
    return status, " ".join(output.out.split()), output.err


@pytest.fixture
def with_a_hole(tmp_path: Path) -> Path:
    data = cv2.imencode(".jpg", table_picture(laid_table(), SIZE))[1].tobytes()
    middle = len(data) // 2
    photo = tmp_path / "hole.jpg"
    photo.write_bytes(data[:middle] + bytes(4096) + data[middle + 4096 :])
    return photo


def test_a_damaged_photo_has_no_winner_and_nothing_in_it_is_certain(
    with_a_hole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path))
    status, out, err = printed(capsys, *data, "score", str(with_a_hole))
    assert status == 1 and "damaged: part of the picture" in err and "wins with" not in out
    status, out, _ = printed(capsys, *data, "score", str(with_a_hole), "--json")
    scored = json.loads(out)
    assert (status, scored["sure"], scored["winner"], scored["decided_by"]) == (1, False, None, "undecided")
    assert scored["questions"][0]["kind"] == "photo" and scored["questions"][0]["blocks"]
    status, out, err = printed(capsys, *data, "see", str(with_a_hole), "--json")
    [document] = json.loads(out)
    assert status == 1 and "damaged: part of the picture" in err
    assert document["cards"] and not any(thing["sure"] for thing in (*document["cards"], *document["dice"]))


@pytest.mark.prove("readings")
@pytest.mark.skipif(not REPORTS.is_dir(), reason="the reports' inputs are not here")
def test_the_reported_photos_are_read_as_they_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ("--data", str(tmp_path))
    status, out, _ = printed(capsys, *data, "score", str(REPORTS / "hole_in_the_middle.jpg"), "--json")
    assert (status, json.loads(out)["winner"]) == (1, None)
    status, out, _ = printed(capsys, *data, "score", str(REPORTS / "no_end_marker.jpg"), "--json")
    whole = json.loads(printed(capsys, *data, "score", str(bundled.photo()), "--json")[1])
    assert status == 0 and crowns_sorted(json.loads(out)) == crowns_sorted(whole)


def crowns_sorted(scored: dict[str, Any]) -> dict[str, Any]:
    """The score with each player's Crowns in the order of their codes: the two photos differ in size."""
    return {**scored, "crowns": [sorted(crowns) for crowns in scored["crowns"]]}


def test_a_photo_whose_header_claims_too_many_pixels_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bundled.photo().read_bytes()
    at = data.index(b"\xff\xc0") + 5
    photo = tmp_path / "claims.jpg"
    photo.write_bytes(data[:at] + struct.pack(">HH", 10_900, 10_900) + data[at + 4 :])
    for command in ("see", "score"):
        status, _, err = printed(capsys, "--data", str(tmp_path), command, str(photo))
        assert status == 2 and "too little data for 10900 × 10900 pixels" in err


def test_nobody_wins_a_photo_that_shows_four_of_five_districts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    neighbours = {
        COLUMNS[key][place].rstrip("/") for key in COLUMNS if key[0] == 4 for place in range(len(COLUMNS[key]))
    }
    left_out = {ROW[4], *neighbours}
    cards = [card for card in laid_table() if card.code not in left_out]
    photo = written(tmp_path / "four.png", table_picture(cards, SIZE))
    status, out, _ = printed(capsys, "--data", str(tmp_path), "score", str(photo))
    assert status == 1 and "Only 4 of 5 districts" in out
    assert "wins" not in out.replace("nobody wins", "") and "nobody wins yet" in out
    scored: dict[str, Any] = json.loads(printed(capsys, "--data", str(tmp_path), "score", str(photo), "--json")[1])
    assert (scored["winner"], scored["decided_by"], scored["tied"]) == (None, "undecided", [])


def test_a_table_with_five_crowns_is_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [card for card in laid_table() if card.code != "CY"]
    photo = written(tmp_path / "five.png", table_picture(cards, SIZE))
    data = ("--data", str(tmp_path))
    status, out, _ = printed(capsys, *data, "score", str(photo), "--tokens", "M2,K4", "--json")
    scored = json.loads(out)
    assert (status, scored["sure"], scored["winner"]) == (1, False, None)
    assert [question["id"] for question in scored["questions"]] == ["crowns"]
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"crowns": "yes"}))
    status, out, _ = printed(
        capsys, *data, "score", str(photo), "--tokens", "M2,K4", "--answers", str(answers), "--json"
    )
    assert (status, json.loads(out)["winner"]) == (0, 0)
    answers.write_text(json.dumps({"crowns": "no"}))
    status, out, _ = printed(capsys, *data, "score", str(photo), "--answers", str(answers), "--json")
    assert (status, json.loads(out)["winner"]) == (1, None)


def test_the_small_table_uses_cards_of_the_deck() -> None:
    assert {card.code for card in laid_table()} <= {card.code for card in DECK}
