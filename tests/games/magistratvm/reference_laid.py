"""Tables of the reference, as far as a test wants them."""

from __future__ import annotations

import pytest

from tests.games.magistratvm.random_table import stands
from tests.games.magistratvm.reference import FOUR, THREE, Forbidden
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
