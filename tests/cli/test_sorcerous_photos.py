"""The end of a game of Sorcerous Futures, scored from photos, and what a photo leaves open, asked at the terminal."""

import copy
import io
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.magnate.options import PhotoOptions
from companion.cli.magnate.options import known as magnate_options
from companion.cli.score import ask
from companion.demo import bundled
from companion.live.photo_session import PhotoSession
from companion.pictures.arrays import Picture
from companion.table.comparison import ScoredTable
from tests.cli.printed import Say, faults, run_json
from tests.cli.printed import document as document_of
from tests.cli.test_json_page import PAGE
from tests.table.magnate.laid import camera, table
from tests.vision.table_pictures import Lying, face_picture, table_picture

DOUBTS = {"9LK": {"9LK": 0.5, "9MS": 0.4}, "5SW": {"5SW": 0.5, "5YK": 0.4}}


def asked(monkeypatch: pytest.MonkeyPatch, *lines: str, known: Mapping[str, str] | None = None) -> ScoredTable:
    """A table with two doubtful cards, seen from the side, after these lines were typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    options, tokens = magnate_options("standard", PhotoOptions(tokens="0,0"))
    session = PhotoSession("magnate", options, purses=tokens, answers={**(known or {})})
    session.add(table(see=camera(-90), doubts=DOUBTS))
    scored = ask(session)
    assert scored is not None
    return scored


def test_beginnings_answer_every_question(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    open_ = asked(monkeypatch)
    answers = [next(word for word in ("9LK", "5SW", "right") if one.offers(word)) for one in open_.questions]
    capsys.readouterr()
    done = asked(monkeypatch, *(word.lower()[:2] for word in answers))
    assert done.sure and not done.questions
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("> ") == 3
    assert all(f"? {one.key}: " in printed.err for one in open_.questions)


def test_an_empty_line_or_the_end_of_the_input_leaves_a_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [one.key for one in asked(monkeypatch).questions]
    assert len(keys) == 3
    assert len(asked(monkeypatch, "", "").questions) == 3
    near = asked(monkeypatch, known={"near": "right"})
    assert [one.key for one in near.questions] == [key for key in keys if key != "near"]


def test_a_wrong_answer_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked(monkeypatch, "sideways")
    assert "not an answer to this question. Choose from: " in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_a_photo_is_scored_with_what_was_typed_at_the_terminal(tmp_path: Path) -> None:
    from tests.cli.terminal_session import TerminalSession

    photo = str(bundled.photo())
    with TerminalSession(tmp_path, "score", photo, "--near", "right") as table:
        table.wait_for("\n> ")
        assert table.end("bottom") == 0
        assert "wins with the most districts" in table.printed


Faces = Callable[[str | None], Picture]

UNDER = {"AM": "PWLY", "AS": "7SK", "AW": "8WL", "AL": "2WL", "AY": "3SK", "AK": "9LK", "X": "3LY"}
BOUGHT = (
    ("4MS", "8YK", "8MS", "2MK", "9WY", "9MS", "PSWK"),
    ("6MW", "7ML", "5ML", "6SY", "6LK", "4YK", "2SY"),
    ("5SW", "4WL", "5YK", "PMYK", "PMSL", "3MW"),
)
CROWNS = ("CY", "CS", "CW")
ACES = (("AM", "AS"), ("AW", "AL"), ("AY", "AK"))
SIZE = (1280, 960)


def laid(places: Sequence[str], crown: str, bought: Sequence[str]) -> list[Lying]:
    """Valuations beside their Aces, the Crown apart, and what was bought in two rows below."""
    cards = []
    for number, place in enumerate(places):
        x = 160 + 380 * number
        cards += [Lying(place, x, 180), Lying(UNDER[place], x + 140, 180)]
    cards.append(Lying(crown, 1160, 180))
    cards += [Lying(code, 140 + 150 * (one % 7), 560 + 220 * (one // 7)) for one, code in enumerate(bought)]
    return cards


def photo(folder: Path, name: str, cards: list[Lying], faces: Faces = face_picture) -> Path:
    path = folder / f"{name}.png"
    path.write_bytes(cv2.imencode(".png", table_picture(cards, SIZE, faces=faces))[1].tobytes())
    return path


PLACES = ((*ACES[0], "X"), ACES[1], ACES[2])


def everybodys(folder: Path, faces: Faces = face_picture) -> list[Path]:
    """A photo a player."""
    return [photo(folder, str(seat), laid(PLACES[seat], CROWNS[seat], BOUGHT[seat]), faces) for seat in range(3)]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The worked game of the page about records, but for two cards that went to others; the Excuse lies by Ann."""
    return everybodys(tmp_path_factory.mktemp("photos"))


