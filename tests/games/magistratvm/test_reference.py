"""The reference of Magistratvm itself: the table, income, and the auction for the Prefect."""

from __future__ import annotations

from tests.cases import each
from tests.games.magistratvm.random_table import play, random_table
from tests.games.magistratvm.reference import FOUR, TILES, Event, value
from tests.games.magistratvm.reference_elections import Table
from tests.games.magistratvm.reference_laid import (
    CIRCUIT,
    PAUL,
    QUENTIN,
    REBECCA,
    SUSAN,
    all_pass,
    governor,
    magistrates,
    refused,
    rome,
)


def test_I1_24_tiles_are_worth_1_to_6_and_the_null_is_6() -> None:
    assert sorted(map(value, TILES)) == sorted([1, 2, 3, 4, 5, 6] * 4)


@each("seed", [0, 1])
def test_I1_all_24_tiles_are_won_or_discarded_also_by_three(seed: int) -> None:
    table, dice = random_table(seed)
    *_, (_, last) = play(table, dice)
    assert sorted([*last["discarded"], *(tile for own in table.won for tile in own)]) == sorted(TILES)


def test_I2_six_provinces_are_contested_and_18_lie_face_down() -> None:
    assert len(rome().contested()) == 6
    assert rome().pile == 18


def test_I3_everybody_has_six_patricians_and_twenty_tokens() -> None:
    table = rome(gold=300)
    assert table.estate(SUSAN) == 6
    refused(table, "I3", "place", SUSAN, "TA4", 21, [])
    table.act(("place", SUSAN, "TA4", 20, []))
    assert table.placed(SUSAN) == 20


def test_I4_the_bank_pays_whatever_is_asked() -> None:
    table = rome("income", gold=0)
    for seat in range(4):
        table.act(("income", seat, 0, True))
    assert table.bank == -24


def test_I5_the_highest_die_is_prefect_and_who_ties_rolls_again() -> None:
    table = Table(list(CIRCUIT), 4, dict(FOUR))
    table.act(("roll", [6, 2, 6, 5]))
    assert table.rolling == [SUSAN, QUENTIN]
    table.act(("roll", [1, 4]))
    assert (table.prefect, table.phase) == (QUENTIN, "income")
    assert table.dice == [6, 6, 6, 6]


def test_I6_a_turn_is_income_bidding_actions_elections_and_its_end() -> None:
    table = rome("income")
    phases = [table.phase]
    for seat in range(4):
        refused(table, "I13", "pass", SUSAN)
        table.act(("income", seat, 0, False))
    phases.append(table.phase)
    table.act(("bid", SUSAN, 0))
    for seat in (PAUL, QUENTIN, REBECCA):
        table.act(("pass bid", seat))
    phases.append(table.phase)
    all_pass(table)
    phases.append(table.phase)
    table.act(("start", SUSAN, "TA4"))
    for _ in CIRCUIT:
        phases.append(table.phase)
        table.act(("count", SUSAN))
    assert phases == ["income", "bidding", "action", "start", *["election"] * 6]
    assert (table.turn, table.phase) == (2, "income")


def test_I7_every_token_in_the_provinces_brings_1_gold() -> None:
    table = rome("income", gold=0)
    table.tokens["TA4"][SUSAN], table.tokens["TM0"][SUSAN] = 8, 4
    table.act(("income", SUSAN, 0, False))
    assert table.gold[SUSAN] == 12


def test_I8_gold_of_a_governed_province_is_spent_and_does_not_return_to_the_bank() -> None:
    table = rome(gold=2)
    governor(table, SUSAN, "TC5", 4)
    table.act(("place", SUSAN, "TA4", 2, []))
    assert (table.gold[SUSAN], table.tile_gold["TC5"]) == (0, 3)
    table.end_turn()
    assert (table.gold, table.tile_gold["TC5"]) == ([0] * 4, 3)


