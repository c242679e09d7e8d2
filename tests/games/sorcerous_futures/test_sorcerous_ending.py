"""What everything is worth at the end by docs/rules/sorcerous-futures.md, and what each card is worth before."""

import json
from collections.abc import Sequence

import pytest

from companion.games.decisions import Answers
from companion.games.errors import UnplayableSetup
from companion.games.sorcerous_futures.figures import crown_chances, forecast, rows
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden_cards import seen_by
from companion.games.sorcerous_futures.moves import Deal, Note, Show, apply
from companion.games.sorcerous_futures.options import PRESETS, Options
from companion.games.sorcerous_futures.scoring import DecidedBy, Score, score, value_of
from companion.games.sorcerous_futures.setup import Setup, start, steps
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, HeldCrown, Notes, State, Valuation, unseen
from companion.games.sorcerous_futures.table_help import cheat_sheet
from companion.pieces import Card
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import CROWNS, FOUR, LEFT, NAMES, THREE, UNDER, refused, shown, sold
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations, whole_game
from tests.games.sorcerous_futures.reference_moves import begun as begun_table

FIVE = cards("4MS", "8YK", "5ML", "6LK", "PMYK")
MEAN_OF_ALL = (2 * sum(range(2, 10)) + sum(range(2, 10)) + 4) / 28


def dealt(*aces: tuple[str, ...], **switches: bool) -> State:
    return apply(begun_table(*aces, **switches), Deal(FIVE))


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
    state = begun_table(*THREE)
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
    for seat, chances in enumerate(crown_chances(begun_table(*aces))):
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


def scored(aces: Sequence[Sequence[str]], crowns: Sequence[str], bids: Sequence[int] = (), **under: str) -> Score:
    return score(shown(sold(begun(*aces), AUCTIONS, bids or (0, 0, 0, 0)), crowns, **under))


def worths(worth: Score, card: str) -> tuple[list[int | None], int | None, int | None]:
    one = next(one for seat in worth.seats for one in seat.cards if one.card == Card.parse(card))
    return [suit.value for suit in one.suits], one.crown, one.worth


def test_H16_a_valuation_is_its_rank_and_a_pawn_1() -> None:
    worth = scored(FOUR, CROWNS, AM=LEFT)
    assert worths(worth, "4MS")[0] == [1, 7]
    assert worths(worth, "8YK")[0] == [3, 3]


def test_H16_each_shows_what_is_in_front_of_them_once() -> None:
    state = sold(begun(*THREE), AUCTIONS)
    state = apply(state, Show(0, valuations({"AM": "2MK", "AS": "7SK"}), Card.parse("CW")))
    refused(state, Show(0, valuations({"AM": "2MK", "AS": "7SK"}), Card.parse("CW")), "H16", "has shown everything")
    refused(state, Show(1, valuations({"AW": "2MK", "AL": "3MW"}), Card.parse("CM")), "H2", "lies somewhere else")
    refused(state, Show(3, (), Card.parse("CM")), "H1", "there is no player 4")
    assert score(state).decided_by is DecidedBy.UNDECIDED
    assert [one.total for one in score(state).seats] == [None, None, None]


def test_H17_a_pawn_under_moons_and_a_7_under_suns_pay_8_for_moons_and_suns() -> None:
    assert worths(scored(FOUR, CROWNS, AM=LEFT, AS="7SK"), "4MS") == ([1, 7], 0, 8)


def test_H17_gold_left_counts_and_a_pawn_pays_for_its_three_suits() -> None:
    worth = scored(FOUR, CROWNS, (1, 0, 0, 0))
    assert worth.seats[0].gold == 70
    assert worth.seats[0].total == 70 + sum(one.worth or 0 for one in worth.seats[0].cards)
    state = shown(sold(begun(*FOUR), AUCTIONS), CROWNS)
    pawns = [one for seat in score(state).seats for one in seat.cards if str(one.card).startswith("P")]
    assert all(len(one.suits) == 3 for one in pawns)


def test_H18_with_a_3_under_the_excuse_and_the_crown_of_suns_moons_and_suns_pay_3_more() -> None:
    worth = scored(FOUR, ("CW", "CS", "CM", "CY"), AM=LEFT, AS="7SK", X="3LY", AK="4WL")
    assert worths(worth, "4MS") == ([1, 7], 3, 11)


def test_H18_every_card_with_the_suit_of_the_own_crown_brings_it_once() -> None:
    worth = scored(FOUR, CROWNS, X="3LY", AK="4WL")
    for seat, crown in zip(worth.seats, "WKSY", strict=True):
        assert [one.crown for one in seat.cards] == [3 if crown in str(one.card) else 0 for one in seat.cards]


def test_H19_the_most_gold_wins() -> None:
    worth = scored(FOUR, CROWNS)
    totals = [one.total or 0 for one in worth.seats]
    assert worth.winners == (totals.index(max(totals)),)
    assert worth.decided_by is DecidedBy.GOLD


