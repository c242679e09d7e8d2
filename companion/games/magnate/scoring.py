"""The owners of districts, and the winner (B37–B43, C6, D7, F11, F13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.final_count import FinalCount, Step, share, tie_breaks
from companion.games.magnate.options import Options, Solo
from companion.games.magnate.state import Column, District, State
from companion.games.view import Kind, Piece, Spot, cards
from companion.locale import Message, listed
from companion.pieces import Card, Rank, Tokens
from companion.pieces.cards import describe_card


@dataclass(frozen=True, slots=True)
class Layout:
    """A table. Seats count from 0; districts from seat 0's left.

    ``tokens`` are None if nobody counted them, as in a photo.
    """

    districts: tuple[District, ...]
    crowns: tuple[tuple[Card, ...], ...]
    tokens: tuple[Tokens | None, ...]
    options: Options

    @classmethod
    def of(cls, state: State) -> Layout:
        """Return the layout of a game's state."""
        return cls(state.districts, state.crowns, state.tokens, state.options)


class DecidedBy(Enum):
    """The criterion that settles the game (B40–B43)."""

    DISTRICTS = "districts"
    TOTAL = "total"
    TOKENS = "tokens"
    DRAW = "draw"
    UNDECIDED = "undecided"
    """The tokens would decide and were not counted, or a card is uncertain."""

    def __str__(self) -> str:
        return self.value


DECIDERS = {
    DecidedBy.DISTRICTS.value: Message("most districts"),
    DecidedBy.TOTAL.value: Message("higher total"),
    DecidedBy.TOKENS.value: Message("most tokens"),
    DecidedBy.DRAW.value: Message("draw"),
}
"""What decides a finished game, for people."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One player's side of a district."""

    player: int
    properties: tuple[Card, ...]
    deed: Card | None
    total: int


@dataclass(frozen=True, slots=True)
class DistrictScore:
    """A district: its sides by seat, and the seat that holds it (None: nobody, B39)."""

    index: int
    card: Card
    sides: tuple[SideScore, ...]
    won_by: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a table if the game ends now."""

    districts: tuple[DistrictScore, ...]
    districts_won: tuple[int, ...]
    """By seat (B40)."""
    total_ranks: tuple[int, ...]
    """By seat, as the first tie-break counts them (B41)."""
    tokens: tuple[Tokens | None, ...]
    winner: int | None
    """The winner; None in a draw, or if the tokens would decide."""
    decided_by: DecidedBy
    tied: tuple[int, ...] = ()
    """The seats that were tied before the deciding criterion, or at the end; none if districts decide."""

    def why(self, names: Sequence[str | Message]) -> Message:
        """Return one sentence about who wins and why; ``names`` by seat."""
        return _why(self, names)

    @property
    def undecided(self) -> Score:
        """Return the score of an uncertain table: nobody has won yet."""
        return replace(self, winner=None, decided_by=DecidedBy.UNDECIDED, tied=())


def score(table: Layout | State) -> Score:
    """Score a game or a table (B37–B43). Deeds and their tokens count nothing."""
    layout = Layout.of(table) if isinstance(table, State) else table
    options = layout.options
    districts = tuple(
        _district_score(index, district.card, district.columns, options)
        for index, district in enumerate(layout.districts)
    )
    seats = range(len(layout.tokens))
    won = tuple(sum(district.won_by == seat for district in districts) for seat in seats)
    totals = tuple(_tie_break_total(layout, seat) for seat in seats)
    tied, winner, decided_by = _decide(won, totals, layout)
    return Score(districts, won, totals, layout.tokens, winner, decided_by, tied)


def _district_score(index: int, card: Card, columns: Sequence[Column | None], options: Options) -> DistrictScore:
    sides = tuple(
        SideScore(
            seat, column.properties, column.deed.card if column.deed else None, column_total(column.properties, options)
        )
        for seat, column in enumerate(columns)
        if column is not None
    )
    best = leaders([(side.player, side.total) for side in sides])
    return DistrictScore(index, card, sides, best[0] if len(best) == 1 else None)


def column_total(properties: Sequence[Card], options: Options) -> int:
    """Return the sum of ranks (B38); an Ace counts the column's properties with its suit; a Court 10 (C6).

    >>> from companion.games.magnate.options import preset
    >>> column_total([Card.parse(code) for code in "AY 3LY 5YK 8YK".split()], preset("standard"))
    20
    """
    return sum(property_value(card, properties, options) for card in properties)


def property_value(card: Card, properties: Sequence[Card], options: Options) -> int:
    """Return a completed property's value in its column (B38, C6); by the older rule an Ace is 1 (F13)."""
    if card.rank is Rank.ACE and not options.original_aces:
        return sum(card.suits[0] in other.suits for other in properties)
    return printed_rank(card)


def printed_rank(card: Card) -> int:
    """Return a card's printed rank: an Ace 1, a Court 10."""
    return {Rank.ACE: 1, Rank.COURT: 10}.get(card.rank) or card.rank.number or 0


