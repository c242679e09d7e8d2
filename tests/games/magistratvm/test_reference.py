"""The slow reading of Magistratvm says what its document says, up to the elections (RULES.md section I)."""

from __future__ import annotations

import pytest

from tests.games.magistratvm.random_table import play, random_table, stands
from tests.games.magistratvm.reference import FOUR, THREE, TILES, Event, Forbidden, mark, value
from tests.games.magistratvm.reference_actions import cost
from tests.games.magistratvm.reference_elections import Table

CIRCUIT = ("TA4", "TC5", "TM0", "TC3", "TC2", "TM1")
"""Of the document's election: 4 of Arms, 5 of Crowns, 6 of Moons, 3 and 2 of Crowns, ace of Moons."""
SUSAN, PAUL, QUENTIN, REBECCA = range(4)


def rome(phase: str = "action", seats: int = 4, *, gold: int = 30, **switches: bool) -> Table:
    """A table where Susan is Prefect and everybody has gold."""
    table = Table(list(CIRCUIT), seats, dict(FOUR if seats == 4 else THREE))
    for name, is_so in switches.items():
        setattr(table, name, is_so)
    table.phase, table.rolling = phase, []
    table.gold, table.bank = [gold] * seats, -gold * seats
    return table


def refused(table: Table, rule: str, *event: object) -> None:
    before = stands(table)
    with pytest.raises(Forbidden) as forbidden:
        table.act(event)
    assert str(forbidden.value) == rule
    assert stands(table) == before


def magistrates(table: Table, **offices: list[tuple[int, bool]]) -> None:
    for office, own in offices.items():
        table.offices[office] = own


def governor(table: Table, seat: int, tile: str, gold: int = 0) -> None:
    table.goes_to(seat, tile)
    table.governed.append(tile)
    table.tile_gold[tile] = gold
    table.bank -= gold


def all_pass(table: Table) -> None:
    for _ in range(table.seats):
        table.act(("pass", table.asked))


def test_I1_24_tiles_are_worth_1_to_6_and_the_null_is_6() -> None:
    assert sorted(map(value, TILES)) == sorted([1, 2, 3, 4, 5, 6] * 4)


@pytest.mark.parametrize("seed", [0, 1])
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
    seen = [table.phase]
    for seat in range(4):
        refused(table, "I13", "pass", SUSAN)
        table.act(("income", seat, 0, False))
    seen.append(table.phase)
    table.act(("bid", SUSAN, 0))
    for seat in (PAUL, QUENTIN, REBECCA):
        table.act(("pass bid", seat))
    seen.append(table.phase)
    all_pass(table)
    seen.append(table.phase)
    table.act(("start", SUSAN, "TA4"))
    for _ in CIRCUIT:
        seen.append(table.phase)
        table.act(("count", SUSAN))
    assert seen == ["income", "bidding", "action", "start", *["election"] * 6]
    assert (table.turn, table.phase) == (2, "income")


def test_I7_every_token_beside_the_provinces_brings_1_gold() -> None:
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


def test_I13_actions_go_clockwise_and_a_pass_is_not_final() -> None:
    table = rome()
    for seat in (SUSAN, PAUL, QUENTIN):
        table.act(("pass", seat))
    table.act(("place", REBECCA, "TA4", 1, []))
    table.act(("place", SUSAN, "TA4", 1, []))
    refused(table, "I13", "pass", QUENTIN)
    for seat in (PAUL, QUENTIN, REBECCA):
        table.act(("pass", seat))
    assert table.phase == "action"
    table.act(("pass", SUSAN))
    assert table.phase == "start"


def test_I14_the_first_turn_of_susan_paul_quentin_and_rebecca() -> None:
    table = rome(gold=6)
    table.act(("place", SUSAN, "TM0", 1, []))
    table.act(("place", PAUL, "TM0", 2, []))
    refused(table, "I14", "place", QUENTIN, "TM0", 1, [])
    table.act(("place", QUENTIN, "TA4", 1, []))
    table.act(("place", REBECCA, "TM0", 2, []))
    table.act(("place", SUSAN, "TA4", 1, []))
    assert table.gold == [6 - 1 - 1, 6 - 3, 6 - 1, 6 - 3]


def test_I14_a_later_turn_costs_5_and_6_or_7_or_1_to_6() -> None:
    table = rome()
    table.tokens["TM0"] = [6, 0, 0, 4]
    table.asked = REBECCA
    refused(table, "I14", "place", REBECCA, "TM0", 1, [])
    table.act(("place", REBECCA, "TM0", 2, []))
    table.act(("place", SUSAN, "TM0", 1, []))
    table.tokens["TM0"] = [6, 0, 0, 4]
    refused(table, "I14", "place", PAUL, "TM0", 5, [])
    table.act(("place", PAUL, "TM0", 6, []))
    assert table.gold == [30 - 7, 30 - 21, 30, 30 - 11]