def level(aces: Sequence[Sequence[str]] = THREE, pawns_ten: bool = False, **under: str) -> Score:
    """A game at whose end everybody has the same total: what the cards bring was paid for them."""
    state = shown(sold(begun(*aces, pawns_ten_in_ties=pawns_ten), AUCTIONS), CROWNS[: len(aces)], **under)
    totals = [one.total or 0 for one in score(state).seats]
    least = min(totals)
    gold = tuple(held - total + least for held, total in zip(state.gold, totals, strict=True))
    return score(
        State(state.options, state.aces, gold, state.bought, 0, state.crowns, state.notes, (), None, state.valuations)
    )


def test_H19_a_tie_goes_to_the_lowest_valuations_in_front() -> None:
    worth = level()
    assert [one.in_front for one in worth.seats] == [9, 5, 6]
    assert (worth.winners, worth.decided_by) == ((1,), DecidedBy.VALUATIONS)
    assert str(worth.why(NAMES)).startswith("Ben wins the tie")


def test_H19_a_pawn_counts_1_there_or_10_where_the_table_plays_so() -> None:
    assert [one.in_front for one in level(AK=LEFT).seats] == [9, 5, 4]
    assert [one.in_front for one in level(pawns_ten=True, AK=LEFT).seats] == [9, 5, 13]


def test_H19_still_tied_they_share_the_victory() -> None:
    worth = level(AM="3SK", AY="2MK", AK="3LY", AL="3MW")
    assert (worth.winners, worth.decided_by) == ((1, 2), DecidedBy.SHARED)
    assert str(worth.why(NAMES)).startswith("Ben and Cleo share the victory")


def test_H19_the_player_with_the_excuse_has_one_card_in_front() -> None:
    assert level(FOUR).seats[3].in_front == 4


def test_H20_the_sly_excuse_is_for_four_and_notes_the_seven_cards_it_drew() -> None:
    with pytest.raises(UnplayableSetup, match="needs 4 players, and there are 3") as error:
        start(Options(sly_excuse=True), Setup(tuple(cards(*own) for own in THREE)))
    assert error.value.rule == "H20"
    drawn = cards(*UNDER.values())
    sly = begun(*FOUR, sly_excuse=True)
    assert apply(sly, Note(3, Notes(drawn=drawn))).notes[3].drawn == drawn
    refused(sly, Note(3, Notes(drawn=(*drawn, *cards("9LK")))), "H20", "7 valuations are drawn, not 8")
    refused(sly, Note(0, Notes(drawn=drawn)), "H20", "only the sly Excuse's player")
    refused(begun(*FOUR), Note(3, Notes(drawn=drawn)), "H20", "only the sly Excuse's player")


def test_H20_the_player_with_the_sly_excuse_notes_what_it_saw_field_by_field() -> None:
    decisions = SORCEROUS_FUTURES.decisions(begun(*FOUR, sly_excuse=True), NAMES)
    note = next(one for one in decisions if one.makes == ("note",) and one.owner == 3 and one.secret and one.optional)
    drawn, (under, crown) = cards(*UNDER.values()), cards("9LK", "CM")
    answers = Answers(note.words)
    answers.update(
        {f"crown-{seat}": () for seat in range(4)} | {"under-X": (under,), "crown-0": (crown,), "drawn": drawn}
    )
    assert [field.name for field in note.fields] == [*answers][4:5] + [f"crown-{seat}" for seat in range(4)] + ["drawn"]
    assert note.make(answers) == Note(3, Notes((Valuation(EXCUSE, under),), (HeldCrown(0, crown),), drawn))


def test_H20_the_sly_excuse_draws_the_valuations_and_another_deals_them() -> None:
    lines = [str(line.text) for line in steps(begun(*FOUR, sly_excuse=True), NAMES) if line.rule == "H20"]
    assert lines[0] == "Dan draws seven of them and views them."
    assert not [line for line in steps(begun(*FOUR), NAMES) if line.rule == "H20"]


@each("preset", PRESETS)
def test_the_cheat_sheet_names_a_rule_with_every_line(preset: str) -> None:
    lines = [line for section in cheat_sheet(PRESETS[preset]) for line in section.lines]
    assert all(line.rule[0] == "H" and str(line.text).endswith(".") for line in lines)
    assert ("H20" in {line.rule for line in lines}) == (preset == "sly-excuse")


def test_the_cheat_sheet_tells_the_switches_that_a_table_plays_with() -> None:
    usual, changed = (
        {str(line.text) for section in cheat_sheet(options) for line in section.lines}
        for options in (PRESETS["three-players"], Options(opens_at_least=True, pawns_ten_in_ties=True))
    )
    assert changed - usual == {
        "Open: the active player bids the card's rank or more (a Pawn 10).",
        "Or: exactly the rank (Sorcerous Futures, open auctions).",
        "Or: a Pawn 1 (Sorcerous Futures, the end of the game).",
        "There a Pawn counts 10. Still tied: they share the victory.",
    }
    assert len(changed) == len(usual)
