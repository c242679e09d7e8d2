"""A play takes proposals from everywhere, asks where it must, and never loses what it has answered for."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import Phase, Setup, State, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import (
    BuyDeed,
    Correct,
    Develop,
    Draw,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    TakeDeedIncome,
    TokensFact,
)
from companion.journal import Entry, Journal, KeptGame
from companion.journal.course import NothingToRedo, NothingToUndo
from companion.journal.errors import LockedJournal
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.play import Change, Confirm, Kind, NoSuchQuestion, Play, Policy, Question, Source, StaleProposal
from tests.games.random_play import RandomGame

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MAGNATE_PLAY = Play[State, Move]


def card(code: str) -> Card:
    return Card.parse(code)


def crowns(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


SETUP = Setup(crowns("PMSL PMYK X PSWK PWLY"), (crowns("CM CS CW"), crowns("CL CY CK")))


def kept(id_: str, setup: Setup = SETUP) -> KeptGame:
    options = MAGNATE.options_to_json(preset("standard"))
    return KeptGame(id_, "magnate", "Friday", ("Ann", "Ben"), options, MAGNATE.setup_to_json(setup), NOON)


class Table:
    """A journal on the disk and as many programs at it as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'games.db'}"
        self.journal = Journal.open(self.url)
        self.journal.create(kept("g"))
        self._ids = itertools.count(1)

    def opened(
        self, policy: Policy | None = None, wake: Callable[[], None] = lambda: None, game: str = "g"
    ) -> MAGNATE_PLAY:
        return Play(
            MAGNATE,
            self.journal,
            game,
            now=lambda: NOON + timedelta(seconds=next(self._ids)),
            new_id=lambda: f"id-{next(self._ids)}",
            policy=policy,
            wake=wake,
        )


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.journal.close()


@pytest.fixture
def play(table: Table) -> MAGNATE_PLAY:
    return table.opened()


def touch(play: MAGNATE_PLAY, *moves: Move) -> Entry:
    entries = [play.propose(move, source=Source.TOUCH) for move in moves]
    assert isinstance(entries[-1], Entry)
    return entries[-1]


def asked(outcome: Entry | Question[Move]) -> Question[Move]:
    assert isinstance(outcome, Question)
    return outcome


ROLL = Roll(0, (4, 7))
SELL = Sell(0, card("7SK"))
DRAW = Draw(0)


def test_a_touch_is_a_move_at_once(play: MAGNATE_PLAY, table: Table) -> None:
    touch(play, ROLL)
    assert play.state.phase is Phase.PLAY
    assert [entry.move for entry in table.journal.entries("g")] == [MAGNATE.move_to_json(ROLL)]


def test_an_illegal_move_names_its_rule_and_changes_nothing(play: MAGNATE_PLAY, table: Table) -> None:
    before = play.state
    with pytest.raises(IllegalMove, match="rule B7"):
        play.propose(Roll(1, (4, 7)), source=Source.TOUCH)
    assert (play.state, table.journal.entries("g")) == (before, ())


def test_the_game_goes_on_where_the_program_died(play: MAGNATE_PLAY, table: Table) -> None:
    touch(play, ROLL, SELL)
    play.undo()
    again = table.opened()
    assert (again.state, again.seq, again.history()) == (play.state, play.seq, play.history())
    again.redo()
    assert again.state.phase is Phase.DRAW


def test_undo_gives_the_state_before_and_redo_the_dice_again(play: MAGNATE_PLAY) -> None:
    start = play.state
    touch(play, ROLL)
    rolled = play.state
    play.undo()
    assert play.state == start
    assert play.dice_cast == (4, 7)
    play.redo()
    assert play.state == rolled
    assert play.dice_cast is None


def test_the_same_dice_again_are_a_redo(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, SELL)
    play.undo()
    play.undo()
    assert touch(play, ROLL).move == {"type": "redo"}
    play.redo()
    assert play.state.phase is Phase.DRAW


def test_other_dice_are_asked_about_and_are_a_visible_correction(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL)
    play.undo()
    question = asked(play.propose(Roll(0, (9, 2)), source=Source.TOUCH))
    assert question.kind is Kind.OTHER_DICE
    assert "4 7" in str(question.text)
    play.confirm(question.id)
    assert play.state.roll is not None and play.state.roll.dice == (9, 2)
    assert "a correction: the dice had been 4 7" in str(play.history()[-1].message)


def test_a_roll_stays_cast_when_more_than_it_is_taken_back(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, SELL, DRAW, Roll(1, (3, 2)))
    for _ in range(3):
        play.undo()
    touch(play, Sell(0, card("6LK")), DRAW)
    assert play.dice_cast == (3, 2)
    assert asked(play.propose(Roll(1, (9, 9)), source=Source.ROLLER)).kind is Kind.OTHER_DICE
    assert isinstance(play.propose(Roll(1, (3, 2)), source=Source.ROLLER), Entry)


