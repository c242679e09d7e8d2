"""``see``, ``score``, ``deck`` and ``bench vision`` on real pictures, and on those that cannot be relied on."""

import json
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from companion.cli.schemas.versions import stamp
from companion.demo import bundled
from companion.pieces import DECK, Card
from tests.bench.commands import run_bench
from tests.cases import each
from tests.cli.printed import Say, document, faults, refused
from tests.conftest import SHARED
from tests.vision.table_pictures import Lying, face_picture, table_picture

register_heif_opener()

SIZE = (1280, 960)
ROW = ("PMSL", "PMYK", "X", "PSWK", "PWLY")
COLUMNS = {(0, 0): ("4MS", "7SK"), (1, 1): ("2MK", "8YK"), (3, 0): ("5SW/",), (4, 1): ("2WL",), (2, 0): ("AY", "7WY")}


def laid_table() -> list[Lying]:
    """A small Magnate table; ``/`` turns a card into a deed."""
    cards = [Lying(code, 260 + 150 * i, 480) for i, code in enumerate(ROW)]
    for (district, player), column in COLUMNS.items():
        side = -1 if player else 1
        for place, code in enumerate(column):
            turn = 90 if code.endswith("/") else 180 if player else 0
            cards.append(Lying(code.rstrip("/"), 260 + 150 * district, 480 + side * (180 + 65 * place), turn=turn))
    crowns = [
        Lying(code, 1050 + 70 * (i % 3), 600 if i < 3 else 340)
        for i, code in enumerate(["CM", "CK", "CS", "CW", "CL", "CY"])
    ]
    return [*cards, *crowns]


@pytest.fixture(scope="module")
def table_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("photos") / "table.png", table_picture(laid_table(), SIZE))


def written(path: Path, pixels: np.ndarray[Any, np.dtype[np.uint8]]) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, pixels)[1].tobytes())
    return path


def test_a_table_is_scored_from_its_photo(say: Say, table_photo: Path) -> None:
    status, out, _ = say("score", str(table_photo), "--tokens", "M2,K4", "--json")
    scored = json.loads(out)
    assert (status, scored["sure"], scored["questions"]) == (0, True, [])
    assert [district["card"] for district in scored["districts"]] == list(ROW)
    sides = [[(side["properties"], side["deed"]) for side in district["sides"]] for district in scored["districts"]]
    assert sides[0] == [(["4MS", "7SK"], None), ([], None)]
    assert sides[1] == [([], None), (["2MK", "8YK"], None)]
    assert sides[3] == [([], "5SW"), ([], None)]
    assert scored["districts_won"] == [2, 2]
    assert (scored["winner"], scored["decided_by"]) == (0, "total")
    assert scored["crowns"] == [["CM", "CK", "CS"], ["CW", "CL", "CY"]]
    assert scored["tokens"][1]["K"] == 4


def test_the_other_side_is_player_0_where_it_is_near(say: Say, table_photo: Path) -> None:
    scored = document(say, "score", str(table_photo), "--near", "top")
    assert [district["card"] for district in scored["districts"]] == list(ROW[::-1])
    assert scored["districts"][0]["sides"][0]["properties"] == ["2WL"]


def test_answers_change_what_was_read(say: Say, table_photo: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text('{"card-0-0-1": "3SK"}', encoding="utf-16")
    scored = document(say, "score", str(table_photo), "--answers", str(answers))
    assert scored["districts"][0]["sides"][0]["properties"] == ["4MS", "3SK"]


def test_see_tells_what_lies_there_and_draws_it(say: Say, table_photo: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.png"
    status, out, err = say("see", str(table_photo), "-o", str(overlay), "--json")
    (shown,) = json.loads(out)
    assert err == f"{overlay} saved\n"
    assert status == (0 if all(card["sure"] for card in shown["cards"]) else 1)
    assert (shown["image"]["width"], shown["image"]["height"], shown["dice"]) == (*SIZE, [])
    assert {card["card"] for card in shown["cards"]} == {card.code for card in laid_table()}
    for card in shown["cards"]:
        assert card["alternatives"][0] == [card["card"], card["confidence"]]
        assert len(card["corners"]) == 4
    drawn = cv2.imread(str(overlay))
    assert drawn is not None and (np.asarray(drawn) != cv2.imread(str(table_photo))).any()


def test_an_iphones_photo_is_read_as_it_comes(say: Say, tmp_path: Path) -> None:
    pixels = table_picture([Lying("4MS", 320, 240, turn=10)], (640, 480))
    Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1])).save(tmp_path / "IMG_0001.HEIC", "HEIF", quality=90)
    (shown,) = document(say, "see", str(tmp_path / "IMG_0001.HEIC"))
    assert [card["card"] for card in shown["cards"]] == ["4MS"]


