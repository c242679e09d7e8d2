"""Several programs and threads at one game, and proposals that were overtaken: each move is kept once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.magnate import Phase, State
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Move, Roll, Sell
from companion.journal import Entry, Journal
from companion.journal.course.summaries import Summary
from companion.journal.entries import LockedJournal
from companion.pieces import Tokens
from companion.play import Change, NoSuchQuestion, Source
from companion.play.play import StaleProposal
from companion.questions import UnusableAnswer
from tests.cases import each
from tests.play.kept_play import DRAW, MAGNATE_PLAY, ROLL, SELL, Table, asked, card, touch


def test_the_same_proposal_twice_is_one_question(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL)
    first = asked(play.propose(SELL, source=Source.CAMERA, id="seen"))
    assert asked(play.propose(SELL, source=Source.CAMERA, id="seen")) == first
    assert [one.key for one in play.questions()] == ["seen"]


def test_a_question_is_answered_by_the_number_of_its_choice(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL)
    asked(play.propose(SELL, source=Source.CAMERA, id="seen"))
    with pytest.raises(UnusableAnswer):
        play.answer("seen", "9")
    play.answer("seen", "0")
    assert (play.seq, play.questions()) == (2, ())
    play.answer("seen", "0")
    assert play.seq == 2, "what is not asked any more is passed over"
    with pytest.raises(NoSuchQuestion):
        play.confirm("seen")


def test_whoever_asks_hears_the_answer_until_it_is_dropped(play: MAGNATE_PLAY) -> None:
    calls: list[str] = []
    play.others["which"] = calls.append
    play.answer("which", "0")
    del play.others["which"]
    play.answer("which", "1")
    assert calls == ["0"]


def test_an_illegal_proposal_is_withdrawn(play: MAGNATE_PLAY, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(play, ROLL)
    asked(play.propose(SELL, source=Source.CAMERA, id="seen"))
    other = table.opened()
    touch(other, Sell(0, card("2MK")))
    with pytest.raises((IllegalMove, NoSuchQuestion)):
        play.confirm("seen")
    assert play.questions() == () and play.seq == other.seq


def test_the_very_proposal_that_another_program_kept_meanwhile_counts_once(play: MAGNATE_PLAY, table: Table) -> None:
    """Both were given the same roll; the other is quicker between this one's looking and its writing."""
    other, kept = table.opened(), table.journal.append

    def quicker(entry: Entry, summary: Summary | None = None) -> Entry:
        if entry.id == "roll" and not table.journal.holds("roll"):
            table.journal.append = kept  # type: ignore[method-assign]
            held = other.state.tokens[0]
            touch(other, Correct((TokensFact(0, held, held + held),), "as it lies there"))
            other.propose(ROLL, source=Source.ROLLER, id="roll")
        return kept(entry, summary)

    table.journal.append = quicker  # type: ignore[method-assign]
    play.propose(ROLL, source=Source.ROLLER, id="roll")
    assert sum(entry.id == "roll" for entry in table.journal.entries("g")) == 1
    assert play.state == other.state


def test_the_roller_hears_of_its_roll_only_once_the_journal_has_it(play: MAGNATE_PLAY, table: Table) -> None:
    calls: list[tuple[str, int]] = []

    def acknowledge(entry: Entry) -> None:
        calls.append((entry.id, len(table.journal.entries("g"))))

    for _ in range(2):  # the roller asks again where it did not hear the answer
        play.propose(ROLL, source=Source.ROLLER, id="roll-17", acknowledge=acknowledge)
    assert calls == [("roll-17", 1), ("roll-17", 1)]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_an_unkept_roll_is_not_acknowledged(play: MAGNATE_PLAY, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.store.sqlite_file.PATIENCE", 0.05)
    table.journal = Journal.open(table.url)
    impatient = table.opened()
    calls: list[Entry] = []
    with table.journal._database.reading() as holder:
        holder.exec_driver_sql("DELETE FROM entries")  # holds the write lock
        with pytest.raises(LockedJournal):
            impatient.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=calls.append)
        holder.rollback()
    assert (calls, impatient.state.phase) == ([], Phase.ROLL)
    impatient.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=calls.append)
    assert [entry.id for entry in calls] == ["roll-1"]


def test_a_proposal_on_an_older_state_is_checked_again(table: Table) -> None:
    tablet, terminal = table.opened(), table.opened()
    touch(tablet, ROLL)
    with pytest.raises(IllegalMove):
        terminal.propose(Roll(0, (1, 1), (3,)), source=Source.FILE)
    assert terminal.state == tablet.state, "it has heard of the tablet's roll meanwhile"
    touch(terminal, SELL)
    with pytest.raises(IllegalMove):
        tablet.propose(Sell(0, card("6LK")), source=Source.TOUCH)


