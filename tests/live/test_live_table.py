"""A table that is watched: what lies there becomes moves when a player taps, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate import Setup, State, preset
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    TakeDeedIncome,
)
from companion.games.magnate.options import Options
from companion.live.events import Advised, Asked, Disagreed, Proposed, RollFate, RollSeen, TableSettled, Withdrawn
from companion.live.heard import Back, Lost, Settled, Still
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.play import Confirm, Policy, Source
from companion.table.row import Edge
from companion.table.sightings import Sightings
from tests.games.random_play import RandomGame
from tests.live.watched_game import SETUP, Watched, crooked
from tests.table.laid_in_a_y import CROWNS, DISTRICTS, y_table
from tests.table.test_difference import alike, shows, unseen_twin, with_laid

RICH = replace(SETUP, tokens=(Tokens.parse("M5S5W5L5Y5K5"), Tokens.parse("M5S5W5L5Y5K5")))
AT_ONCE = Policy({Source.CAMERA: Confirm.AT_ONCE})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = Watched(tmp_path, RICH)
    table.lay(table.state)
    table.rest()
    yield table
    table.journal.close()


def card(code: str) -> Card:
    return Card.parse(code)


def after(state: State, *laid: str, player: int = 0) -> State:
    """The state's table with cards laid by hand: ``4MS@0``, a stroke for a deed."""
    for move in laid:
        code, place = move.split("@")
        state = replace(state, districts=with_laid(state, code, int(place), player))
    return state


def rolled(table: Watched, dice: tuple[int, int] = (9, 2), tax_dice: tuple[int, ...] = ()) -> None:
    """The dice are thrown and the roll confirmed."""
    table.throw(dice, tax_dice)
    table.rest()
    table.live.confirm(str(table.last(RollSeen).id))


# whole games


@pytest.mark.parametrize(
    ("options", "policy"),
    [(preset("standard"), None), (preset("mega"), AT_ONCE), (preset("solo"), None), (preset("courts"), AT_ONCE)],
    ids=["standard, confirmed", "mega, at once", "solo, confirmed", "with Courts, at once"],
)
def test_a_game_goes_by_looking_and_tapping(tmp_path: Path, options: Options, policy: Policy | None) -> None:
    game = RandomGame(options, 6)
    table = Watched(tmp_path, game.setup, options, policy)
    table.lay(game.state)
    table.rest()
    moves = 0
    while not game.state.over and moves < (40 if options.decks == 2 else 60):
        before, known = game.state, list(game.discards)
        move = game.step()
        moves += 1
        table.lay(game.state, game.discards)
        done_by_eye = follow(table, before, move, game.state, known)
        if not done_by_eye and not isinstance(move, Draw | EndTurn):
            table.play.propose(journaled(table, move), source=Source.TOUCH)
            table.live.attend()
        if not isinstance(move, Draw | EndTurn):
            assert table.state.tokens == game.state.tokens, move
    assert not table.all(Disagreed)
    sources = [entry.source for entry in table.journal.entries("g")]
    assert sources.count("camera") > moves // 2
    table.journal.close()


def follow(table: Watched, before: State, move: Move, now: State, known: list[Card]) -> bool:
    """Lets the eye see what the players did, and taps; whether the game has it now."""
    if isinstance(move, Roll):
        table.throw(move.dice, move.tax_dice)
    told = table.rest()
    if isinstance(move, Roll):
        for event in told:
            if isinstance(event, Proposed) and event.seq is None:
                assert isinstance(event.move, Draw | EndTurn)
                table.live.confirm(event.id)
        seen = table.last(RollSeen)
        if seen.fate is RollFate.ASKED:
            table.live.confirm(str(seen.id))
        return True
    if not shows(before, move, now) or unseen_twin(move, known):
        return False
    last = next(event for event in reversed(told) if isinstance(event, Proposed | Asked))
    if isinstance(last, Proposed):
        assert alike(last.move, move), (last.move, move)
        if last.seq is None:
            table.live.confirm(last.id)
        return True
    answer = next(one.answer for one in last.choices if one.move is not None and alike(one.move, move))
    table.live.answer(last.id, answer)
    return True


def journaled(table: Watched, move: Move) -> Move:
    """The move with the copy of its deed's card that this journal has."""
    if isinstance(move, AddToDeed | TakeDeedIncome | PreferDeedIncome):
        held = [deed.card for _, deed in table.state.deeds(move.player) if deed.card.kind == move.card.kind]
        return replace(move, card=held[0])
    return move


# cards


