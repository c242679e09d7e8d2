"""Reading of a table of Sorcerous Futures during a game: which cards lie open, and in whose area."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.sorcerous_futures.state import EXCUSE, Phase, State, Valuation, is_traded
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.assignment import best_assignment
from companion.table.card_pose import CardPose, dot, fit_row, is_on_line, vector_to
from companion.table.comparison import NoTable
from companion.table.questions import NONE, TableQuestion, choices
from companion.table.sightings import Edge, Point, Sightings
from companion.table.sorcerous_futures.areas import LIMITS as AREA_LIMITS
from companion.table.sorcerous_futures.areas import (
    MIDDLE,
    Placed,
    RememberedPlaces,
    assign_areas,
    centre_of_table,
    distance,
    largest_row,
    lie_together,
    owners,
)
from companion.table.sorcerous_futures.identities import OpenCards, identify
from companion.table.sorcerous_futures.player_area import LIMITS


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The cards that lie open during a game."""

    state: State
    """The state of the game, with which the table is compared."""
    areas: Mapping[Card, int]
    """The area of every number, Pawn and Crown."""
    new: tuple[Card, ...]
    """Numbers and Pawns that the game does not have open, from the left as player 0 sees them."""
    in_a_row: bool
    """Whether the new cards lie together."""
    valuations: tuple[Valuation, ...]
    """New cards next to an Ace or the Excuse, if their turn to be shown has come."""
    questions: tuple[TableQuestion, ...] = ()
    hidden: Mapping[Card, frozenset[Card]] = field(default_factory=dict)
    """Cards out of view and those that came to lie on their places; a bought card only once it lay with its owner."""


def read_open_table(
    sightings: Sightings, state: State, near: Edge, places: RememberedPlaces, dealt: Sequence[Card] = ()
) -> OpenTable:
    """Read which cards lie open, and where.

    Args:
        sightings: What is in view; players' answers are applied.
        state: The state of the game.
        near: The edge of the picture at which player 0 sits.
        places: RememberedPlaces that are known from earlier readings; they are updated.
        dealt: The cards of the last deal.

    Returns:
        The table.

    Raises:
        NoTable: If the Aces that show who sits where are not in view.
    """
    cards = identify(sightings.cards, state)
    places.update(cards.known)
    anchors = _anchors(cards, state, places)
    for card in places.middle.keys() - set(dealt):
        del places.middle[card]
    open_cards = set(state.open_cards())
    new = [card for card in cards.known if is_traded(card) and card not in open_cards]
    row = largest_row([cards.known[card] for card in new])
    laid_now = [pose.centre for pose in row] if state.phase is Phase.DEAL else []
    bought = {one.card: seat for seat, own in enumerate(state.bought) for one in own}
    kept = [card for card in bought if card in cards.known and card in places.bought]
    near_place = (card for card in kept if distance(places.bought[card], cards.known[card]) < AREA_LIMITS.nudged)
    unmoved = {card: bought[card] for card in near_place}
    middle = laid_now or _middle_places(cards, state, anchors, places)
    areas = {**assign_areas(cards.known, anchors, middle, unmoved, bought), **unmoved}
    places.middle |= {card: cards.known[card].centre for card in dealt if areas.get(card) == MIDDLE}
    places.bought |= {card: cards.known[card].centre for card, seat in bought.items() if areas.get(card) == seat}
    return OpenTable(
        state,
        {card: area for card, area in areas.items() if is_traded(card) or card.rank is Rank.CROWN},
        tuple(sorted(new, key=lambda card: _from_left(cards.known[card], near))),
        len(row) == len(new),
        tuple(_valuations(cards, state, new, places)),
        tuple(_questions(cards, state, new, places)),
        {card: covers for card, covers in places.hidden().items() if card not in bought or card in places.bought},
    )


def find_near_edge(sightings: Sightings, state: State) -> Edge | None:
    """Return the edge of the picture at which player 0 sits, as the Aces show it; None if they are not in view."""
    known = identify(sightings.cards, state).known
    anchors = [(known[card].centre, area) for card, area in owners(state).items() if card in known]
    own = [known[card] for card, area in owners(state).items() if area == 0 and card in known]
    if not own or len({area for _, area in anchors if area >= 0}) < 2:
        return None
    towards = vector_to(centre_of_table(anchors), centre_of_table([(pose.centre, 0) for pose in own]))
    # Cards lie upright for their owner, and on the owner's side of the table.
    facing = [edge for edge in Edge if dot(edge.direction, towards) > 0]
    return max(facing, key=lambda edge: sum(abs(dot(edge.direction, pose.along)) for pose in own))