def test_nothing_is_taken_back_before_the_first_move(play: MAGNATE_PLAY) -> None:
    with pytest.raises(NothingToUndo):
        play.undo()
    with pytest.raises(NothingToRedo):
        play.redo()
    touch(play, ROLL)
    play.undo()
    touch(play, Correct((TokensFact(0, play.state.tokens[0], Tokens.parse("M1")),)))
    with pytest.raises(NothingToRedo):
        play.redo()


def test_the_camera_asks_and_one_tap_confirms(play: MAGNATE_PLAY) -> None:
    question = asked(play.propose(ROLL, source=Source.CAMERA, seat=0))
    assert (question.kind, play.questions(), play.state.phase) == (Kind.CONFIRM, (question,), Phase.ROLL)
    entry = play.confirm(question.id)
    assert (entry.source, entry.seat, play.questions()) == ("camera", 0, ())


def test_a_setting_makes_the_camera_automatic_and_touch_asked(table: Table) -> None:
    play = table.opened(Policy.from_json({"camera": "at-once", "touch": "ask"}))
    assert isinstance(play.propose(ROLL, source=Source.CAMERA), Entry)
    assert asked(play.propose(SELL, source=Source.TOUCH)).kind is Kind.CONFIRM


def test_several_possible_payments_are_a_question_whatever_the_source(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, Correct((TokensFact(0, play.state.tokens[0], Tokens.parse("M3S3")),)))
    ways = [Develop(0, card("4MS"), 0, Tokens.parse(paid)) for paid in ("M1S3", "M2S2", "M3S1", "M4")]
    question = asked(play.propose(*ways, source=Source.TOUCH))
    assert question.kind is Kind.WHICH
    assert [choice.move for choice in question.choices] == ways[:3], "four Moons alone are no payment"
    play.confirm(question.id, 1)
    assert play.state.tokens[0] == Tokens.parse("M1S1")


def test_a_dismissed_proposal_leaves_nothing(play: MAGNATE_PLAY, table: Table) -> None:
    question = asked(play.propose(ROLL, source=Source.CAMERA))
    play.dismiss(question.id)
    assert (play.questions(), table.journal.entries("g")) == ((), ())
    with pytest.raises(NoSuchQuestion):
        play.confirm(question.id)
    with pytest.raises(NoSuchQuestion):
        play.dismiss(question.id)


def test_who_proposed_hears_that_nothing_comes_of_it(play: MAGNATE_PLAY) -> None:
    heard: list[str] = []
    for end in (play.dismiss, lambda _: touch(play, ROLL)):
        question = asked(play.propose(Roll(0, (2, 3)), source=Source.CAMERA, withdrawn=lambda: heard.append("gone")))
        end(question.id)
    assert heard == ["gone", "gone"]
    accepted = asked(play.propose(SELL, source=Source.CAMERA, withdrawn=lambda: heard.append("wrong")))
    play.confirm(accepted.id)
    assert heard == ["gone", "gone"]


def test_a_proposal_that_the_game_overtook_is_withdrawn(play: MAGNATE_PLAY) -> None:
    question = asked(play.propose(ROLL, source=Source.CAMERA))
    touch(play, Roll(0, (2, 3)))
    assert play.questions() == ()
    with pytest.raises(NoSuchQuestion):
        play.confirm(question.id)


def test_the_roller_hears_of_its_roll_only_once_the_journal_has_it(play: MAGNATE_PLAY, table: Table) -> None:
    heard: list[tuple[str, int]] = []

    def acknowledge(entry: Entry) -> None:
        heard.append((entry.id, len(table.journal.entries("g"))))

    for _ in range(2):  # the roller asks again where it did not hear the answer
        play.propose(ROLL, source=Source.ROLLER, id="roll-17", acknowledge=acknowledge)
    assert heard == [("roll-17", 1), ("roll-17", 1)]


def test_a_roll_that_cannot_be_kept_is_not_acknowledged(
    play: MAGNATE_PLAY, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.connect._PATIENCE", 0.05)
    table.journal = Journal.open(table.url)
    impatient = table.opened()
    heard: list[Entry] = []
    with table.journal._engine.connect() as holder:
        holder.exec_driver_sql("DELETE FROM entries")  # holds the write lock
        with pytest.raises(LockedJournal):
            impatient.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=heard.append)
        holder.rollback()
    assert (heard, impatient.state.phase) == ([], Phase.ROLL)
    impatient.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=heard.append)
    assert [entry.id for entry in heard] == ["roll-1"]