def test_one_possible_payment_takes_one_tap(tmp_path: Path) -> None:
    table = Watched(tmp_path, replace(SETUP, tokens=(Tokens.parse("M1S3"), Tokens())))
    table.lay(table.state)
    table.rest()
    rolled(table)
    table.lay(after(table.state, "4MS@0"))
    [settled, proposed] = table.rest()[1:]
    assert isinstance(settled, TableSettled) and settled.agrees is False
    assert isinstance(proposed, Proposed)
    assert proposed.move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert proposed.seq is None and str(proposed.text).startswith("Turn 1, Ann develops The Mountain")
    assert table.play.seq == 1
    table.live.confirm(proposed.id)
    assert table.play.seq == 2
    assert table.last(Proposed).seq == 2
    assert table.rest()[1:] == [replace(settled, agrees=True, at=table.at - 0.5, number=table.frame)]


def test_several_payments_are_a_question(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    asked = table.last(Asked)
    assert asked.kind == "payment"
    assert {str(one.move.payment) for one in asked.choices if isinstance(one.move, Develop)} == {
        "M1S3",
        "M2S2",
        "M3S1",
    }


def test_what_lies_there_unsure_is_asked_and_only_then_proposed(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    table.cards = tuple(
        replace(one, candidates=((card("6SY"), 0.6), (card("6MW"), 0.4)), sure=False)
        if one.card == card("6SY")
        else one
        for one in table.cards
    )
    told = table.rest()
    asked = table.last(Asked)
    assert not [event for event in told if isinstance(event, Proposed)]
    assert [one.answer for one in asked.choices][:2] == ["6SY", "6MW"]
    assert asked.region is not None
    table.live.answer(asked.id, "6MW")
    question = table.last(Asked)
    assert {one.move.card for one in question.choices if isinstance(one.move, Develop)} == {card("6MW")}
    again = len(table.all(Asked))
    table.rest()
    assert len(table.all(Asked)) == again


def test_a_better_reading_withdraws_the_question(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    sure = table.cards
    table.cards = tuple(
        replace(one, candidates=((card("6SY"), 0.6), (card("6MW"), 0.4)), sure=False)
        if one.card == card("6SY")
        else one
        for one in sure
    )
    table.rest()
    doubt = table.last(Asked)
    table.cards = sure
    assert Withdrawn(doubt.id) in table.rest()
    assert table.last(Asked).kind == "payment"


def test_straightened_and_nudged_cards_propose_nothing(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0", "7SK@0", "9LK/@1"))
    lying = table.cards
    table.live.the_table_is_right()
    table.rest()
    table.live.the_table_is_right()
    seq = table.play.seq
    told = []
    for seed in range(30):
        table.cards = crooked(lying, seed)
        told += table.rest()
    assert not [event for event in told if isinstance(event, Proposed | Asked | Disagreed)]
    assert table.play.seq == seq


def test_a_card_picked_up_again_withdraws_its_proposal(table: Watched) -> None:
    rolled(table)
    lying = table.state
    table.lay(after(lying, "4MS@0"))
    table.rest()
    asked = table.last(Asked)
    table.lay(lying)
    assert Withdrawn(asked.id) in table.rest()
    assert table.play.questions() == ()


def test_a_dismissed_move_is_said_as_a_disagreement_and_not_proposed_again(table: Watched) -> None:
    rolled(table)
    before = table.state
    table.lay(after(before, "4MS@0"))
    table.rest()
    table.live.dismiss(table.last(Asked).id)
    assert "not taken" in str(table.last(Disagreed).disagreement.reason)
    count = len(table.told)
    assert all(isinstance(event, TableSettled) or "Changed" in type(event).__name__ for event in table.rest())
    assert len(table.told) > count
    table.live.look_again()
    assert table.play.questions()


def test_after_an_undo_the_table_is_compared_again_and_the_same_not_proposed(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    table.live.answer(table.last(Asked).id, "0")
    assert table.live.standing is None
    table.play.undo()
    table.live.attend()
    assert table.live.standing is not None
    assert table.play.questions() == ()
    table.play.redo()
    table.live.attend()
    assert table.live.standing is None


def test_a_move_tapped_in_before_the_card_was_seen_agrees(table: Watched) -> None:
    rolled(table)
    table.play.propose(Develop(0, card("4MS"), 0, Tokens.parse("M2S2")), source=Source.TOUCH)
    table.lay(table.state)
    assert [event for event in table.rest() if not isinstance(event, TableSettled)][1:] == []


def test_another_games_table_is_dropped(table: Watched) -> None:
    rolled(table)
    told = len(table.told)
    table.lay(after(table.state, "4MS@0"))
    table.hear(Settled(Sightings(1600, 2400, table.cards), 99.0, 99), Still(100.0), game="another")
    assert len(table.told) == told


# disagreements


def test_a_contradiction_is_said_once_and_stops_proposals_until_the_table_is_adopted(table: Watched) -> None:
    rolled(table)
    journal = after(table.state, "4MS@0", "7SK@0")
    table.lay(journal)
    table.rest()
    table.live.the_table_is_right()
    table.lay(after(table.state, "9LK@1"))
    moved = tuple(one for one in table.cards if one.card != card("7SK"))
    table.cards = moved
    told = [event for event in table.rest() if isinstance(event, Disagreed)]
    assert len(told) == 1
    assert [str(step) for step in told[0].put_back] == [
        "Take The Merchant away from Ann's side of The Watchman.",
        "Put The Castle back on Ann's side of The Harvest.",
    ]
    assert not [event for event in table.rest() if isinstance(event, Disagreed | Proposed)]
    assert not table.play.questions()
    table.live.the_table_is_right()
    assert table.live.standing is None
    assert table.play.seq == 3
    column = table.state.column(0, 0)
    assert column is not None and [str(one) for one in column.properties] == ["4MS"]


def test_what_is_put_back_ends_the_disagreement(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    table.live.answer(table.last(Asked).id, "0")
    whole = table.cards
    table.cards = tuple(one for one in whole if one.card != card("4MS"))
    table.rest()
    assert [str(step) for step in table.live.the_journal_is_right()] == [
        "Put The Mountain back on Ann's side of The Harvest."
    ]
    table.cards = whole
    assert Withdrawn("disagreement") in table.rest()
    assert table.last(TableSettled).agrees
    assert table.live.standing is None


def test_a_card_laid_before_the_roll_waits_for_it(table: Watched) -> None:
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    assert table.last(Disagreed).disagreement.waits
    rolled(table)
    assert table.last(Asked).kind == "payment"


# rolls


def test_a_roll_takes_one_tap_and_never_counts_twice(table: Watched) -> None:
    table.throw((9, 2))
    [seen] = [event for event in table.rest() if isinstance(event, RollSeen)]
    assert (seen.dice, seen.fate) == ((9, 2), RollFate.ASKED)
    table.live.confirm(str(seen.id))
    assert table.last(RollSeen).fate is RollFate.TAKEN
    assert table.state.roll is not None
    for _ in range(5):
        assert not [event for event in table.rest() if isinstance(event, RollSeen)]
    assert table.play.seq == 1


def test_a_throw_that_no_game_waits_for_is_said(table: Watched) -> None:
    rolled(table)
    table.throw((3, 4))
    [seen] = [event for event in table.rest() if isinstance(event, RollSeen)]
    assert seen.fate is RollFate.NOT_NOW
    assert not table.play.questions()


def test_the_next_throw_says_that_the_turn_before_was_ended_by_a_draw(table: Watched) -> None:
    rolled(table)
    table.play.propose(Sell(0, card("2WL")), source=Source.TOUCH)
    table.throw((8, 3))
    told = table.rest()
    assert [event.fate for event in told if isinstance(event, RollSeen)] == [RollFate.HELD]
    drawn = table.last(Proposed)
    assert drawn.move == Draw(0)
    table.live.confirm(drawn.id)
    seen = table.last(RollSeen)
    assert (seen.dice, seen.fate) == ((8, 3), RollFate.ASKED)
    table.live.confirm(str(seen.id))
    assert (table.state.player, table.state.roll and table.state.roll.dice) == (1, (8, 3))


def test_dice_thrown_again_before_the_roll_was_confirmed_ask_which(table: Watched) -> None:
    table.throw((9, 2))
    table.rest()
    table.throw((5, 6))
    table.rest()
    asked = table.last(Asked)
    assert [one.move for one in asked.choices] == [Roll(0, (9, 2)), Roll(0, (5, 6))]
    table.live.answer(asked.id, "0")
    assert table.state.roll is not None and table.state.roll.dice == (9, 2)


def test_a_throw_while_nobody_looked_waits_for_a_tap_though_the_camera_is_trusted(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, policy=AT_ONCE)
    table.lay(table.state)
    table.throw((3, 4))
    table.rest()
    table.live.hear("g", Lost(Message("unplugged")))
    table.live.hear("g", Back())
    table.throw((9, 2))
    table.rest()
    assert (table.last(RollSeen).fate, table.play.seq) == (RollFate.ASKED, 0)


def test_a_doubtful_die_is_asked_about(table: Watched) -> None:
    table.throw((9, 2))
    doubtful = replace(table.dice[1], candidates=((2, 0.5), (5, 0.3)), sure=False)
    table.dice = (table.dice[0], doubtful)
    table.rest()
    asked = table.last(Asked)
    assert (asked.kind, [one.answer for one in asked.choices][:2]) == ("die", ["2", "5"])
    table.live.answer(asked.id, "5")
    # The answer was the tap.
    assert (table.last(RollSeen).dice, table.last(RollSeen).fate) == ((9, 5), RollFate.TAKEN)
    assert table.state.roll is not None and table.state.roll.dice == (9, 5)
    assert not table.play.questions()


# seats


def test_the_crowns_tell_where_player_0_sits(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, near=None)
    table.lay(table.state)
    table.rest()
    assert table.live.near is Edge.BOTTOM
    assert not table.all(Asked)


def test_without_crowns_it_is_asked_once_where_player_0_sits(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, near=None)
    table.lay(table.state)
    table.cards = tuple(one for one in table.cards if str(one.card)[0] in "PX")
    table.rest()
    table.rest()
    [asked] = table.all(Asked)
    assert (asked.kind, {one.answer for one in asked.choices}) == ("seat", {"bottom", "top"})
    table.live.answer(asked.id, "bottom")
    assert table.live.near is Edge.BOTTOM


def test_trades_are_always_asked_about(tmp_path: Path) -> None:
    tokens = (Tokens.parse("M2S1W3"), Tokens())
    table = Watched(tmp_path, replace(SETUP, tokens=tokens), policy=AT_ONCE)
    table.lay(table.state)
    table.rest()
    table.throw((9, 2))
    table.rest()
    assert table.play.seq == 1
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    asked = table.play.questions()
    assert len(asked) == 1 and table.play.seq == 1
    assert Suit.WAVES in {getattr(one.move, "give", None) for one in asked[0].choices}


def test_with_the_camera_trusted_a_card_in_doubt_still_waits_for_an_answer(tmp_path: Path) -> None:
    table = Watched(tmp_path, replace(SETUP, tokens=(Tokens.parse("L1K1"), Tokens())), policy=AT_ONCE)
    table.lay(table.state)
    table.rest()
    table.throw((9, 2))
    table.rest()
    table.lay(after(table.state, "9LK/@0"))
    table.cards = tuple(
        replace(one, candidates=((card("9LK"), 0.9), (card("6LK"), 0.1)), sure=False)
        if one.card == card("9LK")
        else one
        for one in table.cards
    )
    table.rest()
    assert table.play.seq == 1
    table.live.answer(table.last(Asked).id, "6LK")
    assert table.last(Proposed).move == BuyDeed(0, card("6LK"), 0, Tokens.parse("L1K1"))
    assert table.play.seq == 2


def test_with_the_camera_trusted_a_card_shown_aside_is_not_sold_without_a_tap(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, policy=AT_ONCE)
    table.lay(table.state)
    table.rest()
    for turn, sold in enumerate(("2WL", "8MS")):
        table.throw((9 - turn, 2))
        table.rest()
        seq = table.play.seq
        table.lay(table.state, [card(sold)])
        table.rest()
        assert table.last(Proposed).move == Sell(turn, card(sold))
        # The place of the discards is known from the first card on.
        assert table.play.seq == seq + turn
        if turn == 0:
            table.live.confirm(table.last(Proposed).id)


def test_when_the_game_is_over_the_cards_are_cleared_away_without_a_word(tmp_path: Path) -> None:
    game = RandomGame(preset("standard"), 3).whole()
    table = Watched(tmp_path, game.setup)
    for move in game.moves:
        table.play.propose(move, source=Source.TOUCH)
    table.lay(game.state)
    table.rest()
    table.cards = table.cards[:7]
    assert [type(event) for event in table.rest()[1:]] == [TableSettled]


def test_crowns_at_the_other_side_than_was_said_are_noticed(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, near=Edge.TOP)
    table.lay(table.state)
    table.rest()
    table.rest()
    [advised] = table.all(Advised)
    assert str(advised.text) == "The Crowns lie as if Ann sat elsewhere (At the bottom)."


def test_three_players_are_followed_at_their_y(tmp_path: Path) -> None:
    options = preset("three-players")
    districts = tuple(
        Card.parse(code) if n < 5 else replace(Card.parse(code), copy=2) for n, code in enumerate(DISTRICTS)
    )
    crowns = tuple(tuple(Card.parse(code) for code in held) for held in CROWNS)
    table = Watched(tmp_path, Setup(districts, crowns, tokens=(Tokens.parse("M1S3"), Tokens(), Tokens())), options)
    table.cards = y_table({}).cards
    table.rest()
    table.throw((9, 2))
    table.rest()
    table.live.confirm(str(table.last(RollSeen).id))
    table.cards = y_table({(0, 0): ("4MS",)}).cards
    table.rest()
    assert table.last(Proposed).move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert not table.all(Disagreed)
