"""A play takes proposals from everywhere, asks where it must, and never loses what it has answered for."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import Phase, preset
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import (
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    TakeDeedIncome,
)
from companion.journal import Entry
from companion.journal.course.folding import NothingToRedo, NothingToUndo
from companion.journal.entries import FORMAT
from companion.locale import Message
from companion.pieces import DieKind, Suit, Tokens, cast_of
from companion.play import Kind, NoSuchQuestion, Source
from tests.games.random_play import RandomGame
from tests.play.kept_play import DRAW, MAGNATE_PLAY, NOON, ROLL, SELL, SETUP, Table, asked, card, kept, touch


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
    assert play.course.dice_cast == cast_of(DieKind.D10, (4, 7))
    play.redo()
    assert play.state == rolled
    assert play.course.dice_cast is None


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
    play.confirm(question.key)
    assert play.state.roll is not None and play.state.roll.dice == (9, 2)
    assert "correction; the dice were 4 7" in str(play.history()[-1].message)


def test_a_roll_stays_cast_when_more_than_it_is_taken_back(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, SELL, DRAW, Roll(1, (3, 2)))
    for _ in range(3):
        play.undo()
    touch(play, Sell(0, card("6LK")), DRAW)
    assert play.course.dice_cast == cast_of(DieKind.D10, (3, 2))
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
    entry = play.confirm(question.key)
    assert (entry.source, entry.seat, play.questions()) == ("camera", 0, ())


def test_a_setting_makes_the_camera_automatic_and_touch_asked(table: Table) -> None:
    play = table.opened(frozenset({Source.TOUCH}))
    assert isinstance(play.propose(ROLL, source=Source.CAMERA), Entry)
    assert asked(play.propose(SELL, source=Source.TOUCH)).kind is Kind.CONFIRM


def test_several_possible_payments_are_a_question_whatever_the_source(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, Correct((TokensFact(0, play.state.tokens[0], Tokens.parse("M3S3")),)))
    ways = [Develop(0, card("4MS"), 0, Tokens.parse(paid)) for paid in ("M1S3", "M2S2", "M3S1", "M4")]
    question = asked(play.propose(*ways, source=Source.TOUCH))
    assert question.kind is Kind.WHICH
    assert [choice.move for choice in question.choices] == ways[:3], "four Moons alone are no payment"
    play.confirm(question.key, 1)
    assert play.state.tokens[0] == Tokens.parse("M1S1")


def test_a_dismissed_proposal_leaves_nothing(play: MAGNATE_PLAY, table: Table) -> None:
    question = asked(play.propose(ROLL, source=Source.CAMERA))
    play.dismiss(question.key)
    assert (play.questions(), table.journal.entries("g")) == ((), ())
    with pytest.raises(NoSuchQuestion):
        play.confirm(question.key)
    with pytest.raises(NoSuchQuestion):
        play.dismiss(question.key)


def test_who_proposed_hears_that_nothing_comes_of_it(play: MAGNATE_PLAY) -> None:
    calls: list[str] = []
    for end in (play.dismiss, lambda _: touch(play, ROLL)):
        question = asked(play.propose(Roll(0, (2, 3)), source=Source.CAMERA, withdrawn=lambda: calls.append("gone")))
        end(question.key)
    assert calls == ["gone", "gone"]
    accepted = asked(play.propose(SELL, source=Source.CAMERA, withdrawn=lambda: calls.append("wrong")))
    play.confirm(accepted.key)
    assert calls == ["gone", "gone"]


def test_a_proposal_that_the_game_overtook_is_withdrawn(play: MAGNATE_PLAY) -> None:
    question = asked(play.propose(ROLL, source=Source.CAMERA))
    touch(play, Roll(0, (2, 3)))
    assert play.questions() == ()
    with pytest.raises(NoSuchQuestion):
        play.confirm(question.key)


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
    with_deeds.confirm(bens.key, 1)
    assert with_deeds.questions() == (anns,), "a question keeps its name while it is asked"
    assert with_deeds.confirm(anns.key).seat == 0
    assert (with_deeds.state.phase, with_deeds.questions()) == (Phase.PLAY, ())


def test_a_stored_preference_answers_by_itself(with_deeds: MAGNATE_PLAY, table: Table) -> None:
    touch(with_deeds, PreferDeedIncome(1, card("5YK"), Suit.KNOTS))
    again = table.opened()
    touch(again, Roll(0, (5, 2)))
    assert [one.owner for one in again.questions()] == [0]


def test_a_question_of_the_rules_cannot_be_dismissed(with_deeds: MAGNATE_PLAY) -> None:
    touch(with_deeds, Roll(0, (5, 2)))
    with pytest.raises(NoSuchQuestion):
        with_deeds.dismiss(with_deeds.questions()[0].key)


def test_the_history_can_be_read_aloud(play: MAGNATE_PLAY) -> None:
    touch(play, ROLL, SELL)
    play.undo()
    calls = play.history()
    assert [str(line.message) for line in calls] == [
        "Turn 1, Ann rolled 7 and 4: nobody collects anything",
        "Turn 1, Ann sells The Castle for 1 Sun and 1 Knot",
        "undone: Turn 1, Ann sells The Castle for 1 Sun and 1 Knot",
    ]
    assert [line.stands for line in calls] == [True, False, False]
    assert [line.dice for line in calls] == [cast_of(DieKind.D10, ROLL.dice), (), ()]
    assert all(isinstance(line.message, Message) for line in calls)


def test_a_whole_game_by_chance_is_the_same_after_opening_again(table: Table) -> None:
    game = RandomGame(preset("standard"), seed=7).whole()
    table.journal.create(kept("whole", game.setup))
    play = table.opened(game="whole")
    touch(play, *game.moves)
    assert play.state == game.state and play.state.over
    again = table.opened(game="whole")
    assert again.state == game.state
    assert "The game is over" in str(again.history()[-1].message)


def test_a_game_in_its_last_turns_by_the_older_judgement_of_the_pile_is_played_to_its_end(table: Table) -> None:
    table.journal.create(kept("older", replace(SETUP, pile=1)))
    deed = BuyDeed(0, card("4MS"), 0, Tokens.parse("M1S1"))
    moves: list[Move] = [Roll(0, (7, 2)), deed, DRAW, Roll(1, (7, 2)), Sell(1, card("7SK")), EndTurn(1)]
    for seq, move in enumerate(moves, 1):
        at = NOON + timedelta(seconds=seq)
        entry = Entry("older", seq, f"old-{seq}", seq - 1, at, None, "touch", MAGNATE.move_to_json(move), format=1)
        table.journal.append(entry)
    play = table.opened(game="older")
    assert touch(play, Roll(0, (7, 2)), Sell(0, card("3LY")), EndTurn(0)).format == FORMAT
    assert play.state.over and table.opened(game="older").state == play.state


def test_a_roller_counts_at_once_unless_the_table_chose_otherwise(play: MAGNATE_PLAY) -> None:
    play.asks |= {Source.ROLLER}
    assert asked(play.propose(ROLL, source=Source.ROLLER)).kind is Kind.CONFIRM
    play.asks -= {Source.ROLLER}
    assert isinstance(play.propose(ROLL, source=Source.ROLLER), Entry)
