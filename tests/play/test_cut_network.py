"""Two tablets at one game on a club's server, and what becomes of moves while the network between is cut."""

from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import Phase
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, Roll
from companion.journal import Entry, Journal, UnreachableJournal
from companion.journal.copies.transfer import Outbox
from companion.journal.course.summaries import Summary
from companion.journal.store.server import Listening
from companion.pieces import Tokens
from companion.play import Play, Source
from companion.play.play import StaleProposal
from companion.play.stored_course import Overtaken
from tests.cut import Network
from tests.play.kept_play import DRAW, MAGNATE_PLAY, NOON, ROLL, SELL, Table, touch
from tests.postgres import Postgres


class Tablet:
    """A tablet behind a network of its own, at the same table as others."""

    def __init__(self, server: Postgres, table: Table, outbox: Path | None) -> None:
        self.network = Network(server.port)
        self._url = table.url.replace(f":{server.port}/", f":{self.network.port}/")
        self.journal = Journal.open(self._url)
        self.outbox = Outbox(outbox) if outbox is not None else None
        self.failed: list[Exception] = []
        self.woken: Queue[None] = Queue()
        self._ids = iter(range(1000))
        self.play = self.opened()

    def opened(self) -> MAGNATE_PLAY:
        return Play(
            MAGNATE,
            self.journal,
            "g",
            now=lambda: NOON,
            new_id=lambda: f"cut-{next(self._ids)}",
            wake=lambda: self.woken.put(None),
            failed=self.failed.append,
            outbox=self.outbox,
        )

    def listen(self) -> Listening:
        return Listening(self._url, lambda game: self.play.refresh() if game in (None, "g") else None)

    def check_server(self) -> None:
        self.play.refresh()
        self.play.attend()

    def close(self) -> None:
        self.journal.close()
        self.network.cut()


@pytest.fixture
def table(server: Postgres) -> Iterator[Table]:
    table = Table(server.schema())
    yield table
    table.journal.close()


@pytest.fixture
def tablet(server: Postgres, table: Table, tmp_path: Path) -> Iterator[Tablet]:
    tablet = Tablet(server, table, tmp_path / "waiting.db")
    yield tablet
    tablet.close()


def tokens(play: MAGNATE_PLAY, seat: int, held: str) -> Correct:
    return Correct((TokensFact(seat, play.state.tokens[seat], Tokens.parse(held)),))


def test_moves_wait_in_order_while_the_network_is_cut_and_are_kept_afterwards(tablet: Tablet, table: Table) -> None:
    touch(tablet.play, ROLL)
    tablet.network.cut()
    touch(tablet.play, SELL, DRAW)
    assert [entry.seq for entry in tablet.play.waiting] == [2, 3] and tablet.play.away is not None
    assert [kept.seq for kept in table.journal.entries("g")] == [1]
    assert ["not saved yet" in str(line.message) for line in tablet.play.history()] == [False, True, True]
    assert [tablet.play.history_line(seq) for seq in (1, 2, 3)] == [*tablet.play.history()]
    tablet.check_server()
    assert len(tablet.play.waiting) == 2, "it is cut still"
    tablet.network.mend()
    changes: list[Entry | None] = []
    tablet.play.subscribe(lambda change: changes.append(change.entry))
    tablet.check_server()
    assert not tablet.play.waiting and tablet.play.away is None and changes[-1] is None
    assert [entry.move["type"] for entry in table.journal.entries("g")] == ["roll", "sell", "draw"]
    assert not any("not saved yet" in str(line.message) for line in tablet.play.history())
    assert table.opened().state == tablet.play.state and tablet.failed == []


def test_nobody_is_told_that_a_move_is_kept_while_it_waits(tablet: Tablet) -> None:
    calls: list[Entry] = []
    tablet.network.cut()
    tablet.play.propose(ROLL, source=Source.ROLLER, id="roll-17", acknowledge=calls.append)
    touch(tablet.play, SELL)
    tablet.play.propose(
        ROLL, source=Source.ROLLER, id="roll-17", acknowledge=calls.append
    )  # it did not hear the answer
    assert calls == [] and len(tablet.play.waiting) == 2
    tablet.network.mend()
    tablet.check_server()
    assert [entry.id for entry in calls] == ["roll-17"]


def test_what_waits_is_made_again_behind_what_others_did_meanwhile(tablet: Tablet, table: Table) -> None:
    touch(tablet.play, ROLL)
    tablet.network.cut()
    touch(tablet.play, SELL)
    other = table.opened()
    touch(other, tokens(other, 1, "K5"))
    tablet.network.mend()
    tablet.check_server()
    assert [(kept.seq, kept.base_seq, kept.move["type"]) for kept in table.journal.entries("g")][1:] == [
        (2, 1, "correct"),
        (3, 1, "sell"),
    ]
    other.catch_up()
    assert tablet.play.state == other.state


