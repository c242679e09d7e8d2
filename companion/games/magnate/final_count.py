"""The final count: district by district, then the tie-breaks that were needed (B37–B43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.final_count import FinalCount, Step, share, tie_breaks
from companion.games.magnate.options import Options, Solo
from companion.games.magnate.scoring import DistrictScore, Score, property_value, score
from companion.games.magnate.state import State
from companion.games.view import Kind, Piece, Spot, cards
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.pieces.spoken import describe_card


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