def test_I8_who_pays_may_say_how_much_comes_from_which_province() -> None:
    table = rome(gold=5)
    governor(table, SUSAN, "TC5", 4)
    refused(table, "I8", "place", SUSAN, "TA4", 2, [("TC5", 5)])
    table.act(("place", SUSAN, "TA4", 2, [("TC5", 3)]))
    assert (table.gold[SUSAN], table.tile_gold["TC5"]) == (5, 1)


def test_I8_without_a_governor_the_gold_of_a_province_is_nobodys_to_spend() -> None:
    table = rome(gold=0)
    governor(table, SUSAN, "TC5", 4)
    table.governed.clear()
    refused(table, "I14", "place", SUSAN, "TA4", 1, [])


def test_I9_each_active_quaestor_may_bring_3_and_is_inactive_then() -> None:
    table = rome("income", gold=0)
    magistrates(table, quaestor=[(SUSAN, True), (SUSAN, True), (PAUL, False)])
    refused(table, "I9", "income", PAUL, 1, False)
    table.act(("income", SUSAN, 1, False))
    assert table.gold[SUSAN] == 3
    assert sorted(table.offices["quaestor"]) == [(SUSAN, False), (SUSAN, True), (PAUL, False)]


def test_I10_the_income_die_pays_what_it_shows_and_goes_down_to_the_ace() -> None:
    table = rome("income", gold=0)
    paid = []
    for _ in range(8):
        table.phase, table.with_income, table.gold = "income", [], [0] * 4
        table.act(("income", SUSAN, 0, True))
        paid.append(table.gold[SUSAN])
    assert paid == [6, 5, 4, 3, 2, 1, 1, 1]


def bidding(gold: list[int], **switches: bool) -> Table:
    table = rome("income", gold=0, **switches)
    table.gold = gold
    for seat in range(4):
        table.act(("income", seat, 0, False))
    return table


def test_I11_the_prefect_bids_first_and_then_clockwise_higher_or_never_again() -> None:
    table = bidding([9, 9, 9, 9])
    refused(table, "I11", "pass bid", SUSAN)
    table.act(("bid", SUSAN, 2))
    refused(table, "I11", "bid", PAUL, 2)
    refused(table, "I11", "bid", QUENTIN, 3)
    for event in (("pass bid", PAUL), ("bid", QUENTIN, 3), ("pass bid", REBECCA), ("bid", SUSAN, 4)):
        table.act(event)
    refused(table, "I11", "bid", PAUL, 5)
    table.act(("pass bid", QUENTIN))
    assert (table.prefect, table.prefect_gold, table.phase) == (SUSAN, 4, "action")


def test_I11_nobody_bids_more_than_they_have_and_governed_gold_counts_unless_the_table_says_no() -> None:
    for counts, most in ((True, 5), (False, 3)):
        table = bidding([3, 0, 0, 0], governed_gold_bids=counts)
        governor(table, SUSAN, "TC5", 2)
        refused(table, "I11", "bid", SUSAN, most + 1)
        table.act(("bid", SUSAN, most))


def test_I11_who_leads_keeps_what_was_bid() -> None:
    table = bidding([3, 0, 0, 0])
    table.act(("bid", SUSAN, 2))
    refused(table, "I11", "give", SUSAN, PAUL, 2, [])
    table.act(("give", SUSAN, PAUL, 1, []))


def test_I12_the_winner_is_prefect_and_the_others_keep_their_gold() -> None:
    table = bidding([5, 5, 5, 5])
    events: list[Event] = [("bid", SUSAN, 1), ("bid", PAUL, 3)]
    for event in [*events, *(("pass bid", seat) for seat in (QUENTIN, REBECCA, SUSAN))]:
        table.act(event)
    assert (table.prefect, table.prefect_gold, table.gold) == (PAUL, 3, [5, 2, 5, 5])
    assert table.asked == PAUL


def test_I12_a_bid_of_nothing_that_all_pass_keeps_the_prefect_without_gold() -> None:
    table = bidding([5, 5, 5, 5])
    table.act(("bid", SUSAN, 0))
    for seat in (PAUL, QUENTIN, REBECCA):
        table.act(("pass bid", seat))
    assert (table.prefect, table.prefect_gold, table.gold) == (SUSAN, 0, [5] * 4)
