"""What `companion new` refuses, in the table's words; what was kept before goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.printed import magnate_setup

MAGNATE = ["new", "--setup", magnate_setup()]
CROWNS = [["CM", "CS"], ["CL", "CY"], ["CK", "CW"]]
SIX = ["CM#2", "CS#2", "CL#2"]


def players(*names: str) -> list[str]:
    return [word for name in names for word in ("--player", name)]


def test_a_record_with_a_wrong_number_of_players_says_so(say: Any, tmp_path: Path) -> None:
    setup = {"circuit": ["TA4", "TC5", "TM0", "TC3", "TC2", "TM1"], "suits": ["M", "S", "C", "A"]}
    record = {"format": "decktet-companion-record", "version": 1, "game": "magistratvm", "setup": setup, "moves": []}
    (tmp_path / "two.json").write_text(json.dumps({**record, "players": ["A", "B"]}), encoding="utf-8")
    assert "players: 2 names, but this game has 4 players" in say("import", str(tmp_path / "two.json"))[2]


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ([], 24),
        (["--option", "courts=yes"], 28),
        (["--preset", "solo"], 27),
    ],
)
def test_a_draw_pile_of_more_cards_than_remain_is_refused_with_their_number(
    say: Any, words: list[str], most: int
) -> None:
    begin = ["new", *players("Ann", "Ben"), *words, "--setup"]
    status, _, error = say(*begin, magnate_setup(pile=most + 1))
    assert status == 2 and f"rule B5: {most} cards can remain" in error and f"not {most + 1}" in error
    assert say(*begin, magnate_setup(pile=most))[0] == 0


def test_three_players_play_for_four_pawns_and_two_crowns(say: Any) -> None:
    begin = ["new", "--option", "extra_pawns=crowns", *players("Ann", "Ben", "Cleo"), "--setup"]
    for cards in (["PMSL", "PMYK", "PSWK", *SIX], ["PMSL", "PMYK", "PSWK", "PMSL#2", *SIX[:2]]):
        status, _, error = say(*begin, magnate_setup(crowns=CROWNS, districts=[*cards, "X"]))
        assert status == 2 and "rule F7: three players play for" in error
    cards = ["PMSL", "PMYK", "PSWK", "PWLY", "CM#2", "CS#2", "X"]
    assert say(*begin, magnate_setup(crowns=CROWNS, districts=cards))[0] == 0


def test_three_players_play_for_every_pawn_where_two_are_a_second_decks(say: Any) -> None:
    begin = ["new", *players("Ann", "Ben", "Cleo"), "--setup"]
    cards = ["PMSL", "PMYK", "PSWK", "X", "PMSL#2", "PMYK#2", "PSWK#2"]
    status, _, error = say(*begin, magnate_setup(crowns=CROWNS, districts=cards))
    assert status == 2 and "rule F7: three players play for all four Pawns, PWLY among them" in error
    cards[4] = "PWLY"
    assert say(*begin, magnate_setup(crowns=CROWNS, districts=cards))[0] == 0


def test_a_record_that_began_with_such_a_pile_and_such_districts_still_opens(say: Any, tmp_path: Path) -> None:
    setup = {
        "districts": ["PMSL", "PMYK", "PSWK", *SIX, "X"],
        "crowns": [["CM", "CS"], ["CL", "CY"], ["CK", "CW"]],
        "first_player": 0,
        "pile": 99,
    }
    record = {
        **{"format": "decktet-companion-record", "version": 1, "game": "magnate", "setup": setup, "moves": []},
        **{"options": {"preset": "three-players", "extra_pawns": "crowns"}, "players": ["Ann", "Ben", "Cleo"]},
    }
    (tmp_path / "old.json").write_text(json.dumps({**record, "name": "Old"}), encoding="utf-8")
    assert say("import", str(tmp_path / "old.json"))[0] == 0
    assert json.loads(say("show", "Old", "--json")[1])["state"]["pile"] == 99