BAD = {"missing.jpg": None, "letter.jpg": b"Dear table", "empty.png": b"", "half.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF"}


@each("name", BAD)
@each("command", ["see", "score"])
def test_a_non_photo_costs_one_line_and_exit_2(say: Say, data: Path, tmp_path: Path, command: str, name: str) -> None:
    if (content := BAD[name]) is not None:
        (tmp_path / name).write_bytes(content)
    status, out, err = say(command, str(tmp_path / name), "--json")
    assert status == 2 and err.count("\n") == 1 and name in err
    assert not data.exists()
    if command == "see":
        assert "error" in json.loads(out)[0]


def test_a_good_photo_is_read_beside_a_bad_one(say: Say, table_photo: Path, tmp_path: Path) -> None:
    status, out, _ = say("see", str(tmp_path / "none.jpg"), str(table_photo), "--json")
    bad, good = json.loads(out)
    assert (status, "error" in bad, "cards" in bad) == (2, True, False)
    assert ("error" in good, len(good["cards"])) == (False, len(laid_table()))


def test_a_die_in_doubt_is_reported_by_see_and_leaves_the_score_certain(say: Say) -> None:
    status, out, _ = say("see", str(bundled.photo()), "--json")
    (shown,) = json.loads(out)
    doubtful = [thing for thing in (*shown["cards"], *shown["dice"]) if not thing["sure"]]
    assert status == (1 if doubtful else 0)
    assert all("value" in thing for thing in doubtful)
    status, out, _ = say("score", str(bundled.photo()), "--json")
    assert (status, json.loads(out)["sure"], json.loads(out)["questions"]) == (0, True, [])


@pytest.mark.parametrize("dice", [False, pytest.param(True, marks=pytest.mark.prove("readings"))])
def test_see_never_says_in_doubt_and_certain_in_one_line(say: Say, table_photo: Path, dice: bool) -> None:
    output = say("see", str(bundled.photo() if dice else table_photo))[1]
    assert not re.search(r"uncertain,? *100|face down.*%", output)
    assert all("certain" in line for line in output.splitlines()[2:])


