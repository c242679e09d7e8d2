"""The reference of Magistratvm itself: the seven actions, displacement, deals."""

from __future__ import annotations

from tests.games.magistratvm.reference import mark
from tests.games.magistratvm.reference_actions import cost
from tests.games.magistratvm.reference_laid import (
    PAUL,
    QUENTIN,
    REBECCA,
    SUSAN,
    governor,
    magistrates,
    refused,
    rome,
)


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
