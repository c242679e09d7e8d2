"""Proposals that were overtaken, answers that come late or twice, and questions that somebody else registered."""

from __future__ import annotations

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Sell
from companion.journal import Entry
from companion.journal.course.summaries import Summary
from companion.locale import Message
from companion.play import NoSuchQuestion, Question, Source
from companion.questions import Choice, UnusableAnswer
from tests.play.kept_play import MAGNATE_PLAY, ROLL, SELL, Table, asked, card, touch


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
    asking = play.others
    asking.ask(Question("which", "camera", Message("Which?"), (Choice("0", Message("this")),)), calls.append)
    assert "which" in asking
    play.answer("which", "0")
    asking.drop("which")
    asking.drop("which")
    play.answer("which", "1")
    assert calls == ["0"] and "which" not in asking
    asking.ask(Question("which", "camera", Message("Which?"), (Choice("0", Message("this")),)), calls.append)
    asking.clear()
    play.answer("which", "0")
    assert calls == ["0"]


def test_a_proposal_that_became_illegal_while_it_was_asked_is_withdrawn_when_it_is_confirmed(
    play: MAGNATE_PLAY, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
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
