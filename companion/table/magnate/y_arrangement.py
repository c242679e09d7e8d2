"""The table of three: the Excuse in the middle, two Pawns on each of three arms (F7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.magnate.options import ExtraPawns, Options
from companion.locale import Message
from companion.pieces import Rank
from companion.table.card_pose import CardPose, dot, vector_to
from companion.table.edge import Edge
from companion.table.magnate.arms import Y, fit_y
from companion.table.magnate.arrangement import (
    DISTRICT_RANKS,
    Arrangement,
    NoMagnateTable,
    ask_near_edge,
    could_be_district,
    likely_rank,
)
from companion.table.magnate.columns import Spots, find_player_spots, half_height
from companion.table.magnate.crowns import read_crowns
from companion.table.magnate.game_prior import GamePrior
from companion.table.magnate.reseating import arms_in_order
from companion.table.questions import TableQuestion
from companion.table.sightings import Face

SEATS = (0, 1, 2)
ARMS = ((0, 1), (1, 2), (0, 2))
"""The two neighbours of each arm."""


def arrange_y(cards: Sequence[CardPose], options: Options, near: Edge, prior: GamePrior) -> Arrangement:
    """Return the arrangement for three players; raises :class:`NoMagnateTable` if no Y can be found.

    Args:
        cards: The poses of all cards.
        options: The options in force.
        near: The edge of the picture that is nearest to player 0.
        prior: What is known beforehand.
    """
    upward = [card for card in cards if card.sighting.face is Face.UP]
    y, questions = _orient(upward, near, prior)
    middle = next(card for card in upward if likely_rank(card) is Rank.EXCUSE)
    arm_cards = [card for card in upward if card is not middle]
    arms = [_arm(arm_cards, y, number, options) for number in range(3)]
    districts, borders = _in_order(arms, middle)
    held = [card for card in upward if likely_rank(card) is Rank.CROWN and card not in districts]
    rest = [card for card in cards if card not in districts and card not in held]
    crowns = read_crowns([_in_sector(y, seat, held) for seat in SEATS], prior)

    def spots(prior: GamePrior) -> Spots:
        parts = [_columns(y, seat, districts, borders, rest, options, prior) for seat in SEATS]
        return Spots(
            tuple(spot for part in parts for spot in part.all),
            tuple(asked for part in parts for asked in part.questions),
        )

    def seat_at(edge: Edge) -> int:
        return max(SEATS, key=lambda seat: dot(y.towards(seat), edge.direction))

    return Arrangement(tuple(districts), tuple(borders), spots, crowns, questions, seat_at)


def _orient(upward: Sequence[CardPose], near: Edge, prior: GamePrior) -> tuple[Y, tuple[TableQuestion, ...]]:
    """Return the Y from player 0's side; if two players are about as near to the edge, also a question."""
    pawns = [card for card in upward if likely_rank(card) is Rank.PAWN]
    middle = next((card for card in upward if likely_rank(card) is Rank.EXCUSE), None)
    found = fit_y(pawns, middle, near)
    if found is None:
        raise NoMagnateTable(
            Message("photo"),
            Message("no Y of districts found (the Excuse in the middle, Pawns on three arms)"),
            Message("photograph the whole table from above, in even light"),
        )
    y, unclear = found
    if not unclear:
        return y, ()
    text = Message(
        "An arm of districts points to the {edge} edge. Which edge is nearest to the first player?",
        {"edge": near.value},
    )
    answer, asked = ask_near_edge(text, near, upward, prior)
    if answer is None:
        return y, (asked,)
    again = fit_y(pawns, middle, answer)
    return (again[0] if again else y), ()


def _arm(arm_cards: Sequence[CardPose], y: Y, number: int, options: Options) -> list[CardPose]:
    """Return the district cards of an arm, the innermost first; uncertain cards fill up missing Pawns."""
    wanted = options.pawns // 3
    ranks = DISTRICT_RANKS | ({Rank.CROWN} if options.extra_pawns is ExtraPawns.CROWNS else frozenset())
    here = sorted((card for card in arm_cards if y.arm_of(card) == number), key=lambda card: _radius(y, card))
    certain = [card for card in here if likely_rank(card) in ranks and likely_rank(card) is not Rank.EXCUSE]
    doubtful = [card for card in here if card not in certain and not card.sighting.sure and could_be_district(card)]
    chosen = (certain + doubtful)[:wanted]
    return [card for card in here if card in chosen]


def _radius(y: Y, card: CardPose) -> float:
    return math.hypot(*vector_to(y.middle, card.centre))


def _in_order(arms: Sequence[list[CardPose]], middle: CardPose) -> tuple[list[CardPose], list[tuple[int, ...]]]:
    """Return the districts in the order of :func:`read_layout`, and the seats that border on each."""
    left, opposite, right = ([(card, seats) for card in arm] for arm, seats in zip(arms, ARMS, strict=True))
    ordered = arms_in_order(left, opposite, right, (middle, SEATS))
    return [card for card, _ in ordered], [seats for _, seats in ordered]


def _columns(
    y: Y,
    seat: int,
    districts: Sequence[CardPose],
    borders: Sequence[tuple[int, ...]],
    cards: Sequence[CardPose],
    options: Options,
    prior: GamePrior,
) -> Spots:
    """Return a player's columns, which run through that player's sector."""
    here = [card for card in cards if y.seat_of(card) == seat]
    own = {number: districts[number] for number, seats in enumerate(borders) if seat in seats}
    if not here:
        return Spots((), ())
    return find_player_spots(y.sector(seat, here), seat, own, here, half_height(districts), options, prior)


def _in_sector(y: Y, seat: int, crowns: Sequence[CardPose]) -> list[CardPose]:
    here = [card for card in crowns if y.seat_of(card) == seat]
    frame = y.sector(seat, ())
    return sorted(here, key=lambda card: frame.position(card.centre)[0])
