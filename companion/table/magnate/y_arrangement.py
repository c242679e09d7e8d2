"""The table of three: the Excuse in the middle, two Pawns on each of three arms (F7).

Each player sits at the sector between two arms. All columns of a player run from the districts towards the player's
edge. A sector's frame is a :class:`Row` through the Excuse, across that direction.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from companion.games.magnate.options import ExtraPawns, Options
from companion.locale import Message
from companion.pieces import Rank
from companion.table.card_pose import CardPose, Row, dot, fit_lean, vector_to
from companion.table.magnate.arrangement import (
    DISTRICT_RANKS,
    Arrangement,
    NoMagnateTable,
    arms_in_order,
    ask_near_edge,
    could_be_district,
    likely_rank,
    read_crowns,
)
from companion.table.magnate.columns import Spots, find_spots
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import TableQuestion
from companion.table.sightings import Edge, Face, Point

THIRD = 2 * math.pi / 3
SEATS = (0, 1, 2)
ARMS = ((0, 1), (1, 2), (0, 2))
"""The two neighbours of each arm."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What makes three arms. Chosen on rendered tables of three; the largest value in 25 of them is in parentheses."""

    off_arm: float = 24.0
    """Maximum angle of a district from its arm, degrees as seen from the middle (at most 3.5)."""
    reach: float = 4.5
    """Maximum distance of a district from the middle, in card heights (at most 2.3)."""
    cards: int = 3
    """Minimum number of Pawns on the three arms."""
    agreement: float = 0.5
    """Minimum length of the mean of the Pawns' tripled directions: 1 if each is on an arm (at least 0.99)."""
    as_near: float = 20.0
    """Difference in degrees up to which two seats are equally near to an edge."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Y:
    """A middle, and the direction (radians, clockwise from the picture's right) of the arm on seat 0's left.

    Seats follow one another clockwise from above. Seat s is opposite the arm between the two others.
    """

    middle: Point
    first_arm: float
    height: float

    def towards(self, seat: int) -> Point:
        """Return the unit vector from the middle to a player."""
        angle = self.first_arm + seat * THIRD - THIRD / 2
        return math.cos(angle), math.sin(angle)

    def arm_of(self, card: CardPose) -> int | None:
        """Return the arm that a card is on; None for one off the arms or out of reach.

        Arm 0 is between seats 0 and 1, 1 between 1 and 2, 2 between 2 and 0.
        """
        x, y = vector_to(self.middle, card.centre)
        if math.hypot(x, y) > LIMITS.reach * self.height:
            return None
        turned = math.atan2(y, x) - self.first_arm
        number = round(turned / THIRD)
        return number % 3 if abs(turned - number * THIRD) < math.radians(LIMITS.off_arm) else None

    def seat_of(self, card: CardPose) -> int:
        """Return the player in whose sector a card is."""
        direction = vector_to(self.middle, card.centre)
        return max(SEATS, key=lambda seat: dot(direction, self.towards(seat)))

    def sector(self, seat: int, cards: Sequence[CardPose]) -> Row:
        """Return the frame of a player's sector; the lean of its columns is estimated from ``cards``."""
        down = self.towards(seat)
        straight = Row(self.middle, (down[1], -down[0]), down, self.height)
        return fit_lean(straight, cards) if cards else straight


def fit_y(cards: Sequence[CardPose], middle: CardPose | None, near: Edge) -> tuple[Y, bool] | None:
    """Return the Y of these district cards around the Excuse, and whether another seat is about as near to the edge.

    Args:
        cards: The district cards.
        middle: The Excuse, if it was found.
        near: The edge of the picture that is nearest to seat 0.

    Returns:
        The Y and whether seat 0 is ambiguous; None if no three arms can be found.
    """
    if middle is None:
        return None
    height = median(card.height for card in [*cards, middle])
    offsets = (vector_to(middle.centre, card.centre) for card in cards)
    angles = [math.atan2(y, x) for x, y in offsets if math.hypot(x, y) < LIMITS.reach * height]
    if len(angles) < LIMITS.cards:
        return None
    # Arms a third of a turn apart point the same way once their angles are tripled.
    together = (sum(math.cos(3 * a) for a in angles), sum(math.sin(3 * a) for a in angles))
    if math.hypot(*together) < LIMITS.agreement * len(angles):
        return None
    some_arm = math.atan2(together[1], together[0]) / 3
    edge = math.atan2(near.direction[1], near.direction[0])
    angles_off = [(abs(_signed(some_arm + number * THIRD - THIRD / 2 - edge)), number) for number in range(3)]
    (least, best), (second, _) = sorted(angles_off)[:2]
    return Y(middle.centre, some_arm + best * THIRD, height), second - least < math.radians(LIMITS.as_near)


def _signed(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


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

    def columns(prior: GamePrior, seat: int) -> Spots:
        here = [card for card in rest if y.seat_of(card) == seat]
        own = {number: card for number, card in enumerate(districts) if seat in borders[number]}
        return find_spots(y.sector(seat, here), own, here, options, prior, seat)

    def spots(prior: GamePrior) -> Spots:
        parts = [columns(prior, seat) for seat in SEATS]
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
    y, _ = fit_y(pawns, middle, answer or near) or found
    return y, () if answer else (asked,)


def _arm(arm_cards: Sequence[CardPose], y: Y, number: int, options: Options) -> list[CardPose]:
    """Return the district cards of an arm, the innermost first; uncertain cards fill up missing Pawns."""
    wanted = options.pawns // 3
    ranks = DISTRICT_RANKS | ({Rank.CROWN} if options.extra_pawns is ExtraPawns.CROWNS else frozenset())
    on_arm = (card for card in arm_cards if y.arm_of(card) == number)
    here = sorted(on_arm, key=lambda card: math.dist(y.middle, card.centre))
    certain = [card for card in here if likely_rank(card) in ranks and likely_rank(card) is not Rank.EXCUSE]
    doubtful = [card for card in here if card not in certain and not card.sighting.sure and could_be_district(card)]
    chosen = (certain + doubtful)[:wanted]
    return [card for card in here if card in chosen]


def _in_order(arms: Sequence[list[CardPose]], middle: CardPose) -> tuple[list[CardPose], list[tuple[int, ...]]]:
    """Return the districts in the order of :func:`read_layout`, and the seats that border on each."""
    left, opposite, right = ([(card, seats) for card in arm] for arm, seats in zip(arms, ARMS, strict=True))
    ordered = arms_in_order(left, opposite, right, (middle, SEATS))
    return [card for card, _ in ordered], [seats for _, seats in ordered]


def _in_sector(y: Y, seat: int, crowns: Sequence[CardPose]) -> list[CardPose]:
    here = [card for card in crowns if y.seat_of(card) == seat]
    frame = y.sector(seat, ())
    return sorted(here, key=lambda card: frame.position(card.centre)[0])