DEEDS = (Roll(0, (4, 2)), BuyDeed(0, card("5ML"), 0, Tokens.parse("M1L1")), DRAW)


@pytest.fixture
def with_deeds(play: MAGNATE_PLAY) -> MAGNATE_PLAY:
    """Both players have a deed of rank 5, and Ann is to roll."""
    touch(play, Correct((TokensFact(0, play.state.tokens[0], Tokens.parse("M2L2")),)), *DEEDS)
    touch(play, Roll(1, (3, 2)), BuyDeed(1, card("5YK"), 1, Tokens.parse("Y1K1")), Draw(1))
    return play


def test_deed_income_is_asked_of_both_owners_in_any_order(with_deeds: MAGNATE_PLAY) -> None:
    touch(with_deeds, Roll(0, (5, 2)))
    anns, bens = with_deeds.questions()
    assert [(one.kind, one.owner) for one in (anns, bens)] == [(Kind.RULES, 0), (Kind.RULES, 1)]
    assert [choice.move for choice in bens.choices] == [
        TakeDeedIncome(1, card("5YK"), Suit.WYRMS),
        TakeDeedIncome(1, card("5YK"), Suit.KNOTS),
    ]
    with_deeds.confirm(bens.id, 1)
    assert with_deeds.questions() == (anns,), "a question keeps its name while it is asked"
    assert with_deeds.confirm(anns.id).seat == 0
    assert (with_deeds.state.phase, with_deeds.questions()) == (Phase.PLAY, ())


def test_a_stored_preference_answers_by_itself(with_deeds: MAGNATE_PLAY, table: Table) -> None:
    touch(with_deeds, PreferDeedIncome(1, card("5YK"), Suit.KNOTS))
    again = table.opened()
    touch(again, Roll(0, (5, 2)))
    assert [one.owner for one in again.questions()] == [0]


def test_a_question_of_the_rules_cannot_be_dismissed(with_deeds: MAGNATE_PLAY) -> None:
    touch(with_deeds, Roll(0, (5, 2)))
    with pytest.raises(NoSuchQuestion):
        with_deeds.dismiss(with_deeds.questions()[0].id)


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
    heard: list[Change[State, Move]] = []
    leave = play.subscribe(heard.append)
    touch(play, ROLL)
    question = asked(play.propose(SELL, source=Source.CAMERA))
    play.confirm(question.id)
    leave()
    touch(play, DRAW)
    assert [(change.seq, change.entry is None, len(change.questions)) for change in heard] == [
        (1, False, 0),
        (1, True, 1),
        (2, False, 0),
    ]
    assert heard[-1].state.phase is Phase.DRAW


def test_other_threads_hand_in_and_the_owner_attends(table: Table) -> None:
    woken = threading.Event()
    play = table.opened(wake=woken.set)
    futures: list[Any] = []
    refused: list[BaseException] = []

    def other_thread() -> None:
        futures.append(play.hand_in(ROLL, source=Source.ROLLER, id="roll-1"))
        futures.append(play.hand_in(Roll(1, (2, 2)), source=Source.ROLLER))
        try:
            play.propose(ROLL, source=Source.TOUCH)
        except RuntimeError as error:
            refused.append(error)

    thread = threading.Thread(target=other_thread)
    thread.start()
    thread.join()
    assert woken.is_set() and play.seq == 0
    assert play.attend() == 2
    assert futures[0].result(0).id == "roll-1"
    assert isinstance(futures[1].exception(0), IllegalMove)
    assert len(refused) == 1


def test_the_history_can_be_read_aloud(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, SELL)
    play.undo()
    told = play.history()
    assert [str(line.message) for line in told] == [
        "Turn 1, Ann rolled 7 and 4: nobody collects anything",
        "Turn 1, Ann sells The Castle for 1 Sun and 1 Knot",
        "taken back: Turn 1, Ann sells The Castle for 1 Sun and 1 Knot",
    ]
    assert [line.stands for line in told] == [True, False, False]
    assert all(isinstance(line.message, Message) for line in told)


def test_a_whole_game_by_chance_is_the_same_after_opening_again(table: Table) -> None:
    game = RandomGame(preset("standard"), seed=7).whole()
    table.journal.create(kept("whole", game.setup))
    play = table.opened(game="whole")
    touch(play, *game.moves)
    assert play.state == game.state and play.state.over
    again = table.opened(game="whole")
    assert again.state == game.state
    assert "The game is over" in str(again.history()[-1].message)


def test_policy_names_only_known_sources() -> None:
    with pytest.raises(Exception, match="at-once or ask"):
        Policy.from_json({"telepathy": "at-once"})
    assert Policy.from_json({"camera": "ask"}).to_json() == {"camera": "ask"}
    assert Policy().of(Source.ROLLER) is Confirm.AT_ONCE
