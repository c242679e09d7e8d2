"""Assignment of rows to columns: the best one, and the nearest ones first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def best_assignment(worth: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of every row, each column at most once, so that the sum of ``worth`` is greatest.

    ``worth`` has at least as many columns as rows. This is Kuhn's Hungarian method with potentials, O(rows² · columns).

    >>> best_assignment([[9.0, 8.0, 0.0], [9.0, 1.0, 0.0]])
    [1, 0]
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have a column each of {columns}")
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    held = [0] * (columns + 1)
    for row in range(1, rows + 1):
        held[0] = row
        came_from, slack = [0] * (columns + 1), [float("inf")] * (columns + 1)
        done = {0}
        column = 0
        while held[column]:
            at = held[column]
            open_columns = [other for other in range(1, columns + 1) if other not in done]
            for other in open_columns:
                reduced = -worth[at - 1][other - 1] - row_price[at] - column_price[other]
                if reduced < slack[other]:
                    slack[other], came_from[other] = reduced, column
            following = min(open_columns, key=slack.__getitem__)
            step = slack[following]
            for other in done:
                row_price[held[other]] += step
                column_price[other] -= step
            for other in open_columns:
                slack[other] -= step
            done.add(following)
            column = following
        while column:
            held[column] = held[came_from[column]]
            column = came_from[column]
    chosen = {row: column for column, row in enumerate(held) if row and column}
    return [chosen[row] - 1 for row in range(1, rows + 1)]


def nearest_first(distances: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Return the column of each row by distances of rows and columns: the nearest pair first, each used once.

    >>> nearest_first([(0.2, 0, 1), (0.1, 0, 0), (0.15, 1, 0)])
    {0: 0}
    """
    columns: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, column in sorted(distances):
        if row not in columns and column not in taken:
            columns[row] = column
            taken.add(column)
    return columns
