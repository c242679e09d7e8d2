"""Photographed cards of Sorcerous Futures, a photo a player, read and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import Scored, ScorePhotos
from companion.cli.languages import say
from companion.errors import CompanionError
from companion.games.board import Cell, Rows, verbatim
from companion.locale import Message

if TYPE_CHECKING:
    from companion.games.sorcerous_futures.scoring import CardWorth, Score
    from companion.table.edge import Edge
    from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Photographed:
    """What photos cannot tell."""

    gold: Annotated[
        str | None, typer.Option(help="Each player's gold, in seat order: 34,12,9. A photo cannot count it.")
    ] = None


def scorer(preset: str, told: Photographed) -> ScorePhotos:
    """How photos are scored, one a player in seat order. Raises what is wrong with the preset or the gold."""
    from companion.games.sorcerous_futures.options import options_from_json

    options = options_from_json({"preset": preset}, "--preset")
    gold = _gold(told.gold, options.players)

    def score_photos(photos: Sequence[Sightings], _near: Edge, answers: Mapping[str, str]) -> Scored:
        from companion.games.sorcerous_futures.encoding import worth_to_json
        from companion.games.sorcerous_futures.scoring import score
        from companion.table.sorcerous_futures.whole_table import read_futures_table

        table = read_futures_table(photos, options, answers)
        known = table.state if gold is None else replace(table.state, gold=gold)
        worth = _as_photographed(score(known), gold is not None, table.sure)
        names = [say(Message("Player {n}", {"n": seat})) for seat in range(options.players)]
        return Scored(
            players=options.players,
            sure=table.sure,
            questions=table.questions,
            remarks=table.remarks,
            worth=worth_to_json(worth, [str(seat) for seat in range(options.players)]),
            rows=_rows(worth),
            why=worth.why(names),
        )

    return score_photos


def _gold(written_: str | None, players: int) -> tuple[int, ...] | None:
    if written_ is None:
        return None
    try:
        gold = tuple(int(part) for part in written_.split(","))
    except ValueError:
        gold = ()
    if len(gold) != players or min(gold) < 0:
        raise CompanionError(
            f"--gold {written_!r}",
            Message("needs an amount for each of {n} players", {"n": players}),
            Message("write them like 34,12,9"),
        )
    return gold


def _as_photographed(worth: Score, known: bool, sure: bool) -> Score:
    """Without what a photo does not tell: what was paid, and the gold if nobody counted it.

    Nobody wins while that, or what lies there, is open.
    """
    from companion.games.sorcerous_futures.scoring import DecidedBy

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


def _rows(worth: Score) -> Rows:
    """Player by player: gold, every card with what it brings, the total."""
    headings = (Message("player"), Message("gold"), Message("cards"), Message("total"))
    rows: list[tuple[Cell, ...]] = []
    for seat in worth.seats:
        cards = " ".join(map(_card, seat.cards)) or "–"
        rows.append((verbatim(seat.player), verbatim(_known(seat.gold)), verbatim(cards), verbatim(_known(seat.total))))
    return Rows(headings, tuple(rows))


def _card(card: CardWorth) -> str:
    return f"{card.card}={_known(card.worth)}"


def _known(value: int | None) -> str:
    return "?" if value is None else str(value)
