"""The slow reading of Sorcerous Futures says what its page says."""

from __future__ import annotations

import random

from tests.cases import each
from tests.games.sorcerous_futures.random_table import play, random_table
from tests.games.sorcerous_futures.reference import NUMBERS, PAWNS, Table, arcane_ritual, crown_giving, deal

ACES = [["AM", "AS"], ["AW", "AL"], ["AY", "AK"]]


def at_the_end(crowns: list[str], **valuations: str) -> Table:
    usual = {"AM": "2MK", "AS": "2SY", "AW": "2WL", "AL": "3MW", "AY": "3SK", "AK": "3LY", "X": "4WL"}
    return Table(ACES, crowns, {**usual, **valuations}, [])


def test_a_pawn_under_moons_and_a_7_under_suns_make_8_of_moons_and_suns() -> None:
    table = at_the_end(["CW", "CY", "CM"], AM="PWLY", AS="7SK")
    assert table.card_is_worth("4MS", 0) == 8


def test_a_3_under_the_excuse_adds_3_where_the_crown_is_suns() -> None:
    table = at_the_end(["CW", "CS", "CM"], AM="PWLY", AS="7SK", X="3LY")
    assert table.card_is_worth("4MS", 1) == 8 + 3


@each("seed", range(40))
def test_the_ritual_leaves_nobody_a_crown_of_their_aces(seed: int) -> None:
    crowns = arcane_ritual(ACES, random.Random(seed))
    assert len(set(crowns)) == 3
    for crown, aces in zip(crowns, ACES, strict=True):
        assert f"A{crown[1]}" not in aces


def test_the_ritual_may_leave_any_crown_of_the_other_two() -> None:
    left = {arcane_ritual(ACES, random.Random(seed))[0] for seed in range(60)}
    assert left == {"CW", "CL", "CY", "CK"}


@each("seed", range(10))
def test_dealt_crowns_match_no_ace_of_their_owner(seed: int) -> None:
    aces = [*ACES, []]
    crowns = crown_giving(aces, random.Random(seed))
    assert len(set(crowns)) == 4
    assert not any(f"A{crown[1]}" in own for crown, own in zip(crowns, aces, strict=True))


@each("seats", [3, 4])
def test_seven_cards_become_valuations_and_21_the_deck(seats: int) -> None:
    table = deal(seats, random.Random(1))
    assert len(table.valuations) == 7
    assert sorted([*table.valuations.values(), *table.deck]) == sorted(NUMBERS + PAWNS)
    assert len(table.deck) == 21


def test_of_tied_bids_the_first_clockwise_from_the_active_player_takes_the_card() -> None:
    table = deal(4, random.Random(2))
    table.deal_five()
    card, active = table.middle[0], table.active
    bids = [7, 7, 7, 7]
    bids[active] = 3
    table.closed_auction(card, bids)
    assert table.bought[(active + 1) % 4] == [card]
    assert table.gold[(active + 1) % 4] == 83


def test_a_tie_goes_to_the_lowest_valuations_in_front_and_else_is_shared() -> None:
    table = at_the_end(["CW", "CY", "CM"])
    assert table.winners() == [0]
    table = at_the_end(["CW", "CY", "CM"], AM="3MW", AL="2MK", AK="PMSL")
    assert table.winners() == [1, 2]
    table.pawns_tie_as_ten = True
    assert table.winners() == [1]


@each("seed", range(8))
def test_a_random_game_ends_after_twenty_auctions_with_every_gold_accounted_for(seed: int) -> None:
    table, dice = random_table(seed)
    for _, where in play(table, dice):
        assert sum(where.gold) + where.bank == 90 * table.seats
        assert min(where.gold) >= 0
    assert table.auctions == 20
    assert len(table.deck) == 1
    assert sum(map(len, table.bought)) == 20