def test_what_cannot_be_made_any_more_is_told_and_not_kept_and_the_rest_is(tablet: Tablet, table: Table) -> None:
    tablet.network.cut()
    touch(tablet.play, ROLL, SELL)
    other = table.opened()
    touch(other, Roll(0, (2, 2)))
    tablet.network.mend()
    tablet.check_server()
    (error,) = tablet.failed
    assert isinstance(error, Overtaken) and "a move that was waiting could not be saved" in str(error)
    assert [kept.move["type"] for kept in table.journal.entries("g")] == ["roll", "sell"]
    assert tablet.play.state.phase is Phase.DRAW and tablet.play.waiting == ()


def test_taking_back_that_waited_meets_the_move_that_was_meant_or_none(tablet: Tablet, table: Table) -> None:
    touch(tablet.play, ROLL)
    tablet.network.cut()
    tablet.play.undo()
    other = table.opened()
    touch(other, SELL)
    tablet.network.mend()
    tablet.check_server()
    assert isinstance(tablet.failed[0], Overtaken)
    assert tablet.play.state == other.state and tablet.play.state.phase is Phase.DRAW


def test_what_waits_outlives_the_tablet(tablet: Tablet, table: Table) -> None:
    tablet.network.cut()
    touch(tablet.play, ROLL, SELL)
    tablet.network.mend()
    tablet.play = tablet.opened()
    assert [entry.seq for entry in tablet.play.waiting] == [1, 2] and tablet.play.state.phase is Phase.DRAW
    tablet.check_server()
    assert len(table.journal.entries("g")) == 2 and not tablet.play.waiting
    assert tablet.opened().waiting == ()


def test_a_move_whose_answer_was_lost_is_kept_once(tablet: Tablet, table: Table) -> None:
    kept = tablet.journal.append

    def deaf(entry: Entry, summary: Summary | None = None) -> Entry:
        kept(entry, summary)
        raise UnreachableJournal("the server", "cannot connect")

    tablet.journal.append = deaf  # type: ignore[method-assign]
    calls: list[Entry] = []
    tablet.play.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=calls.append)
    assert calls == []
    tablet.journal.append = kept  # type: ignore[method-assign]
    tablet.check_server()
    assert [entry.id for entry in calls] == ["roll-1"] and len(table.journal.entries("g")) == 1


def test_a_move_that_came_second_waits_if_the_network_is_cut_before_it_heard_so(tablet: Tablet, table: Table) -> None:
    touch(tablet.play, ROLL)
    other, append = table.opened(), tablet.journal.append

    def late(entry: Entry, summary: Summary | None = None) -> Entry:
        tablet.journal.append = append  # type: ignore[method-assign]
        touch(other, tokens(other, 1, "K5"))
        try:
            return append(entry, summary)
        finally:
            tablet.network.cut()

    tablet.journal.append = late  # type: ignore[method-assign]
    touch(tablet.play, SELL)
    assert len(tablet.play.waiting) == 1
    tablet.network.mend()
    tablet.check_server()
    assert [kept.move["type"] for kept in table.journal.entries("g")] == ["roll", "correct", "sell"]


def test_without_a_place_to_wait_a_move_is_refused(server: Postgres, table: Table) -> None:
    tablet = Tablet(server, table, None)
    tablet.network.cut()
    with pytest.raises(UnreachableJournal):
        tablet.play.propose(ROLL, source=Source.FILE)
    assert tablet.play.seq == 0
    tablet.close()


def test_a_tablet_follows_another_one_live_and_after_every_cut(tablet: Tablet, table: Table) -> None:
    other = table.opened()
    listening = tablet.listen()
    try:
        for deed in (ROLL, SELL):
            touch(other, deed)
            while tablet.play.seq < other.seq:
                tablet.woken.get(timeout=20)
                tablet.play.attend()
        tablet.network.cut()
        touch(other, DRAW)
        tablet.network.mend()
        while tablet.play.seq < other.seq:
            tablet.woken.get(timeout=20)
            tablet.play.attend()
    finally:
        listening.close()
    assert tablet.play.state == other.state and tablet.failed == []


def test_of_two_who_move_at_once_the_second_is_asked_again_by_the_rules(tablet: Tablet, table: Table) -> None:
    """The other is quicker between this one's looking and its writing."""
    other, append = table.opened(), tablet.journal.append

    def late(entry: Entry, summary: Summary | None = None) -> Entry:
        tablet.journal.append = append  # type: ignore[method-assign]
        touch(other, ROLL)
        return append(entry, summary)

    tablet.journal.append = late  # type: ignore[method-assign]
    with pytest.raises(IllegalMove):
        tablet.play.propose(Roll(0, (3, 3)), source=Source.TOUCH)
    assert tablet.play.state == other.state
    with pytest.raises(StaleProposal):
        tablet.play.undo(base_seq=0)
