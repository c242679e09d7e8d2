"""A photographed table of Magnate, read and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import Scored, ScorePhotos
from companion.cli.languages import say
from companion.cli.magnate.deed_orientation import Deeds, options_of
from companion.errors import CompanionError
from companion.games.board import Rows, verbatim
from companion.locale import Message
from companion.pieces import Tokens

if TYPE_CHECKING:
    from companion.games.magnate.scoring import Score
    from companion.table.edge import Edge
    from companion.table.magnate.layout import TableReading
    from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Photographed:
    """What a photo cannot tell."""

    deeds: Annotated[Deeds | None, typer.Option(help="How deeds lie; as the preset has it without it.")] = None
    tokens: Annotated[str | None, typer.Option(help="Each player's tokens: M2W1,K4. A photo cannot count them.")] = None


def scorer(preset: str, told: Photographed) -> ScorePhotos:
    """How photos are scored. Raises what is wrong with the preset or the tokens."""
    options = options_of(preset, told.deeds)
    tokens = _tokens(told.tokens, options.players)

    def score_photo(photos: Sequence[Sightings], near: Edge, answers: Mapping[str, str]) -> Scored:
        from companion.table.magnate.game_prior import PhotoAnswers
        from companion.table.magnate.layout import read_layout

        return scored(read_layout(photos[0], options, near, PhotoAnswers(answers)), tokens)

    return score_photo


def scored(reading: TableReading, tokens: Sequence[Tokens | None]) -> Scored:
    """A table with these tokens, by player."""
    from companion.games.magnate.encoding import score_to_json
    from companion.games.magnate.scoring import score

    layout = replace(reading.layout, tokens=tuple(tokens))
    result = score(layout) if reading.sure else score(layout).undecided
    players = range(len(tokens))
    return Scored(
        players=len(tokens),
        sure=reading.sure,
        questions=tuple(reading.questions),
        remarks=tuple(reading.remarks),
        worth=score_to_json(result, layout, [str(seat) for seat in players]),
        rows=_rows(result),
        why=result.why([say(Message("Player {n}", {"n": seat})) for seat in players]),
    )


def _tokens(text: str | None, players: int) -> tuple[Tokens | None, ...]:
    if text is None:
        return (None,) * players
    parts = text.split(",")
    if len(parts) != players:
        raise CompanionError(
            f"--tokens {text!r}", Message("needs an amount for each player"), Message("write them like M2W1,K4 or 0,K4")
        )
    return tuple(Tokens.parse(part.strip()) for part in parts)


def _rows(result: Score) -> Rows:
    """District by district, each player's cards and what they come to."""
    seats = [Message("player {n}", {"n": seat}) for seat in range(len(result.tokens))]
    nothing = verbatim("")
    headings = (Message("district"), *(part for seat in seats for part in (seat, nothing)), Message("held by"))
    rows = []
    for district in result.districts:
        cells = [nothing] * (2 * len(seats))
        for side in district.sides:
            cards = [*map(str, side.properties), *([f"({side.deed})"] if side.deed else [])]
            told = verbatim(" ".join(cards) or "–"), verbatim(side.total)
            cells[2 * side.player : 2 * side.player + 2] = told
        holder = Message("nobody") if district.won_by is None else seats[district.won_by]
        rows.append((verbatim(district.card), *cells, holder))
    return Rows(headings, tuple(rows))
