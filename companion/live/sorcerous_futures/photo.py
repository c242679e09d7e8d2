"""Sorcerous Futures in photos of its cards, one for each player."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.new_game import numbered_players
from companion.games.sorcerous_futures.encoding import worth_to_json
from companion.games.sorcerous_futures.facts import BoughtFact, CrownFact, Fact, GoldFact, ValuationFact
from companion.games.sorcerous_futures.moves import Correct
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.scoring import DecidedBy, Score, score
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import GOLD
from companion.games.texts import Cell, Rows, verbatim
from companion.live.camera_game import PhotoGame
from companion.locale import Message
from companion.table.comparison import ScoredTable
from companion.table.sightings import Edge, Sightings
from companion.table.sorcerous_futures.player_area import FuturesTable, read_futures_table


def read(photos: Sequence[Sightings], options: Options, _near: Edge, answers: Mapping[str, str]) -> FuturesTable:
    """Read the photos of all players' cards; raise ``CompanionError`` if they make no table."""
    return read_futures_table(photos, options, answers)


def score_table(table: FuturesTable, gold: Sequence[int], names: Sequence[str]) -> ScoredTable:
    """Score a table.

    Args:
        table: What was read from the photos.
        gold: Each player's gold; empty: unknown.
        names: The players' names in seat order; none: they are numbered from 1.

    Returns:
        The scored table.
    """
    known = replace(table.state, gold=tuple(gold)) if gold else table.state
    worth = _without_unknown(score(known), bool(gold), table.sure)
    called = names or numbered_players(table.state.seats)
    return ScoredTable(
        players=table.state.seats,
        sure=table.sure,
        questions=table.questions,
        remarks=table.remarks,
        worth=worth_to_json(worth, [str(seat) for seat in range(table.state.seats)]),
        rows=_rows(worth, [one if isinstance(one, Message) else verbatim(one) for one in called]),
        why=worth.why(called),
    )


def lay(table: FuturesTable, gold: Sequence[int]) -> tuple[Setup, Correct | None]:
    """Return the setup of a game with this table, and the correction that lays bought cards, Crowns and valuations.

    A photo shows no price: each card counts as bought for nothing until that is corrected.
    """
    state = table.state
    facts: list[Fact] = [BoughtFact(seat, (), own) for seat, own in enumerate(state.bought) if own]
    facts += [CrownFact(seat, None, crown) for seat, crown in enumerate(state.crowns) if crown is not None]
    facts += [ValuationFact(one.under, None, one.card) for one in state.valuations]
    facts += [GoldFact(seat, GOLD, now) for seat, now in enumerate(gold) if now != GOLD]
    return Setup(state.aces), Correct(tuple(facts)) if facts else None


def _without_unknown(worth: Score, known: bool, sure: bool) -> Score:
    """Return the score without what a photo does not show: the prices paid, and the gold unless ``known``.

    There is no winner unless gold and cards are certain.
    """
    seats = tuple(
        replace(
            seat,
            gold=seat.gold if known else None,
            total=seat.total if known else None,
            cards=tuple(replace(card, paid=None) for card in seat.cards),
        )
        for seat in worth.seats
    )
    worth = replace(worth, seats=seats)
    return worth if known and sure else replace(worth, winners=(), decided_by=DecidedBy.UNDECIDED)


def _rows(worth: Score, names: Sequence[Message]) -> Rows:
    """Return a row for each player: gold, every card with its value, the total."""
    headings = (Message("player"), Message("gold"), Message("cards"), Message("total"))
    rows: list[tuple[Cell, ...]] = []
    for seat in worth.seats:
        cards = " ".join(f"{card.card}={_format_value(card.worth)}" for card in seat.cards) or "–"
        gold, total = _format_value(seat.gold), _format_value(seat.total)
        rows.append((names[seat.player], verbatim(gold), verbatim(cards), verbatim(total)))
    return Rows(headings, tuple(rows))


def _format_value(value: int | None) -> str:
    return "?" if value is None else str(value)


FUTURES_PHOTO = PhotoGame(read, score_table, lay, photo_per_player=True)
