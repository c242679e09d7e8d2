"""Which mutants count as killed, and of which game."""

from __future__ import annotations

from tests.mutants import counted, main, mutated

RESULTS = """
    companion.games.magnate.paying.x_price__mutmut_1: killed
    companion.games.magnate.paying.x_price__mutmut_2: survived
    companion.games.sorcerous_futures.auctions.x_bid__mutmut_1: timeout
    companion.games.sorcerous_futures.auctions.x_bid__mutmut_2: no tests
    companion.games.sorcerous_futures.auctions.x_bid__mutmut_3: killed
"""


def test_mutants_are_counted_game_by_game() -> None:
    assert counted(RESULTS, "magnate") == {"killed": 1, "survived": 1}
    assert counted(RESULTS, "sorcerous_futures") == {"timeout": 1, "no tests": 1, "killed": 1}


def test_every_game_with_rules_of_its_own_files_can_be_mutated() -> None:
    assert {"magnate", "sorcerous_futures"} <= set(mutated())
    assert main(["chess"]) == 2
