"""Table and journal differ: each difference with its ways out; and a journal that takes nothing more."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli.watched_lines import TypedAnswers
from companion.games.magnate import State
from companion.games.magnate.state import Column
from companion.journal import JournalError
from companion.live.events import Asked, Disagreed, NotKept, Proposed, RollDetected, TableSettled, Withdrawn
from companion.play import Source
from companion.table.camera_events import Changed, Still
from companion.table.sightings import CardSighting
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.live.watched_game import AT_ONCE, Watched, after, card, rolled


def with_column(state: State, place: int, seat: int, *codes: str) -> State:
    """The state with finished properties in one column."""
    columns = list(state.districts[place].columns)
    columns[seat] = Column(tuple(map(card, codes)))
    districts = list(state.districts)
    districts[place] = replace(districts[place], columns=tuple(columns))
    return replace(state, districts=tuple(districts))


def texts(table: Watched) -> list[str]:
    return [" ".join(map(str, one.texts)) for one in table.live.check().differences]


def test_a_table_that_lies_as_the_game_has_it_has_no_difference(table: Watched) -> None:
    checked = table.live.check()
    assert not checked.differences and str(checked.sentence()) == "The table matches the game."


def test_a_card_that_a_move_would_explain_is_listed_too(table: Watched) -> None:
    table.show(after(table.state, "4MS@0"))
    assert texts(table) == ["The Mountain lies on Ann's side of The Harvest; the game does not have it there."]


def test_a_card_moved_between_columns_is_one_difference_that_either_cure_ends(table: Watched) -> None:
    table.show(with_column(table.state, 0, 0, "4MS"))
    table.live.check()
    table.live.adopt_difference("difference-1")
    table.show(with_column(with_column(table.state, 0, 0), 2, 0, "4MS"))
    [found] = table.live.check().differences
    assert [str(step) for step in found.put_back] == [
        "Move The Mountain from Ann's side of The Excuse to Ann's side of The Harvest."
    ]
    table.live.adopt_difference(found.key)
    assert texts(table) == [] and table.state.districts[2].columns[0] == Column((card("4MS"),))


def test_two_differences_are_cured_one_by_one(table: Watched) -> None:
    laid = with_column(with_column(table.state, 0, 0, "4MS"), 3, 1, "5SW")
    table.show(laid)
    checked = table.live.check()
    assert len(checked.differences) == 2 and all(one.region is not None for one in checked.differences)
    table.live.adopt_difference("difference-2")
    assert texts(table) == ["The Mountain lies on Ann's side of The Harvest; the game does not have it there."]


def test_nothing_is_compared_while_a_hand_moves(table: Watched) -> None:
    table.receive(Changed((0.0, 0.0, 9.0, 9.0)))
    assert str(table.live.check().unread) == "Wait until nothing moves on the table."
    assert not table.all(Proposed)


def check_changed_tables(table: Watched, tables: int) -> None:
    """Cards exchanged, moved or taken away; the columns of all differences are those that were changed."""
    chance = random.Random(50)
    codes = ["4MS", "5SW", "9LK", "2SY", "6LK", "7ML"]
    places = [(place, seat) for place in range(5) for seat in range(2)]
    laid = table.state
    for (place, seat), code in zip(places, codes, strict=False):
        laid = with_column(laid, place, seat, code)
    table.show(laid)
    adopted: list[Any] = [found.move for found in table.live.check().differences]
    for move in adopted:
        table.play.propose(move, source=Source.TOUCH)
    begun = table.state
    for _ in range(tables):
        [one, other] = chance.sample(range(6), 2)
        empty = chance.choice(places[6:])
        kind = chance.choice(("exchanged", "moved", "taken"))
        now: dict[tuple[int, int], tuple[str, ...]] = {places[one]: ()}
        if kind == "exchanged":
            now = {places[one]: (codes[other],), places[other]: (codes[one],)}
        elif kind == "moved":
            now = {places[one]: (), empty: (codes[one],)}
        laid = begun
        for (place, seat), cards in now.items():
            laid = with_column(laid, place, seat, *cards)
        table.show(laid)
        moves: list[Any] = [found.move for found in table.live.check().differences]
        assert {(fact.district, fact.player) for move in moves for fact in move.facts} == set(now)


def test_what_was_exchanged_moved_or_taken_away_is_listed_and_nothing_else(table: Watched) -> None:
    check_changed_tables(table, 6)


@pytest.mark.prove("readings")
def test_two_hundred_changed_tables_are_listed_rightly(table: Watched) -> None:
    check_changed_tables(table, 200)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def refused(table: Watched) -> None:
    """A card was laid that the players said is not what happened: table and game differ."""
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    table.live.dismiss(table.play.questions()[0].key)


def test_the_table_is_right_says_that_it_cannot_be_kept_and_can_be_said_again(table: Watched, database: Path) -> None:
    refused(table)
    before = table.state
    with nothing_more_kept(database), pytest.raises(JournalError, match=WHY):
        table.live.accept_table()
    assert table.state == before and table.live.standing is not None
    table.live.accept_table()
    assert table.live.standing is None


def test_table_that_is_typed_says_that_it_cannot_be_kept(
    table: Watched, database: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    refused(table)
    (tmp_path / "typed").write_text("table\n")
    with nothing_more_kept(database), (tmp_path / "typed").open() as lines:
        answers = TypedAnswers(table.live, lines, list, lambda: None)
        answers.thread.join()
        answers.attend()
    assert WHY in capsys.readouterr().err
    assert table.live.standing is not None


def test_a_roll_that_is_seen_and_cannot_be_kept_is_said(table: Watched, database: Path) -> None:
    table.play.asks = AT_ONCE
    with nothing_more_kept(database):
        table.roll(9, 2)
    event = table.last(NotKept)
    assert WHY in str(event.sentence()) and WHY in event.to_json()["text"]
    assert not table.all(RollDetected) and table.play.seq == 0


def test_answers_without_text_are_refused(table: Watched, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "typed").write_bytes(b"\xff\xfe\n")
    with (tmp_path / "typed").open(encoding="utf-8") as lines:
        answers = TypedAnswers(table.live, lines, list, lambda: None)
        answers.thread.join()
        answers.attend()
    assert "standard input: cannot read any further" in capsys.readouterr().err


Cards = tuple[CardSighting, ...]


def a_mountain_taken_away(table: Watched) -> tuple[Cards, Cards]:
    """Ann develops the Mountain and it vanishes: the cards with it, and those that now lie there."""
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    table.live.answer(table.last(Asked).key, "0")
    whole = table.cards
    table.cards = tuple(one for one in whole if one.card != card("4MS"))
    table.rest()
    return whole, table.cards


def test_a_contradiction_is_said_once_and_stops_proposals_until_the_table_is_adopted(table: Watched) -> None:
    rolled(table)
    journal = after(table.state, "4MS@0", "7SK@0")
    table.show(journal)
    table.live.accept_table()
    table.lay(after(table.state, "9LK@1"))
    moved = tuple(one for one in table.cards if one.card != card("7SK"))
    table.cards = moved
    events = [event for event in table.rest() if isinstance(event, Disagreed)]
    assert len(events) == 1
    assert [str(step) for step in events[0].put_back] == [
        "Remove The Merchant from Ann's side of The Watchman.",
        "Put The Castle back on Ann's side of The Harvest.",
    ]
    assert not [event for event in table.rest() if isinstance(event, Disagreed | Proposed)]
    assert not table.play.questions()
    table.live.accept_table()
    assert table.live.standing is None
    assert table.play.seq == 3
    column = table.state.column(0, 0)
    assert column is not None and [str(one) for one in column.properties] == ["4MS"]


def test_what_is_put_back_ends_the_disagreement(table: Watched) -> None:
    whole, _ = a_mountain_taken_away(table)
    table.receive(Still(table.at + 2))
    standing = table.live.standing
    assert standing is not None and [str(step) for step in standing.put_back] == [
        "Put The Mountain back on Ann's side of The Harvest."
    ]
    table.cards = whole
    assert Withdrawn("disagreement") in table.rest()
    assert table.last(TableSettled).agrees
    assert table.live.standing is None


def test_a_card_under_an_arm_for_a_moment_is_not_missed(table: Watched) -> None:
    whole, without = a_mountain_taken_away(table)
    table.cards = whole
    table.rest()
    assert not table.all(Disagreed) and Withdrawn("disagreement") not in table.events
    table.cards = without
    table.rest()
    table.receive(Still(table.at + 2), Still(table.at + 3))
    assert len(table.all(Disagreed)) == 1


@pytest.mark.parametrize(("seconds", "reports"), [(1.0, 0), (1.5, 1)])
def test_a_missed_card_is_said_once_it_was_missed_for_a_while(table: Watched, seconds: float, reports: int) -> None:
    a_mountain_taken_away(table)
    table.receive(Still(table.at + seconds))
    assert len(table.all(Disagreed)) == reports


def test_a_card_laid_before_the_roll_waits_for_it(table: Watched) -> None:
    table.show(after(table.state, "4MS@0"))
    assert table.last(Disagreed).disagreement.waits
    rolled(table)
    assert table.last(Asked).kind == "payment"


def test_a_dismissed_move_is_said_as_a_disagreement_and_not_proposed_again(table: Watched) -> None:
    rolled(table)
    before = table.state
    table.show(after(before, "4MS@0"))
    table.live.dismiss(table.last(Asked).key)
    assert "not accepted" in str(table.last(Disagreed).disagreement.reason)
    count = len(table.events)
    assert all(isinstance(event, TableSettled) or "Changed" in type(event).__name__ for event in table.rest())
    assert len(table.events) > count
    table.live.read_again()
    assert table.play.questions()


def test_after_an_undo_the_table_is_compared_again_and_the_same_not_proposed(table: Watched) -> None:
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    table.live.answer(table.last(Asked).key, "0")
    assert table.live.standing is None
    table.play.undo()
    table.live.attend()
    assert table.live.standing is not None
    assert table.play.questions() == ()
    table.play.redo()
    table.live.attend()
    assert table.live.standing is None
