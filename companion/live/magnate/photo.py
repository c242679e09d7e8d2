"""Magnate in photos of its table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from companion.games.magnate.encoding import score_to_json
from companion.games.magnate.facts import ColumnFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.games.magnate.options import Options
from companion.games.magnate.scoring import Score, score
from companion.games.magnate.setup import Setup
from companion.games.magnate.state import Column
from companion.games.texts import Rows, verbatim
from companion.live.camera_game import PhotoGame
from companion.locale import Message
from companion.pieces import Card, Tokens
from companion.table.comparison import ScoredTable
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.sightings import Edge, Sightings

_PLACES = {
    2: (Message("near"), Message("far")),
    3: (Message("near"), Message("left"), Message("right")),
}
"""By the number of players, where each sits as the photo shows the table, from the near edge clockwise."""
_PLAYERS = {
    2: (Message("The near player"), Message("The far player")),
    3: (Message("The near player"), Message("The player on the left"), Message("The player on the right")),
}
"""The same, as the subject of a sentence."""


def read(photos: Sequence[Sightings], options: Options, near: Edge, answers: Mapping[str, str]) -> TableReading:
    """Read the photo of a table; raise ``CompanionError`` if it shows none."""
    return read_layout(photos[0], options, near, PhotoAnswers(answers))


def score_reading(
    reading: TableReading, tokens: Sequence[Tokens | None] = (), names: Sequence[str] = ()
) -> ScoredTable:
    """Score a table.

    Args:
        reading: What was read from the photo.
        tokens: Each player's tokens; None, or left out: unknown.
        names: The players' names; none: they are called by where they sit.

    Returns:
        The scored table.
    """
    seats = reading.layout.options.players
    layout = replace(reading.layout, tokens=tuple(tokens) or (None,) * seats)
    result = score(layout) if reading.sure else score(layout).undecided
    deeds = [side.deed for district in result.districts for side in district.sides if side.deed is not None]
    return ScoredTable(
        players=seats,
        sure=reading.sure,
        questions=tuple(reading.questions),
        remarks=tuple(reading.remarks),
        worth=score_to_json(result, layout, [str(seat) for seat in range(seats)]),
        rows=_rows(result, tuple(map(verbatim, names)) or _PLACES[seats]),
        why=result.why(names or _PLAYERS[seats]),
        notes=(Message("({card}): a deed in parentheses is not finished and does not count", {"card": str(deeds[0])}),)
        if deeds
        else (),
    )


def lay(reading: TableReading, tokens: Sequence[Tokens | None] = ()) -> tuple[Setup, Correct | None]:
    """Return the setup of a game with this table, and the correction that lays its columns.

    Crowns that are not in view are dealt in their usual order. Tokens that are not known are those of the Crowns (B4).
    """
    layout = reading.layout
    known = tuple(one for one in tokens if one is not None)
    setup = Setup(
        districts=tuple(district.card for district in layout.districts),
        crowns=tuple(_crowns(layout.crowns, layout.options)),
        tokens=known if len(known) == layout.options.players else None,
        borders=tuple(
            tuple(seat for seat, column in enumerate(district.columns) if column is not None)
            for district in layout.districts
        ),
    )
    facts = tuple(
        ColumnFact(place, seat, Column(), column)
        for place, district in enumerate(layout.districts)
        for seat, column in enumerate(district.columns)
        if column is not None and column.cards
    )
    return setup, Correct(facts, "as the table lies") if facts else None


def _crowns(read: Sequence[Sequence[Card]], options: Options) -> Iterator[tuple[Card, ...]]:
    """Yield each seat's Crowns: those in view, and of the others as many as are missing."""
    lying = set(chain.from_iterable(read))
    left = [card for card in MAGNATE.beginning.laid("crowns", options)[0] if card not in lying]
    for own in read:
        missing = max(0, options.crowns_each - len(own))
        yield (*own, *left[:missing])
        del left[:missing]


def _rows(result: Score, seats: Sequence[Message]) -> Rows:
    """Return a row for each district: each player's cards and their total."""
    nothing = verbatim("")
    headings = (Message("district"), *(part for seat in seats for part in (seat, nothing)), Message("held by"))
    rows = []
    for district in result.districts:
        cells = [nothing] * (2 * len(seats))
        for side in district.sides:
            cards = [*map(str, side.properties), *([f"({side.deed})"] if side.deed else [])]
            cells[2 * side.player : 2 * side.player + 2] = verbatim(" ".join(cards) or "–"), verbatim(side.total)
        holder = Message("nobody") if district.won_by is None else seats[district.won_by]
        rows.append((verbatim(district.card), *cells, holder))
    return Rows(headings, tuple(rows))


MAGNATE_PHOTO = PhotoGame(read, score_reading, lay)