def test_a_move_that_is_still_legal_says_what_it_was_based_on(table: Table) -> None:
    tablet, terminal = table.opened(), table.opened()
    touch(tablet, ROLL)
    facts = (TokensFact(1, terminal.state.tokens[1], Tokens.parse("K5")),)
    entry = terminal.propose(Correct(facts), source=Source.FILE)
    assert isinstance(entry, Entry)
    assert (entry.seq, entry.base_seq) == (2, 0)


def test_taking_back_meets_the_move_that_was_meant_or_none(table: Table) -> None:
    tablet, terminal = table.opened(), table.opened()
    touch(tablet, ROLL)
    terminal.catch_up()
    touch(tablet, SELL)
    with pytest.raises(StaleProposal):
        terminal.undo()
    with pytest.raises(StaleProposal):
        tablet.undo(base_seq=1)
    assert (terminal.seq, tablet.state.phase) == (2, Phase.DRAW)


def test_one_proposal_handed_in_at_two_programs_is_kept_once(table: Table) -> None:
    tablet, terminal = table.opened(), table.opened()
    first = tablet.propose(ROLL, source=Source.ROLLER, id="roll-1")
    touch(tablet, SELL)
    assert terminal.propose(ROLL, source=Source.ROLLER, id="roll-1") == first
    assert (terminal.seq, terminal.state) == (2, tablet.state)


def test_subscribers_hear_every_change(play: MAGNATE_PLAY) -> None:
    calls: list[Change[State, Move]] = []
    leave = play.subscribe(calls.append)
    touch(play, ROLL)
    question = asked(play.propose(SELL, source=Source.CAMERA))
    play.confirm(question.key)
    leave()
    touch(play, DRAW)
    assert [(change.seq, change.entry is None, len(change.questions)) for change in calls] == [
        (1, False, 0),
        (1, True, 1),
        (2, False, 0),
    ]
    assert calls[-1].state.phase is Phase.DRAW


def test_other_threads_hand_in_and_the_owner_attends(table: Table) -> None:
    woken = threading.Event()
    play = table.opened(wake=woken.set)
    calls: list[Any] = []
    refused: list[BaseException] = []

    def other_thread() -> None:
        play.hand_in(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=calls.append, refused=calls.append)
        play.hand_in(Roll(1, (2, 2)), source=Source.ROLLER, acknowledge=calls.append, refused=calls.append)
        try:
            play.propose(ROLL, source=Source.TOUCH)
        except RuntimeError as error:
            refused.append(error)

    thread = threading.Thread(target=other_thread)
    thread.start()
    thread.join()
    assert woken.is_set() and play.seq == 0
    assert play.attend() == 2
    assert calls[0].id == "roll-1"
    assert isinstance(calls[1], IllegalMove)
    assert len(refused) == 1


WENT_ON = "Friday: has continued differently since then"
CHANGED = "Friday: has changed in the meantime. Check the game, then try again."


@each(
    ("act", "line"),
    [
        (lambda play: play.confirm("gone"), "gone: is not an open question. Check the open questions."),
        (lambda play: play.confirm("seen", 1), "seen: is not an open question. Check the open questions."),
        (lambda play: play.dismiss("gone"), "gone: is not an open proposal. Check the open questions."),
        (lambda play: play.seal(1, 3), "Ben: has no private question to answer. Check the game."),
        (lambda play: play.seal(2, 3), "3: has no private question to answer. Check the game."),
        (lambda play: play.undo(base_seq=0), CHANGED),
        (lambda play: play.redo(base_seq=0), CHANGED),
        (lambda play: play.go_to(2), f"{WENT_ON}. Choose a move that still counts, or the last one undone."),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_whoever_comes_too_late_reads_about_what_why_and_what_to_do(
    play: MAGNATE_PLAY, act: Callable[[MAGNATE_PLAY], object], line: str
) -> None:
    if play.seq == 0:
        touch(play, ROLL, SELL)
        play.undo()
        touch(play, Sell(0, card("2MK")))
    play.propose(DRAW, source=Source.CAMERA, id="seen")
    with pytest.raises(CompanionError) as caught:
        act(play)
    assert str(caught.value) == line


def test_an_entry_says_who_proposed_it_from_where_and_on_which_entry(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL)
    made = [play.undo(source=Source.PAGE, seat=1), play.redo(source=Source.ROLLER, seat=0, base_seq=2)]
    made.append(touch(play, SELL))
    play.go_to(1, source=Source.PAGE)
    entry = play.propose(SELL, source=Source.FILE, seat=0, base_seq=1)
    assert isinstance(entry, Entry)
    proposed = [(one.source, one.seat, one.base_seq) for one in (*made, play.course.entry_steps[-2][0], entry)]
    assert proposed == [("page", 1, 1), ("roller", 0, 2), ("touch", None, 3), ("page", None, 4), ("file", 0, 1)]
