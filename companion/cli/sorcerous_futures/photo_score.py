"""Scoring photographed cards of Sorcerous Futures, a photo for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import ScorePhotos
from companion.cli.languages import translate
from companion.errors import CompanionError
from companion.games.rows import Cell, Rows, verbatim
from companion.games.sorcerous_futures.encoding import worth_to_json
from companion.games.sorcerous_futures.options import options_from_json
from companion.games.sorcerous_futures.scoring import CardWorth, DecidedBy, Score, score
from companion.locale import Message
from companion.table.scored import ScoredTable

if TYPE_CHECKING:
    from companion.table.edge import Edge
    from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """Sorcerous Futures' options of ``companion score``: what photos cannot show."""

    gold: Annotated[
        str | None, typer.Option(help="Each player's gold in seat order, such as 34,12,9. A photo does not show it.")
    ] = None


def build_scorer(preset: str, photo_options: PhotoOptions, names: Sequence[str]) -> ScorePhotos:
    """Return the function that scores photos, one for each player in seat order.

    Raise ``CompanionError`` if the preset or the gold is wrong.

    Args:
        preset: The preset's name.
        photo_options: What the photos cannot show.
        names: The players' names in seat order; none: they are numbered from 1.
    """
    options = options_from_json({"preset": preset}, "--preset")
    gold = _parse_gold(photo_options.gold, options.players)

    def score_photos(photos: Sequence[Sightings], _near: Edge, answers: Mapping[str, str]) -> ScoredTable:
        from companion.table.sorcerous_futures.whole_table import read_futures_table

        table = read_futures_table(photos, options, answers)
        known = table.state if gold is None else replace(table.state, gold=gold)
        worth = _without_unknown(score(known), gold is not None, table.sure)
        called = names or [translate(Message("Player {n}", {"n": seat + 1})) for seat in range(options.players)]
        return ScoredTable(
            players=options.players,
            sure=table.sure,
            questions=table.questions,
            remarks=table.remarks,
            worth=worth_to_json(worth, [str(seat) for seat in range(options.players)]),
            rows=_rows(worth, called),
            why=worth.why(called),
        )

    return score_photos


def _parse_gold(text: str | None, players: int) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        gold = tuple(int(part) for part in text.split(","))
    except ValueError:
        gold = ()
    if len(gold) != players or min(gold) < 0:
        raise CompanionError(
            f"--gold {text!r}",
            Message("needs {n} amounts, one per player", {"n": players}),
            Message("for example: 34,12,9"),
        )
    return gold


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


def _rows(worth: Score, names: Sequence[str]) -> Rows:
    """Return a row for each player: gold, every card with its value, the total."""
    headings = (Message("player"), Message("gold"), Message("cards"), Message("total"))
    rows: list[tuple[Cell, ...]] = []
    for seat in worth.seats:
        cards = " ".join(map(_format_card, seat.cards)) or "–"
        gold, total = _format_value(seat.gold), _format_value(seat.total)
        rows.append((verbatim(names[seat.player]), verbatim(gold), verbatim(cards), verbatim(total)))
    return Rows(headings, tuple(rows))


def _format_card(card: CardWorth) -> str:
    return f"{card.card}={_format_value(card.worth)}"


def _format_value(value: int | None) -> str:
    return "?" if value is None else str(value)
