"""What each card of Sorcerous Futures is worth to each player under what is known, and the mean over what is not."""

from __future__ import annotations

import json

import pytest

from companion.games.sorcerous_futures.foresight import crown_chances, forecast, rows
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Deal, Note, apply
from companion.games.sorcerous_futures.notes import seen_by
from companion.games.sorcerous_futures.scoring import value_of
from companion.games.sorcerous_futures.state import HeldCrown, Notes, State, unseen
from companion.pieces import Card
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import FOUR, THREE
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations, whole_game

FIVE = cards("4MS", "8YK", "5ML", "6LK", "PMYK")
MEAN_OF_ALL = (2 * sum(range(2, 10)) + sum(range(2, 10)) + 4) / 28


def dealt(*aces: tuple[str, ...], **switches: bool) -> State:
    return apply(begun(*aces, **switches), Deal(FIVE))


def noting(state: State, seat: int, notes: Notes) -> State:
    return apply(state, Note(seat, notes))


def worth(state: State, code: str) -> tuple[float, ...]:
    return next(one.worth for one in forecast(state).cards if one.card == Card.parse(code))


@each("seed", range(6))
def test_once_everything_lies_open_the_forecast_is_the_score(seed: int) -> None:
    table, steps = whole_game(seed)
    end = steps[-1][1]
    assert [round(total, 6) for total in forecast(end).totals] == table.scores()
    for one in forecast(end).cards:
        for seat in range(table.seats):
            assert round(one.worth[seat], 6) == table.card_is_worth(str(one.card), seat)


def test_if_nothing_is_known_every_suit_is_worth_the_mean_of_the_unseen_cards() -> None:
    state = begun(*THREE)
    assert {round(one.value, 6) for one in forecast(state).places} == {round(MEAN_OF_ALL, 6)}
    state = dealt(*THREE)
    left = unseen(state)
    assert len(left) == 23
    mean = sum(map(value_of, left)) / 23
    assert {(round(one.value, 6), one.known) for one in forecast(state).places} == {(round(mean, 6), False)}


def test_a_card_shares_the_suit_of_a_crown_as_often_as_the_crown_may_be_of_it() -> None:
    state = dealt(*THREE)
    mean = forecast(state).places[0].value
    # Ann has the Aces of Moons and Suns, so that her Crown is neither; each of the other four is as likely.
    assert worth(state, "4MS") == pytest.approx((2 * mean, 2.5 * mean, 2.5 * mean))
    assert worth(state, "8YK") == pytest.approx((2.5 * mean, 2.5 * mean, 2 * mean))


def test_what_a_player_noted_counts_for_them_alone() -> None:
    notes = Notes(valuations({"AM": "9MS", "AS": "7SK"}), (HeldCrown(0, *cards("CK")),))
    state = noting(dealt(*THREE), 0, notes)
    assert forecast(seen_by(state, None)) == forecast(dealt(*THREE))
    assert forecast(seen_by(state, 1)) == forecast(dealt(*THREE))
    own = forecast(seen_by(state, 0))
    assert [(one.value, one.known) for one in own.places[:2]] == [(9, True), (7, True)]
    mine = next(one.worth for one in own.cards if str(one.card) == "4MS")
    assert mine[0] == pytest.approx(16)
    assert mine[1] > 16


def test_the_own_crown_is_in_nobody_elses_hand() -> None:
    state = noting(dealt(*THREE), 0, Notes(crowns=(HeldCrown(0, *cards("CK")),)))
    mine, second, third = crown_chances(seen_by(state, 0))
    assert mine == {Card.parse("CK"): 1.0}
    assert Card.parse("CK") not in second and Card.parse("CK") not in third
    assert sum(second.values()) == pytest.approx(1) and sum(third.values()) == pytest.approx(1)


@each("aces", [THREE, FOUR])
def test_a_crown_that_may_be_dealt_is_possible_and_no_other(aces: tuple[tuple[str, ...], ...]) -> None:
    for seat, chances in enumerate(crown_chances(begun(*aces))):
        assert {str(crown)[1] for crown in chances} == set("MSWLYK") - {ace[1] for ace in aces[seat]}
        assert sum(chances.values()) == pytest.approx(1)


def test_whoever_gave_the_crowns_knows_them_all() -> None:
    held = tuple(HeldCrown(seat, *cards(crown)) for seat, crown in enumerate(("CW", "CM", "CS", "CY")))
    state = noting(dealt(*FOUR), 3, Notes(crowns=held))
    chances = crown_chances(seen_by(state, 3))
    assert [list(one.values()) for one in chances] == [[1.0]] * 4


def test_what_the_sly_excuse_drew_is_all_that_may_lie_there() -> None:
    drawn = cards("2WL", "2SY", "3MW", "3SK", "3LY", "4WL", "4YK")
    state = noting(dealt(*FOUR, sly_excuse=True), 3, Notes(valuations({"X": "4YK"}), drawn=drawn))
    places = forecast(seen_by(state, 3)).places
    assert (places[-1].value, places[-1].known) == (4, True)
    assert {round(one.value, 6) for one in places[:-1]} == {round(17 / 6, 6)}


def test_totals_are_gold_and_what_was_bought() -> None:
    _, steps = whole_game(3)
    state = steps[30][1]
    expected = forecast(state)
    for seat, gold in enumerate(state.gold):
        mine = [one.worth[seat] for one in expected.cards if one.owner == seat]
        assert len(mine) == len(state.bought[seat])
        assert expected.totals[seat] == pytest.approx(gold + sum(mine))


def test_for_people_each_card_in_the_middle_has_a_value_for_each_player() -> None:
    for_people = rows(dealt(*THREE), ("Ann", "Ben", "Cleo"))
    assert [str(heading) for heading in for_people.headings] == ["worth about", "Ann", "Ben", "Cleo"]
    assert [row[0] for row in for_people.rows[:5]] == [(card,) for card in FIVE]
    assert [str(cell) for cell in for_people.rows[5]] == ["in all", "90", "90", "90"]


def test_it_is_a_document_of_plain_values() -> None:
    from companion.games.sorcerous_futures.encoding import to_json

    document = json.loads(json.dumps(to_json(forecast(dealt(*FOUR)))))
    assert set(document) == {"places", "cards", "totals"}
    assert SORCEROUS_FUTURES.forecast is rows
