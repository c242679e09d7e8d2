"""The slow reading of Magistratvm says what its document says of elections, the end and the score."""

from __future__ import annotations

from tests.cases import each
from tests.games.magistratvm.random_table import play, random_table
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


def election(tile: str, tokens: list[int], *, value_by_votes: bool = False) -> Table:
    """An election in this Province, the first of the circuit."""
    table = rome("start", seats=len(tokens), value_by_votes=value_by_votes)
    table.tokens[tile] = tokens
    table.act(("start", SUSAN, tile))
    return table


def test_I20_the_dictator_wins_a_province_with_an_own_token_and_governs_it_or_goes_home() -> None:
    for governs in (True, False):
        table = rome()
        magistrates(table, dictator=[(PAUL, False)])
        table.tokens["TM0"], table.tokens["TC5"] = [9, 1, 0, 0], [3, 0, 0, 0]
        all_pass(table)
        refused(table, "I20", "dictate", PAUL, "TC5", True)
        table.act(("dictate", PAUL, "TM0", governs))
        assert (table.won[PAUL], table.governed) == (["TM0"], ["TM0"] if governs else [])
        assert (table.estate(PAUL), table.offices["dictator"]) == (5 if governs else 6, [])
        assert (table.placed(SUSAN), table.placed(PAUL), table.phase) == (3, 0, "start")


def test_I20_a_dictator_without_a_token_goes_home_and_nothing_is_won() -> None:
    table = rome()
    magistrates(table, dictator=[(PAUL, True)])
    all_pass(table)
    assert (table.offices["dictator"], table.won, table.phase) == ([], [[], [], [], []], "start")


def test_I21_the_prefect_names_the_first_province_and_the_gold_stays_with_it() -> None:
    table = rome("start")
    table.prefect_gold = 5
    refused(table, "I21", "start", PAUL, "TC3")
    table.act(("start", SUSAN, "TC3"))
    assert (table.prefect_gold, table.tile_gold["TC3"]) == (0, 5)
    assert table.still_to_vote == ["TC3", "TC2", "TM1", "TA4", "TC5", "TM0"]


def test_I22_magistrates_votes_are_added_for_their_owner_or_a_rival_and_make_them_inactive() -> None:
    table = election("TM0", [2, 1, 0, 0])
    magistrates(table, censor=[(QUENTIN, True)], tribune=[(SUSAN, True), (PAUL, False)])
    refused(table, "I22", "lend", PAUL, "tribune", PAUL)
    refused(table, "I22", "lend", QUENTIN, "censor", QUENTIN)
    table.act(("lend", QUENTIN, "censor", PAUL))
    table.act(("lend", SUSAN, "tribune", SUSAN))
    assert table.votes() == {SUSAN: 3, PAUL: 7}
    refused(table, "I22", "lend", QUENTIN, "censor", PAUL)
    refused(table, "I22", "count", PAUL)


def test_I22_every_contested_province_votes_once_clockwise() -> None:
    table = rome("start")
    table.act(("start", SUSAN, "TM1"))
    order = []
    while table.phase == "election":
        order.append(table.still_to_vote[0])
        table.act(("count", SUSAN))
    assert order == ["TM1", *CIRCUIT[:-1]]


def test_I23_a_majority_wins_where_its_tokens_reach_the_value() -> None:
    for tokens, won in (([5, 4, 0, 0], True), ([4, 3, 0, 0], True), ([4, 4, 0, 0], False), ([3, 0, 0, 0], False)):
        table = election("TA4", tokens)
        table.act(("count", SUSAN))
        assert (table.won[SUSAN] == ["TA4"]) is won


def test_I23_magistrates_make_the_majority_and_by_the_switch_reach_the_value() -> None:
    for by_votes in (False, True):
        table = election("TA4", [3, 2, 0, 0], value_by_votes=by_votes)
        magistrates(table, tribune=[(SUSAN, True)])
        table.act(("lend", SUSAN, "tribune", SUSAN))
        table.act(("count", SUSAN))
        assert (table.won[SUSAN] == ["TA4"]) is by_votes