def printed_of(photos: list[Path], folder: Path, *options: str) -> Any:
    status, printed = run_json(folder, "score", *map(str, photos), "--game", "sorcerous-futures", "--json", *options)
    assert status == 0
    return printed


@pytest.fixture(scope="module")
def document(photos: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is printed of them where the gold is told; everything is certain."""
    return printed_of(photos, tmp_path_factory.mktemp("data"), "--gold", "34,12,9")


@pytest.fixture(scope="module")
def answered(photos: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """And where it is not, but Ann's Crown is said to be another than was read."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "answers.json").write_text('{"crown-0": "CK"}', encoding="utf-8")
    return printed_of(photos, folder, "--answers", str(folder / "answers.json"))


def worth(code: str, seat: int) -> int:
    values = {place[1]: 1 if card[0] == "P" else int(card[0]) for place, card in UNDER.items() if place != "X"}
    return sum(values[suit] for suit in code[1:]) + 3 * (CROWNS[seat][1] in code[1:])


def test_a_photo_a_player_and_the_gold_give_the_score(document: Any) -> None:
    assert (document["sure"], document["questions"], document["remarks"]) == (True, [], [])
    assert faults("score", document) == []
    assert (document["game"], document["preset"], document["players"]) == ("sorcerous-futures", "three-players", 3)
    totals = [gold + sum(worth(code, seat) for code in BOUGHT[seat]) for seat, gold in enumerate((34, 12, 9))]
    assert [seat["total"] for seat in document["seats"]] == totals
    for seat, cards in enumerate(BOUGHT):
        assert {card["card"]: card["worth"] for card in document["seats"][seat]["cards"]} == {
            code: worth(code, seat) for code in cards
        }
    assert (document["winner"], document["decided_by"]) == (totals.index(max(totals)), "gold")


def test_a_scored_table_is_saved_as_a_game(say: Say, photos: list[Path]) -> None:
    players = [word for name in ("Ann", "Ben", "Cat") for word in ("--player", name)]
    game = ("--game", "sorcerous-futures", "--save", "--gold", "34,12,9")
    status, _, err = say("score", *map(str, photos), *game, *players)
    assert status == 0 and "saved" in err
    [stored] = document_of(say, "games")
    shown = document_of(say, "show", stored["id"])
    assert shown["players"] == ["Ann", "Ben", "Cat"]
    assert [seat["gold"] for seat in shown["score"]["seats"]] == [34, 12, 9]


@pytest.mark.prove("futures")
def test_tables_of_the_published_decktet_are_scored_alike(document: Any, shared: Path, tmp_path: Path) -> None:
    """Its pictures stay where they are: these tables are laid with them, and gone after the test."""

    def published(code: str | None) -> Picture:
        shown = cv2.imread(str(shared / "decktet" / f"{code or 'back'}.jpg"))
        assert shown is not None
        return np.asarray(shown, np.uint8)

    printed = printed_of(everybodys(tmp_path, published), tmp_path, "--gold", "34,12,9")
    assert (printed["sure"], printed["questions"]) == (True, [])
    assert (printed["seats"], printed["winner"]) == (document["seats"], document["winner"])


@pytest.mark.prove("futures")
def test_answers_change_what_was_read(answered: Any) -> None:
    worths = {card["card"]: card["worth"] for card in answered["seats"][0]["cards"]}
    assert worths["2MK"] == worth("2MK", 0) + 3, "now it shares the Crown's suit"


def test_the_pages_example_is_what_the_command_prints(document: Any) -> None:
    blocks = (json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL))
    example = next(one for one in blocks if isinstance(one, dict) and one.get("game") == "sorcerous-futures")
    printed = copy.deepcopy(document)
    (seat,), (first, *_) = example.pop("seats"), printed.pop("seats")
    (card,) = seat.pop("cards")
    assert card in first.pop("cards")
    assert (example, seat) == (printed, first)


@pytest.mark.prove("futures")
def test_without_the_gold_every_card_has_its_worth_and_nobody_wins_yet(answered: Any) -> None:
    assert (answered["winner"], answered["decided_by"]) == (None, "undecided")
    assert faults("score", answered) == []
    assert [(seat["gold"], seat["total"]) for seat in answered["seats"]] == [(None, None)] * 3
    assert answered["seats"][0]["cards"][0]["worth"] is not None