def test_I15_a_patrician_becomes_tribune_or_quaestor_for_1_and_aedile_for_3_and_is_inactive() -> None:
    table = rome(gold=3)
    table.act(("enter", SUSAN, "tribune", []))
    table.act(("enter", PAUL, "quaestor", []))
    table.act(("enter", QUENTIN, "aedile", []))
    assert table.gold == [2, 2, 0, 3]
    assert table.offices["aedile"] == [(QUENTIN, False)]
    refused(table, "I15", "enter", REBECCA, "praetor", [])


def test_I15_a_patrician_needs_a_free_space_and_displaces_nobody() -> None:
    table = rome(seats=3)
    magistrates(table, tribune=[(PAUL, True), (PAUL, True)])
    refused(table, "I15", "enter", SUSAN, "tribune", [])


def test_I16_promotion_costs_the_sum_of_the_arrows_and_only_an_active_magistrate_is_promoted() -> None:
    assert cost("quaestor", "praetor") == 2 + 4
    assert cost("tribune", "consul") == 2 + 4 + 6
    assert (cost("consul", "censor"), cost("consul", "dictator")) == (6, 8)
    assert cost("censor", "dictator") is None
    table = rome()
    magistrates(table, quaestor=[(SUSAN, True), (PAUL, False)])
    table.act(("promote", SUSAN, "quaestor", "praetor", None, []))
    assert (table.gold[SUSAN], table.offices["praetor"]) == (24, [(SUSAN, False)])
    refused(table, "I16", "promote", PAUL, "quaestor", "aedile", None, [])


def test_I17_susan_displaces_rebeccas_consul_who_displaces_susans_praetor() -> None:
    table = rome()
    table.spaces["praetor"] = 4
    praetors = [(SUSAN, True), (PAUL, True), (QUENTIN, True), (REBECCA, False)]
    magistrates(table, tribune=[(SUSAN, True)], praetor=praetors, consul=[(REBECCA, False), (PAUL, True)])
    refused(table, "I17", "promote", SUSAN, "tribune", "consul", None, [])
    table.act(("promote", SUSAN, "tribune", "consul", (REBECCA, False), []))
    assert table.gold[SUSAN] == 30 - 12
    refused(table, "I17", "fall", SUSAN, "praetor", (PAUL, True))
    refused(table, "I17", "fall", REBECCA, "praetor", (REBECCA, False))
    table.act(("fall", REBECCA, "praetor", (SUSAN, True)))
    assert sorted(table.offices["consul"]) == [(SUSAN, False), (PAUL, True)]
    assert (REBECCA, False) in table.offices["praetor"]
    assert table.offices["aedile"] == [(SUSAN, True)]
    assert (table.phase, table.asked) == ("action", PAUL)


def test_I17_nobody_displaces_an_own_magistrate() -> None:
    table = rome()
    magistrates(table, praetor=[(SUSAN, True)], consul=[(SUSAN, True), (SUSAN, False)])
    refused(table, "I17", "promote", SUSAN, "praetor", "consul", (SUSAN, True), [])


def test_I17_a_displaced_tribune_goes_home_and_a_displaced_aedile_goes_where_its_owner_says() -> None:
    table = rome(seats=3)
    magistrates(table, quaestor=[(SUSAN, True), (QUENTIN, True)], tribune=[(QUENTIN, True), (QUENTIN, False)])
    magistrates(table, aedile=[(PAUL, True)] * 3)
    table.act(("promote", SUSAN, "quaestor", "aedile", (PAUL, True), []))
    assert table.phase == "action", "the space that Susan left is the only free one"
    assert (PAUL, True) in table.offices["quaestor"]
    table.act(("pass", PAUL))
    table.act(("promote", QUENTIN, "tribune", "aedile", (PAUL, True), []))
    assert table.offices["tribune"] == [(QUENTIN, False), (PAUL, True)]
    table.offices["tribune"], table.offices["quaestor"] = [(SUSAN, True), (SUSAN, True)], [(QUENTIN, True)] * 2
    table.offices["aedile"], table.offices["praetor"] = [(PAUL, False)] * 3, [(SUSAN, True), (QUENTIN, True)]
    table.falling, table.phase = (PAUL, True, "aedile"), "falling"
    table.act(("fall", PAUL, "tribune", (SUSAN, True)))
    assert table.offices["tribune"] == [(SUSAN, True), (PAUL, True)]
    assert table.phase == "action"