def test_photos_read_in_french(say: Say, table_photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.delenv("LANGUAGE")
    assert "côté proche" in say("score", str(table_photo))[1]
    card = written(tmp_path / "card.png", table_picture([Lying("4MS", 320, 240, turn=10)], (640, 480)))
    assert re.search(r"4MS +certain", say("see", str(card))[1])


def test_an_empty_table_is_seen_but_cannot_be_scored(say: Say, tmp_path: Path) -> None:
    photo = written(tmp_path / "bare.png", table_picture([]))
    assert document(say, "see", str(photo))[0]["cards"] == []
    assert "no row of districts" in refused(say, "score", str(photo), "--json")


@each("written", ["", "near: bottom", "[]", "null", "3", '{"near": 1}', '{"near"', "[" * 5000, "\ud800"])
def test_answers_that_are_none_say_how_to_write_them(say: Say, written: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_bytes(written.encode(errors="surrogatepass"))
    err = refused(say, "score", "a.png", "--answers", str(answers))
    assert f"{answers}: contains no answers. Write JSON such as {{" in err and '"card-0-1-2": "4MS"' in err


def a_deck(folder: Path, cards: Sequence[Card] = DECK) -> Path:
    """Another design: the deck's faces in other colours."""
    folder.mkdir()
    for card in cards:
        written(folder / f"{card.code}.png", np.ascontiguousarray(face_picture(card.code)[:, :, ::-1]))
    written(folder / "back.png", face_picture(None))
    written(folder / "4MS-2.jpg", face_picture("4MS"))
    Image.fromarray(np.ascontiguousarray(face_picture("4MS")[:, :, ::-1])).save(folder / "4MS-3.heic", "HEIF")
    written(folder / "rules.jpg", face_picture(None))
    return folder


def test_a_deck_is_taught_and_listed(say: Say, tmp_path: Path) -> None:
    status, out, err = say("deck", "enroll", str(a_deck(tmp_path / "mine")), "--json")
    assert status == 0 and "rules.jpg" in err
    assert json.loads(out) == stamp("deck", {"name": "mine", "cards": 45, "views": 47, "backs": 1})
    assert faults("deck", json.loads(out)) == []
    assert [deck["name"] for deck in document(say, "deck", "list")] == ["companion", "mine"]


def test_a_folder_that_teaches_nothing_changes_nothing(say: Say, tmp_path: Path) -> None:
    empty, broken = tmp_path / "empty", a_deck(tmp_path / "broken", DECK[:3])
    empty.mkdir()
    (broken / "9WY.png").write_bytes(b"torn")
    for folder, named in ((tmp_path / "absent", "absent"), (empty, "empty"), (broken, "9WY.png")):
        assert named in refused(say, "deck", "enroll", str(folder))
    assert [deck["name"] for deck in document(say, "deck", "list")] == ["companion"]


def test_a_damaged_deck_is_left_out_with_a_word_until_it_is_forgotten(say: Say, data: Path, tmp_path: Path) -> None:
    photo = written(tmp_path / "bare.png", table_picture([], (640, 480)))
    (data / "decks").mkdir(parents=True)
    (data / "decks" / "my deck.v1.npz").write_bytes(b"torn")
    status, out, err = say("see", str(photo), "--json")
    assert status == 0 and "error" not in json.loads(out)[0]
    assert err.count("\n") == 1 and "companion deck forget 'my deck'" in err
    own, mine = both = document(say, "deck", "list")
    assert faults("decks", both) == []
    assert (own["name"], mine["name"], "damaged" in mine["error"]) == ("companion", "my deck", True)
    status, out, _ = say("deck", "list")
    assert status == 1 and "my deck: cannot use this deck" in out
    forgotten = document(say, "deck", "forget", "my deck")
    assert forgotten == stamp("forgotten-deck", {"name": "my deck", "forgotten": True})
    assert faults("forgotten-deck", forgotten) == []
    assert say("deck", "list", "--json")[0] == 0


@each("name", ["mine", "companion", "../mine", ""])
def test_only_a_deck_that_was_taught_can_be_forgotten(say: Say, data: Path, name: str) -> None:
    (data / "decks").mkdir(parents=True, exist_ok=True)
    (data / "mine.v1.npz").touch()
    assert "unknown deck" in refused(say, "deck", "forget", name)
    assert (data / "mine.v1.npz").exists()


def test_the_bench_counts_what_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [Lying("4MS", 200, 200, turn=10), Lying("9LK", 500, 300, turn=80), Lying(None, 800, 400)]
    written(tmp_path / "000.png", table_picture(cards))
    same = {"visible": 1.0, "role": "loose"}
    truths: list[dict[str, Any]] = [
        {"card": c.code, "face": "up" if c.code else "down", "corners": c.corners.tolist(), **same} for c in cards
    ]
    truths[1]["card"] = "7SK"
    labels = {"image": "000.png", "width": 1000, "height": 750, "scene": "scatter", "cards": truths, "dice": []}
    (tmp_path / "000.json").write_text(json.dumps(labels))
    assert run_bench(["--data", str(tmp_path / "data"), "vision", str(tmp_path), "--turned", "90"]) == 0
    figures = json.loads(capsys.readouterr().out)
    counted = figures["cards"]["by_visible_share"]["60 % and more"]
    assert (counted["cards"], counted["found"], counted["right"], counted["wrong"]) == (2, 2, 1, 1)
    assert (figures["cards"]["sure"], figures["cards"]["sure_but_wrong"]) == (2, 1)
    assert (figures["cards"]["face_down"], figures["cards"]["face_down_found"]) == (1, 1)
    assert counted["corner_error_in_heights"] < 0.02
    (size,) = figures["milliseconds"]["by_size"]
    assert size.split()[1] == "×" and "with dice" not in size
    assert figures["milliseconds"]["by_size"][size]["median"] == figures["milliseconds"]["median"] > 0


@pytest.mark.prove("readings")
def test_the_samples_are_read_as_surely_as_they_were(say: Say, shared: Path) -> None:
    """Some of the labelled pictures with the real deck; ``python -m tests.bench vision`` reads all."""
    assert say("deck", "enroll", str(shared / "decktet"))[0] == 0
    for name in ("002", "026"):
        (shown,) = document(say, "see", str(shared / "samples" / f"{name}.jpg"))
        truth = json.loads((shared / "samples" / f"{name}.json").read_text())
        clear = {card["card"] for card in truth["cards"] if card["visible"] >= 0.6 and card["card"]}
        read = {card["card"]: card["sure"] for card in shown["cards"]}
        assert clear <= read.keys()
        assert not {card for card, sure in read.items() if sure} - {card["card"] for card in truth["cards"]}


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