def test_I24_the_winner_takes_the_tile_with_its_gold_and_the_losers_move_on_or_go_home() -> None:
    table = election("TA4", [0, 5, 2, 1])
    table.tile_gold["TA4"] = 7
    table.act(("count", SUSAN))
    assert (table.won[PAUL], table.tile_gold["TA4"], table.placed(PAUL)) == (["TA4"], 7, 0)
    table.act(("redistribute", QUENTIN, {"TC5": 1}))
    table.act(("redistribute", REBECCA, {}))
    assert [table.placed(seat) for seat in range(4)] == [0, 0, 1, 0]


def test_I25_without_a_winner_those_with_least_influence_leave() -> None:
    table = election("TM0", [4, 3, 3, 0])
    magistrates(table, tribune=[(SUSAN, True), (PAUL, True)])
    table.act(("lend", PAUL, "tribune", PAUL))
    table.act(("count", SUSAN))
    assert table.to_move == [(QUENTIN, 3)]


def test_I25_where_all_are_level_or_the_majority_is_below_the_value_nobody_leaves() -> None:
    for tokens in ([3, 3, 3, 0], [3, 3, 0, 0], [5, 1, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0]):
        table = election("TM0", list(tokens))
        table.act(("count", SUSAN))
        assert table.tokens["TM0"] == tokens
        assert table.phase == "election"


def test_I22_to_I26_the_election_of_susan_paul_quentin_and_rebecca() -> None:
    table = rome("start")
    table.prefect_gold = 2
    table.tokens["TA4"], table.tokens["TC5"] = [5, 4, 0, 0], [0, 3, 4, 3]
    magistrates(table, tribune=[(REBECCA, True)])
    table.act(("start", SUSAN, "TA4"))
    table.act(("count", SUSAN))
    assert (table.won[SUSAN], table.tile_gold["TA4"], table.placed(SUSAN)) == (["TA4"], 2, 0)
    table.act(("redistribute", PAUL, {"TM0": 4}))
    assert table.still_to_vote[0] == "TC5"
    table.act(("count", SUSAN))
    assert table.to_move == [(PAUL, 3), (REBECCA, 3)]
    table.act(("redistribute", PAUL, {"TM0": 3}))
    table.act(("redistribute", REBECCA, {"TM0": 3}))
    assert table.tokens["TC5"] == [0, 0, 4, 0]
    assert table.tokens["TM0"] == [0, 7, 0, 3]
    assert table.still_to_vote == ["TM0", "TC3", "TC2", "TM1"]


def test_I26_tokens_move_clockwise_from_the_prefects_left_to_provinces_that_have_not_voted() -> None:
    table = election("TC5", [2, 2, 2, 5])
    table.act(("count", SUSAN))
    assert table.to_move == [(PAUL, 2), (QUENTIN, 2), (SUSAN, 2)]
    refused(table, "I26", "redistribute", SUSAN, {})
    for place in ("TC5", "TS1"):
        refused(table, "I26", "redistribute", PAUL, {place: 1})
    refused(table, "I26", "redistribute", PAUL, {"TM0": 2, "TC3": 1})
    table.tokens["TM0"][SUSAN] = 9
    table.act(("redistribute", PAUL, {"TM0": 1, "TC3": 1}))
    assert (table.tokens["TM0"][PAUL], table.gold[PAUL]) == (1, 30)


def test_I26_the_losers_of_the_last_election_go_home() -> None:
    table = rome("start")
    table.tokens["TA4"] = [5, 3, 0, 0]
    table.act(("start", SUSAN, "TC5"))
    for _ in CIRCUIT:
        table.act(("count", SUSAN))
    assert (table.placed(PAUL), table.phase) == (0, "refill")


def decided(table: Table, number: int) -> Table:
    """At the end of a circuit in which Susan won so many Provinces."""
    for tile in CIRCUIT[:number]:
        table.goes_to(SUSAN, tile)
        table.tokens[tile] = [0] * table.seats
    table.end_circuit()
    return table


def test_I27_at_the_end_provinces_are_replaced_and_magistrates_active_and_gold_returned() -> None:
    table = rome()
    magistrates(table, tribune=[(PAUL, False)])
    decided(table, 2)
    refused(table, "I27", "refill", {0: "TS0"})
    refused(table, "I27", "refill", {0: "TS0", 2: "TS1"})
    refused(table, "I1", "refill", {0: "TA4", 1: "TS1"})
    table.act(("refill", {0: "TS0", 1: "TS1"}))
    assert table.circuit == ["TS0", "TS1", *CIRCUIT[2:]]
    assert (table.offices["tribune"], table.gold, table.bank) == ([(PAUL, True)], [0] * 4, 0)
    assert (table.pile, table.turn, table.phase) == (16, 2, "income")