def hidden_fronts(state: State) -> tuple[Card, ...]:
    """Return the Aces and the Excuse whose valuations are to be turned up now."""
    if state.phase is Phase.TURN_UP:
        return (EXCUSE,)
    if state.phase is not Phase.SHOW:
        return ()
    fronts = (under for seat in range(state.seats) for under in state.front(seat))
    return tuple(under for under in fronts if state.valuation(under) is None)


def _anchors(cards: OpenCards, state: State, places: RememberedPlaces) -> list[Placed]:
    """Return where Aces and Excuse lie, or lay when they were last in view."""
    areas = owners(state)
    places.anchors.update({card: pose.centre for card, pose in cards.known.items() if card in areas})
    anchors = [(places.anchors[card], area) for card, area in areas.items() if card in places.anchors]
    if {area for _, area in anchors if area >= 0} != set(range(state.seats)):
        raise NoTable(Message("table"), Message("The camera does not see each player's Aces or Excuse."))
    return anchors


def _middle_places(cards: OpenCards, state: State, anchors: Sequence[Placed], places: RememberedPlaces) -> list[Point]:
    """Return where the middle is: as remembered, else where its cards lie, else between the seats."""
    if places.middle:
        return list(places.middle.values())
    poses = [cards.known[card] for card in state.middle if card in cards.known]
    line = fit_row(poses) if len(poses) >= AREA_LIMITS.line else None
    if line is not None:
        return [pose.centre for pose in poses if is_on_line(pose, line)]
    bought = [cards.known[one.card].centre for own in state.bought for one in own if one.card in cards.known]
    taken = [point for point, _ in anchors] + bought
    free = [pose.centre for pose in poses if all(distance(point, pose) > AREA_LIMITS.taken for point in taken)]
    return free or [centre_of_table(anchors)]


def _valuations(cards: OpenCards, state: State, new: Sequence[Card], places: RememberedPlaces) -> Iterator[Valuation]:
    """Yield the new card next to each Ace or Excuse whose valuation is to be shown, each card once."""
    fronts = [under for under in hidden_fronts(state) if under in places.anchors]
    if not fronts:
        return
    distances = [[distance(places.anchors[under], cards.known[card]) for card in new] for under in fronts]
    chosen = best_assignment([[-one for one in (*row, *[LIMITS.reach] * len(fronts))] for row in distances])
    for under, column in zip(fronts, chosen, strict=True):
        if column < len(new):
            yield Valuation(under, new[column])


def _questions(
    cards: OpenCards, state: State, new: Sequence[Card], places: RememberedPlaces
) -> Iterator[TableQuestion]:
    """Yield a question about each uncertain card on which the next move depends."""
    for number, pose in enumerate(_that_matter(cards, state, new, places)):
        possible = [kind for kind, _ in pose.sighting.candidates if _may_be(kind, state, cards)]
        yield TableQuestion(
            f"card-{number}",
            "card",
            Message("Which card is this?"),
            choices([*(kind.code for kind in possible), NONE]),
            region=pose.region,
            card=pose.sighting,
        )


def _that_matter(cards: OpenCards, state: State, new: Sequence[Card], places: RememberedPlaces) -> list[CardPose]:
    if state.phase is Phase.DEAL:
        row = [cards.known[card] for card in new]
        adjacent = [pose for pose in cards.unknown if not row or any(lie_together(pose, one) for one in row)]
        return adjacent if len(new) + len(adjacent) == state.to_deal else []
    fronts = [places.anchors[under] for under in hidden_fronts(state) if under in places.anchors]
    near = [pose for pose in cards.unknown if any(distance(place, pose) <= LIMITS.reach for place in fronts)]
    kinds = ((pose, pose.sighting.card) for pose in cards.unknown if pose not in near)
    crowns = [pose for pose, card in kinds if card is not None and card.rank is Rank.CROWN]
    return [*near, *(crowns if state.phase is Phase.SHOW else [])]


def _may_be(kind: Card, state: State, cards: OpenCards) -> bool:
    shown = kind.rank is Rank.CROWN and state.phase is Phase.SHOW
    return kind not in cards.known and (is_traded(kind) or shown)


def _from_left(pose: CardPose, near: Edge) -> float:
    """Return how far right a card lies as player 0 sees it."""
    x, y = near.direction
    return dot(pose.centre, (y, -x))
