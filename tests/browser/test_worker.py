"""The pages of the browser edition, as its script asks for them: games begun, played, taken out and in."""

import json
from typing import Any

from companion.browser.worker import Worker
from companion.demo import bundled
from companion.journal.course.course import Course
from tests.browser.memory_file import MemoryFile


class Page:
    """What the page's script does, without a browser."""

    def __init__(self, file: MemoryFile, notes: str = "") -> None:
        self.refuses = ""
        self.notes = notes
        self.worker = Worker(file, notes, self._save)

    def _save(self, notes: str) -> str:
        if not self.refuses:
            self.notes = notes
        return self.refuses

    def ask(self, **asked: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.worker.answer(json.dumps({"language": "en", **asked})))
        return answer

    def get(self, path: str, query: str = "", language: str = "en") -> dict[str, Any]:
        return self.ask(do="page", method="GET", path=path, query=query, body="", language=language)


def with_demo(file: MemoryFile | None = None) -> Page:
    """A page with the bundled game."""
    page = Page(file or MemoryFile())
    assert page.ask(do="import", name="demo.json", text=bundled.record().read_text("utf8")) == {"games": 1}
    return page


def moves_of(record: str) -> list[dict[str, Any]]:
    """The moves without their links and formats, which follow the version of the record too."""
    moves: list[dict[str, Any]] = json.loads(record)["moves"]
    return [{**move, "entry": {**move["entry"], "chain": None, "format": None}} for move in moves]


def test_the_first_page_and_the_new_game_are_there_in_both_languages() -> None:
    page = Page(MemoryFile())
    assert "New game" in page.get("/")["main"] and "Nouvelle partie" in page.get("/", language="fr")["main"]
    assert page.get("/new")["status"] == 200
    assert page.get("/nowhere")["status"] == 404


def test_the_first_page_leads_to_the_stored_data_and_warns_that_a_browser_may_delete_it() -> None:
    page = Page(MemoryFile())
    for path in ("/", "/data"):
        assert 'class="hint evictable"' in page.get(path)["main"]
    assert 'href="data"' in page.get("/")["main"]
    assert "data-export" not in page.get("/")["main"], "there is no game to lose yet"
    page.ask(do="import", name="demo.json", text=bundled.record().read_text("utf8"))
    for path in ("/", "/data"):
        assert 'data-export="all"' in page.get(path)["main"]


def test_a_record_goes_in_and_out_and_the_game_is_open_after_a_restart() -> None:
    page = with_demo(file := MemoryFile())
    assert page.get("/table")["status"] == 200
    again = Page(file, page.notes)
    assert again.get("/table")["main"] == page.get("/table")["main"]
    out = again.ask(do="record")["text"]
    assert moves_of(out) == moves_of(bundled.record().read_text("utf8"))


def test_the_record_of_any_game_goes_out_by_itself() -> None:
    page = with_demo()
    [game] = page.worker.host.log.games()
    assert f'data-export="{game.id}"' in page.get("/data")["main"]
    assert page.ask(do="record", id=game.id) == page.ask(do="record")
    assert "error" in page.ask(do="record", id="nothing")


def test_every_game_goes_out_as_one_file_and_in_again() -> None:
    page, other = with_demo(), Page(MemoryFile())
    everything = page.ask(do="export")["text"]
    assert other.ask(do="import", name="all.json", text=everything) == {"games": 1}
    assert other.ask(do="import", name="all.json", text=everything) == {"games": 1}
    assert other.ask(do="export")["text"] == everything


def test_a_file_that_is_no_record_is_refused_with_a_reason_and_changes_nothing() -> None:
    file = MemoryFile()
    page = Page(file)
    before = file.content
    for text in ("", "{}", "[1]", '{"format": "decktet-companion-games", "games": 3', "\x00"):
        assert "error" in page.ask(do="import", name="x.json", text=text)
    assert file.content == before


def test_a_removed_game_is_gone_and_nothing_else() -> None:
    page = with_demo()
    [game] = page.worker.host.log.games()
    page.ask(do="page", method="POST", path="/data", query="", body=f"do=remove&id={game.id}", action="a1")
    assert page.worker.host.log.games() == ()
    assert page.get("/")["status"] == 200


def test_a_player_is_renamed_on_the_page_and_stays_so_after_a_restart() -> None:
    page = with_demo(file := MemoryFile())
    [before] = page.worker.host.log.games()
    page.ask(do="page", method="POST", path="/names", query="", body="name=Zo%C3%AB&name=", action="a1")
    for again in (page, Page(file, page.notes)):
        [game] = again.worker.host.log.games()
        assert game.players == ("Zoë", before.players[1]) and "Zoë" in again.get("/history")["main"]


def test_a_game_folds_to_the_same_state_as_the_journals() -> None:
    page = with_demo()
    host = page.worker.host
    [game] = host.log.games()
    snapshot = host.snapshot()
    assert snapshot is not None
    assert Course.of(snapshot.course.rules, game, host.log.entries(game.id)).state == snapshot.course.state


def test_notes_that_the_browser_refuses_are_refused_to_the_player_and_change_nothing() -> None:
    page = Page(MemoryFile())
    sent: dict[str, Any] = {"do": "page", "method": "POST", "path": "/tokens", "query": ""}
    page.ask(**sent, body="do=set&seat=0&suit=M&n=3")
    page.refuses = "QuotaExceededError"
    answer = page.ask(**sent, body="do=set&seat=0&suit=M&n=4")
    assert "no space is left" in answer["main"] and "<b>3</b>" in answer["main"]
    page.refuses = "InvalidStateError"
    assert "Reload this page" in page.ask(**sent, body="do=set&seat=0&suit=M&n=4")["main"]
    page.refuses = ""
    assert "<b>3</b>" in page.get("/tokens")["main"]