def test_I17_who_could_go_nowhere_is_not_displaced() -> None:
    table = rome()
    magistrates(table, aedile=[(SUSAN, True)], consul=[(PAUL, True), (QUENTIN, True)], praetor=[(PAUL, True)] * 3)
    refused(table, "I17", "promote", SUSAN, "aedile", "consul", (PAUL, True), [])
    table.act(("promote", SUSAN, "aedile", "consul", (QUENTIN, True), []))


def test_I18_a_tribune_places_a_free_token_whoever_has_more() -> None:
    table = rome()
    magistrates(table, tribune=[(SUSAN, True), (PAUL, False)])
    table.tokens["TM0"] = [0, 9, 0, 0]
    table.act(("tribune", SUSAN, "TM0"))
    assert (table.tokens["TM0"][SUSAN], table.gold[SUSAN]) == (1, 30)
    assert (SUSAN, False) in table.offices["tribune"]
    refused(table, "I18", "tribune", PAUL, "TM0")


def test_I18_an_aedile_moves_anybodys_token_to_another_contested_province() -> None:
    table = rome()
    magistrates(table, aedile=[(SUSAN, True)])
    table.tokens["TM0"] = [0, 2, 0, 0]
    refused(table, "I18", "aedile", SUSAN, QUENTIN, "TM0", "TA4")
    table.act(("aedile", SUSAN, PAUL, "TM0", "TA4"))
    assert (table.tokens["TM0"][PAUL], table.tokens["TA4"][PAUL]) == (1, 1)


def test_I18_a_praetor_returns_up_to_two_tokens_of_one_province() -> None:
    table = rome()
    magistrates(table, praetor=[(SUSAN, True)])
    table.tokens["TM0"] = [0, 2, 1, 0]
    refused(table, "I18", "praetor", SUSAN, "TM0", [QUENTIN, QUENTIN])
    refused(table, "I18", "praetor", SUSAN, "TM0", [PAUL, PAUL, QUENTIN])
    table.act(("praetor", SUSAN, "TM0", [PAUL, QUENTIN]))
    assert table.tokens["TM0"] == [0, 1, 0, 0]


def test_I18_a_consul_recalls_anybody_but_a_dictator_or_a_censor() -> None:
    table = rome()
    magistrates(table, consul=[(SUSAN, True)], censor=[(PAUL, True)], dictator=[(PAUL, True)], praetor=[(PAUL, False)])
    governor(table, QUENTIN, "TC5", 3)
    for office in ("censor", "dictator"):
        refused(table, "I18", "consul", SUSAN, office, (PAUL, True))
    refused(table, "I18", "consul", SUSAN, "consul", (SUSAN, True))
    table.act(("consul", SUSAN, "praetor", (PAUL, False)))
    assert (table.estate(PAUL), table.offices["consul"]) == (4, [(SUSAN, False)])
    table.offices["consul"], table.asked = [(SUSAN, True)], SUSAN
    table.act(("recall governor", SUSAN, "TC5"))
    assert (table.estate(QUENTIN), table.provincial(QUENTIN), table.tile_gold["TC5"]) == (6, 0, 3)


def test_I19_an_active_magistrate_governs_an_own_province_and_comes_home_by_an_action() -> None:
    table = rome()
    table.goes_to(SUSAN, "TC5")
    magistrates(table, tribune=[(SUSAN, True), (SUSAN, True)])
    table.act(("appoint", SUSAN, "tribune", "TC5"))
    assert (table.estate(SUSAN), table.offices["tribune"], table.gold[SUSAN]) == (4, [(SUSAN, True)], 30)
    table.asked = SUSAN
    refused(table, "I19", "appoint", SUSAN, "tribune", "TC5")
    table.act(("withdraw", SUSAN, "TC5"))
    assert table.estate(SUSAN) == 5


def test_I31_gold_changes_hands_at_any_time_and_nothing_else_does() -> None:
    for phase in ("income", "action", "start", "election", "redistribution"):
        table = rome(phase, gold=4)
        table.act(("give", PAUL, QUENTIN, 3, []))
        assert table.gold == [4, 1, 7, 4]
        refused(table, "I31", "give", PAUL, QUENTIN, 2, [])


def test_I32_an_active_magistrates_mark_points_to_12_and_an_inactive_ones_to_3() -> None:
    assert (mark(True), mark(False)) == (12, 3)
