"""Scoring a photographed table of Magnate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import ScoredTable, ScorePhotos
from companion.cli.languages import translate
from companion.cli.magnate.deed_orientation import DeedOrientation, options_with_deeds
from companion.errors import CompanionError
from companion.games.board import Rows, verbatim
from companion.games.magnate.encoding import score_to_json
from companion.games.magnate.scoring import Score, score
from companion.locale import Message
from companion.pieces import Tokens

if TYPE_CHECKING:
    from companion.table.edge import Edge
    from companion.table.magnate.layout import TableReading
    from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """Magnate's options of ``companion score``: what a photo cannot show."""

    deeds: Annotated[
        DeedOrientation | None, typer.Option(help="How deeds are placed. Default: as set in the preset.")
    ] = None
    tokens: Annotated[
        str | None, typer.Option(help="Each player's tokens, such as M2W1,K4. A photo does not show them.")
    ] = None


def build_scorer(preset: str, photo_options: PhotoOptions) -> ScorePhotos:
    """Return the function that scores a photo; raise ``CompanionError`` if the preset or the tokens are wrong.

    Args:
        preset: The preset's name.
        photo_options: What the photo cannot show.

    Returns:
        The function.
    """
    options = options_with_deeds(preset, photo_options.deeds)
    tokens = _parse_tokens(photo_options.tokens, options.players)

    def score_photo(photos: Sequence[Sightings], near: Edge, answers: Mapping[str, str]) -> ScoredTable:
        from companion.table.magnate.game_prior import PhotoAnswers
        from companion.table.magnate.layout import read_layout

        return score_reading(read_layout(photos[0], options, near, PhotoAnswers(answers)), tokens)

    return score_photo


def score_reading(reading: TableReading, tokens: Sequence[Tokens | None]) -> ScoredTable:
    """Score a table.

    Args:
        reading: What was read from the photo.
        tokens: Each player's tokens; None: unknown.

    Returns:
        The scored table.
    """
    layout = replace(reading.layout, tokens=tuple(tokens))
    result = score(layout) if reading.sure else score(layout).undecided
    players = range(len(tokens))
    return ScoredTable(
        players=len(tokens),
        sure=reading.sure,
        questions=tuple(reading.questions),
        remarks=tuple(reading.remarks),
        worth=score_to_json(result, layout, [str(seat) for seat in players]),
        rows=_rows(result),
        why=result.why([translate(Message("Player {n}", {"n": seat + 1})) for seat in players]),
    )


def _parse_tokens(text: str | None, players: int) -> tuple[Tokens | None, ...]:
    if text is None:
        return (None,) * players
    parts = text.split(",")
    if len(parts) != players:
        raise CompanionError(
            f"--tokens {text!r}", Message("needs one amount per player"), Message("for example: M2W1,K4 or 0,K4")
        )
    return tuple(Tokens.parse(part.strip()) for part in parts)


def _rows(result: Score) -> Rows:
    """Return a row for each district: each player's cards and their total."""
    seats = [Message("player {n}", {"n": seat + 1}) for seat in range(len(result.tokens))]
    nothing = verbatim("")
    headings = (Message("district"), *(part for seat in seats for part in (seat, nothing)), Message("held by"))
    rows = []
    for district in result.districts:
        cells = [nothing] * (2 * len(seats))
        for side in district.sides:
            cards = [*map(str, side.properties), *([f"({side.deed})"] if side.deed else [])]
            cells[2 * side.player : 2 * side.player + 2] = verbatim(" ".join(cards) or "–"), verbatim(side.total)
        holder = Message("nobody") if district.won_by is None else seats[district.won_by]
        rows.append((verbatim(district.card), *cells, holder))
    return Rows(headings, tuple(rows))
