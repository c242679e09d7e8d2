"""Differences between a table of Magnate and the journal, one by one, each with its two cures."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate.facts import DistrictFact
from companion.games.magnate.moves import Correct
from companion.games.magnate.state import State
from companion.live.camera_game import TableDifference
from companion.locale import Message
from companion.table.magnate.difference import ColumnDifference, Disagreement
from companion.table.magnate.resolutions import adopt_table, connected_columns, describe_differences, put_back


def table_differences(state: State, disagreement: Disagreement, names: Sequence[str]) -> tuple[TableDifference, ...]:
    """Return the differences: other districts in the row, and columns; columns that share a card are one difference."""
    columns = tuple(_of_columns(state, group, disagreement, names) for group in connected_columns(disagreement))
    return (*_of_row(state, disagreement, names), *columns)


def _of_row(state: State, disagreement: Disagreement, names: Sequence[str]) -> tuple[TableDifference, ...]:
    if not disagreement.districts:
        return ()
    row = Disagreement(disagreement.reason, (), disagreement.districts)
    sentences = [
        Message("District {n} of the row is {now}; in the game it is {was}.", {"n": n + 1, "now": now, "was": was})
        for n, was, now in disagreement.districts
    ]
    facts = tuple(DistrictFact(place, was, now) for place, was, now in disagreement.districts)
    cards = tuple(now for _, _, now in disagreement.districts)
    return (TableDifference(tuple(sentences), cards, Correct(facts, "as the table lies"), put_back(state, row, names)),)


def _of_columns(
    state: State, columns: tuple[ColumnDifference, ...], disagreement: Disagreement, names: Sequence[str]
) -> TableDifference:
    found = Disagreement(disagreement.reason, columns)
    laid = tuple(card for one in columns for card in (*one.table.cards, state.districts[one.district].card))
    sentences = describe_differences(state, columns, names)
    return TableDifference(tuple(sentences), laid, adopt_table(found), put_back(state, found, names))
