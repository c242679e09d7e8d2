"""Table and journal differ: it is said once, and both ways out are open."""

from __future__ import annotations

import pytest

from companion.live.events import Asked, Disagreed, Proposed, TableSettled, Withdrawn
from companion.table.camera_events import Still
from companion.table.sightings import CardSighting
from tests.live.watched_game import Watched, after, card, rolled

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
