"""The pages of the app's game: codes, moves that the table confirms, and pages that end and begin again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal, KeptGame
from companion.journal.course.course import Course
from companion.play import Play, Source
from companion.web import network_interfaces
from companion.web.hosting import game_thread
from companion.web.listen_address import open_socket
from tests import postgres
from tests.cli.printed import Say
from tests.cli.test_kept_games import NEW
from tests.cut import Network
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept
from tests.play.kept_play import NOON, ROLL, kept, touch
from tests.web.as_program import page_program
from tests.web.browser import chromium
from tests.web.conftest import Sitting, sitting
from tests.web.site import Tab


def test_a_page_has_its_usual_port_and_another_where_that_is_taken() -> None:
    with open_socket("127.0.0.1", 0, network_interfaces.TABLE_PORT) as free:
        usual = free.getsockname()[1]
    with open_socket("127.0.0.1", None, usual) as first, open_socket("127.0.0.1", None, usual) as second:
        assert first.getsockname()[1] == usual != second.getsockname()[1]


def test_what_the_table_does_not_take_up_in_time_comes_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_thread, "ANSWER_SECONDS", 0.01)
    handed_over, acts = list[Callable[[], None]](), list[str]()
    with pytest.raises(game_thread.NoAnswer, match="the table: does not answer"):
        game_thread.run_elsewhere(handed_over.append, lambda: acts.append("move"))
    handed_over[0]()
    assert not acts


@pytest.mark.prove("browsers")
def test_a_phone_whose_page_was_killed_and_begun_again_goes_on_without_a_code(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with open_socket("127.0.0.1", 0, network_interfaces.TABLE_PORT) as free:
        port = str(free.getsockname()[1])
    with chromium() as browser:
        page = browser.new_context(locale="en", viewport={"width": 390, "height": 844}).new_page()
        with page_program(data, "Friday", "Ben", "--port", port) as (served, (_, own)):
            page.goto(own)
            page.wait_for_selector(".playing")
            served.kill()
            served.wait()
            page.get_by_text("Reconnecting… This is the last known state.").wait_for()
            assert page.locator(".playing").is_visible()
        with page_program(data, "Friday", "Ann", "--port", port):
            page.locator("#away").wait_for(state="hidden")
            assert page.locator(".playing").is_visible() and page.locator("#code").count() == 0


@pytest.mark.prove("browsers")
def test_a_code_written_while_the_table_is_away_is_not_said_to_be_wrong(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with chromium() as browser, page_program(data, "Friday", "Ben") as (served, (_, own)):
        page = browser.new_context(locale="en").new_page()
        page.goto(own.partition("#")[0])
        page.get_by_text("Ask at the table for a code").wait_for()
        served.kill()
        served.wait()
        page.fill("#code", own.rpartition("#")[2])
        page.locator("form.door button").click()
        page.get_by_text("The table cannot be reached. Try again.").wait_for()


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Sitting]:
    """A table that confirms what phones do."""
    with sitting(tmp_path, kept("g"), MAGNATE, taken=False) as table:
        yield table


def roll(tab: Tab) -> dict[str, Any]:
    """A 7 and a 4, typed on the page of the first seat."""
    return tab.post("/seat/0", do="decide", decision="roll", seq="0", **{"a.first": "7", "a.second": "4"})


def seq(table: Sitting) -> int:
    return int(table.do(lambda: table.play.seq))


def test_no_device_is_the_host_of_the_tablets_game_and_none_takes_a_seat_that_another_plays(table: Sitting) -> None:
    ann, tv = Tab(table.site.invitation(0)), Tab(table.site.invitation(None))
    ids = [device.id for device, _ in table.site.list_devices()]
    for tab in (ann, tv):
        assert "New game" not in tab.get("/")["main"] and "New code" not in tab.get("/game")["main"]
        for path in ("/table", "/new", "/tokens"):
            assert tab.get(path)["status"] == 403
        for act in ("renew", "host", "revoke", "free", "table"):
            assert tab.post("/game", do=act, device=ids[1], seat=0, table="yes")["status"] == 422
        assert tab.post("/", do="open", game="g")["status"] == 403
    assert tv.get("/seat/0")["status"] == 403 and tv.get("/tv")["status"] == 200
    assert ann.get("/seat/1")["status"] == 403 and ann.get("/seat/0")["status"] == 200
    assert tv.post("/game", do="sit", seat=0)["address"] == "/game", "Ann is asked"
    assert tv.get("/seat/0")["status"] == 403 and ann.get("/seat/0")["status"] == 200


def test_the_standing_code_is_good_for_nothing_after_it_was_revoked(table: Sitting) -> None:
    invitation = table.site.invitation(None)
    with Tab(invitation) as tv:
        assert tv.entered == 200 and Tab(invitation).entered == 200
        tv.follow()
        tv.until(lambda page: page["status"] == 200)
        late = table.site.invitation(None)
        table.site.revoke(None)
        while b"event: over" not in tv.received:
            tv.receive()
        assert tv.get()["status"] == tv.enter() == 401 and Tab(late).entered == 403


def test_a_seat_that_was_disconnected_does_nothing_more_and_the_others_do(table: Sitting) -> None:
    ann, ben = Tab(table.site.invitation(0)), Tab(table.site.invitation(1))
    table.site.revoke(1)
    assert ben.post("/seat/1", do="roll", seq=0)["status"] == 401
    assert ann.post("/seat/0", do="roll", seq=0)["status"] == 200 and seq(table) == 1
    assert [seats for _, seats in table.site.list_devices()] == [(0,)]


def test_while_the_table_is_asked_and_when_it_did_not_accept_it_a_page_says_so(asking: Sitting) -> None:
    ann, play = Tab(asking.site.invitation(0)), asking.play
    for outcome in ("no", "yes"):
        assert "Waiting for the table to confirm." in roll(ann)["main"] and seq(asking) == 0
        question = asking.do(play.questions)[0]
        if outcome == "no":
            asking.do(lambda: play.dismiss(question.key))  # noqa: B023
            assert "The table did not accept it." in ann.get()["main"]
        else:
            asking.do(lambda: play.answer(question.key, "0"))  # noqa: B023
    page = ann.get()["main"]
    assert seq(asking) == 1 and "to confirm" not in page and "did not accept" not in page


def test_what_waits_for_the_tables_confirmation_is_neither_confirmed_nor_dismissed_on_a_page(asking: Sitting) -> None:
    ann = Tab(asking.site.invitation(0))
    roll(ann)
    key = asking.do(asking.play.questions)[0].key
    for do in ("answer", "dismiss"):
        assert ann.post("/seat/0", do=do, question=key, choice=0)["status"] == 422
    assert len(asking.do(asking.play.questions)) == 1 and seq(asking) == 0


def test_a_phone_rolls_undoes_and_goes_back_only_where_its_moves_count_at_once(tmp_path: Path) -> None:
    for taken in (True, False):
        (folder := tmp_path / str(taken)).mkdir()
        with sitting(folder, kept("g"), MAGNATE, taken=taken) as table:
            ann = Tab(table.site.invitation(0))
            assert ("Roll for me" in ann.get()["main"]) == taken
            assert (ann.post("/seat/0", do="roll", seq=0)["status"] == 200) == taken
            if not taken:
                table.do(lambda: touch(table.play, ROLL))
            assert ('value="undo"' in ann.get()["main"]) == taken
            assert (ann.post("/seat/0", do="undo", seq=1)["status"] == 200) == taken
            assert ann.post("/history", do="goto", seq=0)["status"] == (200 if taken else 403)


def test_what_a_clubs_server_has_not_is_not_called_done_on_a_phone(tmp_path: Path) -> None:
    game, _ = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    with postgres.running() as club, Network(club.port) as network:
        through = club.schema().replace(f":{club.port}/", f":{network.port}/")
        with sitting(tmp_path, game, MAGNATE, server=through) as table:
            ann = Tab(table.site.invitation(0))
            network.cut()
            shown = roll(ann)["main"]
            assert "Not saved yet: the club server cannot be reached." in shown
            assert "Not saved yet: Turn 1, Ann rolled 7 and 4" in shown
            network.mend()
            table.do(table.play.refresh)
            table.do(lambda: None)
            assert "Not saved yet" not in ann.get()["main"]


def test_a_game_that_is_left_says_so_to_whoever_watches(table: Sitting) -> None:
    with Tab(table.site.invitation(None)) as tv:
        tv.follow()
        tv.until(lambda page: page["status"] == 200)
        table.do(table.site.close)
        while b"event: over" not in tv.received:
            tv.receive()


def test_a_rematch_keeps_the_phones_and_a_game_of_others_is_not_shown_to_them(table: Sitting, tmp_path: Path) -> None:
    ben = Tab(table.site.invitation(1))

    def opened(id_: str, *names: str) -> bool:
        game = KeptGame(**{**_fields(kept(id_)), "players": names})
        with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
            journal.create(game)
        play = Play(MAGNATE, table.play._stored._journal, id_, now=lambda: NOON, new_id=lambda: id_)
        return table.site.switch_play(play)

    assert table.do(lambda: opened("h", "Ben", "Ann")) is True
    assert ben.get("/seat/1")["status"] == 403, "Ben sits elsewhere now"
    assert Tab(f"{table.site.address}/seat/0", ben.device).get()["status"] == 200
    assert table.do(lambda: opened("i", "Zoë", "Kim")) is False
    assert "Kim" not in ben.get("/tv")["main"]


def _fields(game: KeptGame) -> dict[str, Any]:
    return {name: getattr(game, name) for name in ("id", "game", "name", "players", "options", "setup", "created")}


@pytest.fixture(scope="module")
def asked() -> tuple[KeptGame, int, int, int]:
    """A game of Magnate up to where a seat has to choose what its deed pays: the game, its moves, the seat, choices."""
    game, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    course: Course[Any, Any] = Course.of(MAGNATE, game)
    for number, entry in enumerate(entries, 1):
        course = course.after(entry)
        for one in MAGNATE.waiting_for(course.state):
            if len(one.answers) > 1:
                return game, number, one.owner, len(one.answers)
    raise AssertionError("no deed paid in that game")


@pytest.mark.parametrize("taken", [True, False])
def test_a_seat_answers_on_its_own_page(tmp_path: Path, asked: tuple[KeptGame, int, int, int], taken: bool) -> None:
    game, moves, seat, choices = asked
    _, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    with sitting(tmp_path, game, MAGNATE, taken=taken) as table:
        play = table.play

        def go_on() -> str:
            for one in entries[:moves]:
                play.propose(MAGNATE.move_from_json(one.move, ""), source=Source.TOUCH)
            return next(one.key for one in play.questions() if one.owner == seat and len(one.choices) == choices)

        key = table.do(go_on)
        own, other = Tab(table.site.invitation(seat)), Tab(table.site.invitation(1 - seat))
        fields = {"do": "answer", "question": key, "choice": 1, "seq": moves}
        refused = other.post(f"/seat/{1 - seat}", **fields)
        assert refused["status"] == 422 and "no longer open" in refused["main"]
        assert own.post(f"/seat/{seat}", **fields)["status"] == 200
        if not taken:
            assert seq(table) == moves
            table.do(lambda: play.answer(play.questions()[0].key, "0"))
        assert table.do(lambda: (play.seq, play.course.done[-1].entry.seat)) == (moves + 1, seat)
        assert table.do(lambda: play.course.done[-1].entry.source) == "page"
