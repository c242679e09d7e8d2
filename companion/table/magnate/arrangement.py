"""The arrangement of a Magnate table before its cards are identified: Crowns (B3), the row of two players (B2)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.games.magnate.options import Options
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import District
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose, Row, bounding_box, dot, fit_row, is_on_line, orient_row
from companion.table.comparison import NoTable
from companion.table.magnate.columns import Spots, find_spots
from companion.table.magnate.game_prior import NEAR, GamePrior
from companion.table.questions import TableQuestion, choices
from companion.table.sightings import Edge, Face, Point


@dataclass(frozen=True, slots=True)
class OwnedCrowns:
    """Each player's Crowns from that player's left, and the questions about them, which never change the score."""

    crowns: tuple[tuple[Card, ...], ...]
    questions: tuple[TableQuestion, ...]


def assign_crowns(row: Row, cards: Sequence[CardPose], options: Options, prior: GamePrior) -> OwnedCrowns:
    """Return the Crowns by player, from their side of the row.

    If that does not divide them evenly, each player gets the nearer half.

    Args:
        row: The row of districts.
        cards: The Crowns.
        options: The options in force.
        prior: What is known beforehand.
    """
    ordered = sorted(cards, key=lambda card: -row.position(card.centre)[1])
    mine = sum(row.position(card.centre)[1] > 0 for card in ordered)
    if len(ordered) == 2 * options.crowns_each:
        mine = options.crowns_each
    held = [sorted(part, key=lambda card: row.position(card.centre)[0]) for part in (ordered[:mine], ordered[mine:])]
    return read_crowns(held, prior)


def read_crowns(held: Sequence[Sequence[CardPose]], prior: GamePrior) -> OwnedCrowns:
    """Return the Crowns by seat in order, with a question for each uncertain one."""
    hands: list[list[Card]] = [[] for _ in held]
    questions = []
    for player, cards in enumerate(held):
        for place, card in enumerate(cards):
            likely = choices(kind.code for kind, _ in card.sighting.candidates)
            text = Message("Which Crown is this?")
            asked = TableQuestion(
                f"crown-{player}-{place}", "card", text, likely, None, card.region, False, card.sighting
            )
            answer = prior.answer(asked)
            named = Card.parse(answer) if answer is not None else card.sighting.card
            if named is not None:
                hands[player].append(named)
            if answer is None and not card.sighting.sure:
                questions.append(asked)
    return OwnedCrowns(tuple(map(tuple, hands)), tuple(questions))


T = TypeVar("T")


def reseated(layout: Layout, first: int) -> Layout:
    """Return a layout with this seat as seat 0, and the others after it."""
    players = len(layout.crowns)
    order = [(first + seat) % players for seat in range(players)]
    districts = [
        replace(district, columns=tuple(district.columns[seat] for seat in order)) for district in layout.districts
    ]
    crowns = tuple(layout.crowns[seat] for seat in order)
    if first and players == 2:
        districts, crowns = districts[::-1], tuple(held[::-1] for held in crowns)
    elif first:
        districts = _arms(districts, first)
    return replace(layout, districts=tuple(districts), crowns=crowns)


def arms_in_order(left: Sequence[T], opposite: Sequence[T], right: Sequence[T], middle: T) -> list[T]:
    """Return the districts of a Y in the order of a layout, of three arms with the innermost district first."""
    half = (len(opposite) + 1) // 2
    return [*reversed(left), *opposite[:half], middle, *opposite[half:], *right]


def _arms(districts: Sequence[District], first: int) -> list[District]:
    """Return the districts of a Y, whose columns are by their new seats, in their new order."""
    middle = next(place for place, district in enumerate(districts) if None not in district.columns)
    # No column of seat 0, say, is at the arm opposite to it. The list names the arm on the left from its end inwards.
    opposite_to = [[one for one in districts if one.columns[seat] is None] for seat in range(3)]
    opposite_to[(2 - first) % 3].reverse()
    opposite, right, left = opposite_to
    return arms_in_order(left, opposite, right, districts[middle])


class NoMagnateTable(NoTable):
    """The cards in view make no Magnate table."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """District cards in order, the seats that border on each, the Crowns, and the questions about all that."""

    districts: tuple[CardPose, ...]
    borders: tuple[tuple[int, ...], ...]
    spots: Callable[[GamePrior], Spots]
    """Finds the columns, given a prior."""
    crowns: OwnedCrowns
    questions: tuple[TableQuestion, ...]
    seat_at: Callable[[Edge], int]
    """Returns which seat is nearest to an edge of the picture."""


DISTRICT_RANKS = frozenset({Rank.PAWN, Rank.EXCUSE})


def likely_rank(card: CardPose) -> Rank | None:
    """Return the most likely rank."""
    return card.sighting.card.rank if card.sighting.card else None


def could_be_district(card: CardPose) -> bool:
    """Return whether an uncertain card may be a Pawn or the Excuse."""
    candidates = card.sighting.candidates
    return not candidates or any(kind.rank in DISTRICT_RANKS for kind, _ in candidates)


def ask_missing_districts(
    found: Sequence[CardPose], read: Sequence[Card], options: Options
) -> tuple[TableQuestion, ...]:
    """Return a question if fewer districts were found than the options have.

    Args:
        found: The district cards.
        read: The cards that they are.
        options: The options in force.

    Returns:
        A question without choices, or none.
    """
    expected = options.pawns + options.excuse
    if len(found) >= expected:
        return ()
    text = Message(
        "Only {found} of {expected} districts were found ({cards}). Take the photo again with the whole row in view.",
        {"found": len(found), "expected": expected, "cards": ", ".join(str(card) for card in read)},
    )
    return (TableQuestion("districts", "district", text, (), region=bounding_box(list(found))),)


def ask_near_edge(
    text: Message, near: Edge, cards: Sequence[CardPose], prior: GamePrior
) -> tuple[Edge | None, TableQuestion]:
    """Ask at which of the two edges next to ``near`` player 0 sits.

    Args:
        text: The text of the question.
        near: The edge that is ambiguous.
        cards: The cards that the question points at.
        prior: What is known beforehand.

    Returns:
        The edge that was answered, and the question.
    """
    offered = choices(edge.value for edge in near.neighbours)
    question = TableQuestion(NEAR, NEAR, text, offered, region=bounding_box(list(cards)))
    answer = prior.answer(question)
    return (None if answer is None else Edge(answer)), question


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
        return find_spots(row, dict(enumerate(districts)), others, options, prior)

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
