"""New games, forecasts, players, tokens and files: what the command line takes, refuses and keeps."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import every_command
from companion.cli.output import OUTPUT
from companion.demo.bundled import __file__ as bundled_file
from companion.demo.bundled import photo
from tests.cases import each
from tests.cli.printed import Say, every_line, magnate_setup, refused
from tests.cli.terminal_session import TerminalSession
from tests.cli.test_kept_games import NEW
from tests.journal.kept_games import by_hand
from tests.web.as_program import page_program

WRITING = [
    ["backup"],
    ["export", "Friday"],
    ["show", "Friday"],
    ["see", str(photo())],
    ["score", str(photo()), "--player", "Ann", "--player", "Ben"],
    ["club", "history", "players"],
    ["roller", "stats"],
    ["demo"],
    ["doctor"],
    *(["print", what] for what in ("deck", "mats", "tokens", "piecepack", "cheat-sheet", "score-pad", "everything")),
]


def test_these_are_all_commands_that_write_a_file() -> None:
    assert {
        line
        for line, command in every_line(every_command())
        if OUTPUT[0] in (spelling for option in command.params for spelling in option.opts)
    } == {tuple(one[: 2 if one[0] in ("club", "roller", "print") else 1]) for one in WRITING}


@pytest.mark.parametrize("command", WRITING, ids=lambda command: " ".join(command[:2])[:20])
def test_a_file_that_exists_stays(say: Say, tmp_path: Path, command: list[str]) -> None:
    say(*NEW)
    target = tmp_path / "mine.png"
    target.write_bytes(b"mine")
    err = refused(say, *command, "--output", str(target))
    assert "file exists. Add --overwrite" in err
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("command", [["backup"], ["export", "Friday"], ["print", "mats"]], ids=" ".join)
def test_it_is_replaced_where_that_is_allowed(say: Say, tmp_path: Path, command: list[str]) -> None:
    say(*NEW)
    target = tmp_path / "mine.pdf"
    target.write_bytes(b"mine")
    assert say(*command, "--overwrite", "-o", str(target))[0] == 0
    assert target.stat().st_size > 100
    assert say(*command, "-o", str(target))[0] == 2, "the next command asks again"


def test_a_backup_named_as_an_argument_replaces_nothing_either(say: Say, tmp_path: Path) -> None:
    say(*NEW)
    target = tmp_path / "mine.db"
    target.write_bytes(b"mine")
    assert say("backup", str(target))[0] == 2 and target.read_bytes() == b"mine"
    assert say("backup", str(target), "--overwrite")[0] == 0 and target.read_bytes() != b"mine"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_at_a_terminal_the_command_asks(say: Say, data: Path, tmp_path: Path, answer: str) -> None:
    say(*NEW)
    target = tmp_path / "mine.json"
    target.write_bytes(b"mine")
    with TerminalSession(data, "export", "Friday", "-o", str(target)) as session:
        session.wait_for("Replace it? Type yes: ")
        assert session.end(answer) == (0 if answer == "yes" else 2)
    assert (target.read_bytes() == b"mine") is (answer == "no")


def counts(say: Say, *arguments: str) -> list[list[str]]:
    status, printed, errors = say("tokens", *arguments)
    assert (status, errors) == (0, "")
    return [line.split()[2:] for line in printed.splitlines()[1:]]


def test_tokens_are_given_taken_taxed_and_a_change_is_taken_back(say: Say) -> None:
    assert counts(say, "1M+3", "2S=2") == [["3", "0", "0", "0", "0", "0"], ["0", "2", "0", "0", "0", "0"]]
    assert counts(say, "1m-1")[0][0] == "2"
    assert counts(say, "--tax", "M")[0][0] == "1"
    assert counts(say, "--undo")[0][0] == "2"
    assert len(counts(say, "--players", "4")) == 4
    assert not any(int(one) for purse in counts(say, "--clear") for one in purse)


@each("change", ["3M+1", "1X+1", "1M+9999", "1M-1", "1M", ""])
def test_what_is_no_change_is_named_and_nothing_is_counted(say: Say, change: str) -> None:
    status, printed, errors = say("tokens", "1S+1", change)
    assert (status, printed) == (2, "") and (change in errors) and "Traceback" not in errors
    assert not any(int(one) for purse in counts(say) for one in purse)


@pytest.fixture
def say_of_half(say: Say, tmp_path: Path) -> Say:
    """One command line, with the bundled game as it stood after three fifths of its moves."""
    record = by_hand(json.loads(Path(bundled_file).with_name("game.json").read_text(encoding="utf-8")))
    record["moves"] = record["moves"][: len(record["moves"]) * 3 // 5]
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**record, "id": "half", "name": "Half"}), encoding="utf-8")
    assert say("import", str(half))[0] == 0
    return say


def test_a_forecast_is_one_document(say_of_half: Say) -> None:
    document = json.loads(say_of_half("foresee", "half", "--card", "3LY", "--json")[1])
    ann = document["players"][0]
    assert ann["next_roll"]["total"] == pytest.approx(sum(card["mean"] for card in ann["cards"]))
    assert len(document["standing"]["districts"]) == 5
    (savage,) = document["choices"]
    assert savage["sells_for"]["L"] == savage["sells_for"]["Y"] == 1
    assert all(sum(payment["tokens"].values()) == 3 for payment in savage["develop"])


def test_a_forecast_is_read(say_of_half: Say) -> None:
    output = say_of_half("foresee", "half", "--card", "3LY,8YK")[1]
    for words in ("next roll (mean)", "to tax (", "if the game ended now", "it sells for 1 Leaf and 1 Wyrm"):
        assert words in output


def test_a_forecast_is_spoken_in_french(say_of_half: Say) -> None:
    assert "si la partie finissait maintenant" in say_of_half("foresee", "half", "--language", "fr")[1]


@pytest.mark.parametrize("arguments", [["nowhere"], ["half", "--card", "PMSL"], ["half", "--card", "4MZ"]])
def test_what_cannot_be_foreseen_is_one_line_and_exit_2(say_of_half: Say, arguments: list[str]) -> None:
    refused(say_of_half, "foresee", *arguments)


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
def test_a_kept_game_of_refused_names_opens_with_distinct_players(say: Say, tmp_path: Path, names: list[str]) -> None:
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


@pytest.mark.parametrize(("words", "most"), [([], 24), (["--option", "courts=yes"], 28), (["--preset", "solo"], 27)])
def test_a_draw_pile_of_too_many_cards_is_refused_with_their_number(say: Any, words: list[str], most: int) -> None:
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
