"""The table of two: districts in a row, each player's columns on one side of it (B2)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Rank
from companion.table.card_pose import CardPose, dot
from companion.table.edge import Edge
from companion.table.magnate.arrangement import (
    DISTRICT_RANKS,
    Arrangement,
    NoMagnateTable,
    ask_near_edge,
    could_be_district,
    likely_rank,
)
from companion.table.magnate.columns import Spots, find_spots
from companion.table.magnate.crowns import assign_crowns
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import TableQuestion
from companion.table.row import Row, fit_row, is_on_line, orient_row
from companion.table.sightings import Face, Point


def arrange_row(cards: Sequence[CardPose], options: Options, near: Edge, prior: GamePrior) -> Arrangement:
    """Return the arrangement for two players.

    Args:
        cards: The poses of all cards.
        options: The options in force.
        near: The edge of the picture at which player 0 sits.
        prior: What is known beforehand.

    Raises:
        NoMagnateTable: If no row can be found.
    """
    upward = [card for card in cards if card.sighting.face is Face.UP]
    line = fit_row([card for card in upward if likely_rank(card) in DISTRICT_RANKS])
    if line is None:
        raise NoMagnateTable(
            Message("photo"),
            Message("no row of districts found (Pawns and the Excuse)"),
            Message("photograph the whole table from above, in even light"),
        )
    row, questions = _orient(line, near, upward, prior)
    districts = _districts(upward, line, row, options)
    rest = [card for card in cards if card not in districts]
    crowns = [card for card in rest if likely_rank(card) is Rank.CROWN]
    others = [card for card in rest if card not in crowns]
    owned = assign_crowns(row, crowns, options, prior)

    def spots(prior: GamePrior) -> Spots:
        return find_spots(row, districts, others, options, prior)

    def seat_at(edge: Edge) -> int:
        return 0 if dot(row.down, edge.direction) > 0 else 1

    return Arrangement(tuple(districts), ((0, 1),) * len(districts), spots, owned, questions, seat_at)


def _orient(
    line: tuple[Point, Point], near: Edge, cards: Sequence[CardPose], prior: GamePrior
) -> tuple[Row, tuple[TableQuestion, ...]]:
    """Return the row from player 0's side; if it runs towards the edge, also a question with the two other edges."""
    row = orient_row(line, near, cards)
    if row is not None:
        return row, ()
    text = Message(
        "The districts run towards the {edge} edge. Which edge is nearest to the first player?", {"edge": near.value}
    )
    answer, asked = ask_near_edge(text, near, cards, prior)
    row = orient_row(line, answer or near.neighbours[0], cards)
    if row is None:
        raise NoMagnateTable(
            Message("photo"), Message("the row of districts is at an angle"), Message("align the photo with the table")
        )
    return row, () if answer else (asked,)


def _districts(upward: Sequence[CardPose], line: tuple[Point, Point], row: Row, options: Options) -> list[CardPose]:
    """Return the cards of the row from player 0's left; uncertain ones fill up missing Pawns."""
    expected = options.pawns + options.excuse
    on_line = [card for card in upward if is_on_line(card, line)]
    certain = [card for card in on_line if likely_rank(card) in DISTRICT_RANKS]
    doubtful = [card for card in on_line if card not in certain and not card.sighting.sure]
    reach = [row.position(card.centre)[0] for card in certain]
    doubtful.sort(key=lambda card: min(abs(row.position(card.centre)[0] - at) for at in reach))
    chosen = certain + [card for card in doubtful if could_be_district(card)][: max(0, expected - len(certain))]
    return sorted(chosen, key=lambda card: row.position(card.centre)[0])