def _tie_break_total(layout: Layout, seat: int) -> int:
    columns = [column for district in layout.districts if (column := district.columns[seat]) is not None]
    if layout.options.tie_counts_aces_as_scored:
        return sum(column_total(column.properties, layout.options) for column in columns)
    return sum(printed_rank(card) for column in columns for card in column.properties)


def leaders(amounts: Iterable[tuple[int, int]]) -> list[int]:
    """Return the seats with the highest amount; several if they are tied (B39, F11)."""
    pairs = list(amounts)
    most = max((amount for _, amount in pairs), default=0)
    return [seat for seat, amount in pairs if amount == most]


def _decide(
    won: tuple[int, ...], totals: tuple[int, ...], layout: Layout
) -> tuple[tuple[int, ...], int | None, DecidedBy]:
    """Return the tied seats, the winner, and the deciding criterion (B40–B43, F11)."""
    best = leaders(enumerate(won))
    if len(best) == 1:
        return (), best[0], DecidedBy.DISTRICTS
    tied = tuple(best)
    best = leaders((seat, totals[seat]) for seat in tied)
    if len(best) == 1:
        return tied, best[0], DecidedBy.TOTAL
    tied = tuple(best)
    if layout.options.solo is not Solo.NO and layout.options.solo_double_tie_draws:
        return tied, None, DecidedBy.DRAW
    counted = [(seat, tokens.total) for seat in tied if (tokens := layout.tokens[seat]) is not None]
    if len(counted) < len(tied):
        return tied, None, DecidedBy.UNDECIDED
    best = leaders(counted)
    return (tied, best[0], DecidedBy.TOKENS) if len(best) == 1 else (tuple(best), None, DecidedBy.DRAW)


def _why(result: Score, names: Sequence[str | Message]) -> Message:
    if result.decided_by is DecidedBy.UNDECIDED and not result.tied:
        return Message("nobody wins yet: something that counts is still in doubt")
    if result.winner is None:
        tied = listed([Message("{name}", {"name": names[seat]}) for seat in result.tied])
        if result.decided_by is DecidedBy.UNDECIDED:
            return Message("{tied} are level in districts and totals; count their tokens to decide", {"tied": tied})
        return Message("{tied} are level in everything that counts: a draw", {"tied": tied})
    compared = result.tied or tuple(range(len(result.tokens)))
    values = {
        "name": names[result.winner],
        "districts": _against(result.districts_won, compared, result.winner),
        "totals": _against(result.total_ranks, compared, result.winner),
    }
    if result.decided_by is DecidedBy.DISTRICTS:
        return Message("{name} wins with the most districts, {districts}", values)
    if result.decided_by is DecidedBy.TOTAL:
        return Message("{name} wins: level in districts ({districts}), the higher total decides, {totals}", values)
    held = tuple(tokens.total if tokens is not None else 0 for tokens in result.tokens)
    return Message(
        "{name} wins: level in districts ({districts}) and totals ({totals}), the most tokens decide, {tokens}",
        {**values, "tokens": _against(held, compared, result.winner)},
    )


def _against(amounts: Sequence[int], compared: Sequence[int], winner: int) -> str:
    """Return the winner's amount and, in falling order, those of the others compared."""
    others = sorted((amounts[seat] for seat in compared if seat != winner), reverse=True)
    return " : ".join(map(str, (amounts[winner], *others)))


def final_count(state: State, names: Sequence[str]) -> FinalCount:
    """Return the count of a finished game; the names are by seat."""
    worth, held, steps = score(state), [0] * state.players, list[Step]()
    for district in worth.districts:
        if district.won_by is not None:
            held[district.won_by] += 1
        steps.append(Step(_district(district, state.options), tuple(held)))
    winners = () if worth.winner is None else (worth.winner,)
    return FinalCount(Message("Districts"), (*steps, *list_tie_breaks(worth, state.options)), winners, worth.why(names))


def list_tie_breaks(worth: Score, options: Options) -> Iterator[Step]:
    """Yield the comparisons that were needed after that of the districts (B41, B42, D7)."""
    tokens = [None if held is None else held.total for held in worth.tokens]
    compared = (("totals", Message("Totals"), worth.total_ranks), ("tokens", Message("Tokens"), tokens))
    without_tokens = options.solo is not Solo.NO and options.solo_double_tie_draws
    return tie_breaks(worth.districts_won, compared[:1] if without_tokens else compared)


def _district(district: DistrictScore, options: Options) -> Spot:
    label = Message("District {number}", {"number": district.index + 1})
    sides = tuple(
        share(
            f"side-{district.index}-{side.player}",
            side.player,
            label,
            [
                (_counts(one, options), Piece(Kind.CARD, one), property_value(one, side.properties, options))
                for one in side.properties
            ],
            leads=district.won_by == side.player,
        )
        for side in district.sides
    )
    return Spot(f"district-{district.index}", label, cards((district.card,)), spots=sides)


def _counts(card: Card, options: Options) -> Message:
    """Return what a property counts (B38)."""
    if card.rank is Rank.ACE and not options.original_aces:
        return Message("An Ace counts the properties of {suit}", {"suit": card.suits[0].wording()})
    return describe_card(card)
