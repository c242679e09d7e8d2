"""Players as the command line takes them: typed in any case, by their seats, and told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.printed import Say, magnate_setup
from tests.cli.test_kept_games import NEW
from tests.web.as_program import page_program

TABLE = ["--setup", magnate_setup(first=1)]


def begun(say: Say, *words: str, first: str = "Ann", second: str = "Ben") -> tuple[int, str, str]:
    return say("new", "--player", first, "--player", second, *TABLE, *words)


def test_names_are_kept_without_what_nobody_sees(say: Say) -> None:
    assert begun(say, "--name", " Friday\u200b ", first=" Zoe\u0308  L. ", second="Zoë\u200b")[0] == 0
    (game,) = json.loads(say("games", "--json")[1])
    assert (game["players"], game["name"]) == (["Zoë L.", "Zoë"], "Friday")


@pytest.mark.parametrize("written", ["friday", " FRIDAY "])
def test_a_game_is_called_in_any_case(say: Say, written: str) -> None:
    say(*NEW)
    assert say("show", written)[0] == 0


@pytest.mark.parametrize("seat", ["ben", pytest.param("1", marks=pytest.mark.prove("web"))])
def test_a_seats_page_is_asked_for_in_any_case_or_by_seat(say: Say, data: Path, seat: str) -> None:
    say(*NEW)
    with page_program(data, "friday", seat, name="Ben") as (served, addresses):
        assert len(addresses) == 2
    assert served.returncode == 0


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["\u202ennA", " "], ["A" * 200, "\u200b"]])
def test_a_kept_game_of_refused_names_opens_and_its_players_are_told_apart(
    say: Say, tmp_path: Path, names: list[str]
) -> None:
    say(*NEW)
    exported = tmp_path / "friday.json"
    assert say("export", "Friday", "-o", str(exported))[0] == 0
    record = json.loads(exported.read_text("utf-8"))
    plain = {name: value for name, value in record.items() if name not in ("chain", "id")}
    exported.write_text(json.dumps({**plain, "name": "Old", "players": names}), encoding="utf-8")
    status, _, err = say("import", str(exported))
    assert status == 0, err
    for words in (["show", "Old"], ["games"], ["foresee", "Old"], ["show", "Old", "--json"]):
        status, _, err = say(*words)
        assert status == 0, err
    (old,) = (game for game in json.loads(say("games", "--json")[1]) if game["name"] == "Old")
    assert old["players"] == names
    if names[0] == names[1]:
        assert "Ann (2)" in say("show", "Old")[1]