def last(*, after_turn: bool = False) -> Table:
    table = rome(last_after_turn=after_turn)
    magistrates(table, praetor=[(PAUL, False)])
    table.pile = 1
    table.tokens["TC2"] = [0, 1, 2, 0]
    decided(table, 4)
    table.act(("refill", {3: "TS0"}))
    return table


def test_I28_with_too_few_tiles_the_last_are_laid_out_and_one_circuit_follows_at_once() -> None:
    table = last()
    assert (table.contested(), table.phase) == (["TS0", "TC2", "TM1"], "start")
    table.act(("start", SUSAN, "TC2"))
    refused(table, "I22", "lend", PAUL, "praetor", PAUL)
    table.act(("count", SUSAN))
    assert table.won[QUENTIN] == ["TC2"], "2 tokens are most, of a total of 3"
    table.act(("redistribute", PAUL, {"TS0": 1}))
    table.act(("count", SUSAN))
    assert (table.discarded, table.phase) == (["TM1"], "election")
    table.act(("count", SUSAN))
    assert table.won[PAUL] == ["TS0"], "no minimum value"
    assert table.phase == "over"


def test_I28_by_the_switch_a_full_turn_comes_first() -> None:
    table = last(after_turn=True)
    assert (table.phase, table.turn, table.offices["praetor"]) == ("income", 2, [(PAUL, True)])
    assert table.final


def test_I28_ties_are_discarded_with_their_gold_and_their_tokens_move_on() -> None:
    table = last()
    table.tokens["TM1"], table.tile_gold["TM1"] = [1, 0, 0, 1], 3
    bank = table.bank
    table.act(("start", SUSAN, "TM1"))
    table.act(("count", SUSAN))
    assert (table.discarded, table.tile_gold["TM1"], table.bank - bank) == (["TM1"], 0, 3)
    assert table.to_move == [(REBECCA, 1), (SUSAN, 1)]


def test_I28_where_nothing_is_contested_any_more_the_game_is_over() -> None:
    table = rome()
    table.pile = 0
    assert decided(table, 6).phase == "over"


def test_I28_a_pile_that_just_suffices_is_no_last_circuit() -> None:
    table = rome()
    table.pile = 2
    decided(table, 2)
    table.act(("refill", {0: "TS0", 1: "TS1"}))
    assert (table.final, table.phase) == (False, "income")


def test_I29_provinces_magistrates_and_governed_provinces_count() -> None:
    table = rome()
    governor(table, SUSAN, "TM0")
    table.goes_to(SUSAN, "TC3")
    magistrates(table, praetor=[(SUSAN, False)], tribune=[(SUSAN, True)])
    assert table.score(SUSAN) == (6 + 3) + (3 + 1) + 6


def test_I30_ties_go_to_influence_in_offices_then_the_highest_magistrate_then_are_shared() -> None:
    table = rome()
    governor(table, SUSAN, "TC3")
    magistrates(table, consul=[(PAUL, True)], aedile=[(PAUL, True)])
    assert (table.score(SUSAN), table.score(PAUL), table.winners()) == (6, 6, [PAUL])
    magistrates(table, censor=[(REBECCA, True)])
    assert table.winners() == [REBECCA]
    magistrates(table, censor=[(REBECCA, True), (QUENTIN, True)])
    assert table.winners() == [QUENTIN, REBECCA]


@each("seed", range(2))
def test_a_random_game_ends_with_all_gold_tokens_and_patricians_accounted_for(seed: int) -> None:
    table, dice = random_table(seed)
    for _ in play(table, dice):
        lying = sum(table.gold) + sum(table.tile_gold.values()) + table.prefect_gold
        assert lying + table.bank == 0
        assert min(*table.gold, *table.tile_gold.values(), table.prefect_gold) >= 0
        for seat in range(table.seats):
            assert 0 <= table.placed(seat) <= 20
            assert 0 <= table.estate(seat) <= 6
        assert all(len(own) <= table.spaces[office] for office, own in table.offices.items())
    assert table.phase == "over"
