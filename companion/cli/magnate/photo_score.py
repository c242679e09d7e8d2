"""Scoring a photographed table of Magnate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import ScorePhotos
from companion.cli.languages import translate
from companion.cli.magnate.deed_orientation import DeedOrientation, options_with_deeds
from companion.errors import CompanionError
from companion.games.magnate.encoding import score_to_json
from companion.games.magnate.scoring import Score, score
from companion.games.rows import Rows, verbatim
from companion.locale import Message
from companion.pieces import Tokens
from companion.table.scored import ScoredTable

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


_PLACES = {
    2: (Message("near"), Message("far")),
    3: (Message("near"), Message("left"), Message("right")),
}
"""By the number of players, where each sits as the photo shows the table, from the near edge clockwise."""
_PLAYERS = {
    2: (Message("The near player"), Message("The far player")),
    3: (Message("The near player"), Message("The player on the left"), Message("The player on the right")),
}
"""The same, as the subject of a sentence."""


def build_scorer(preset: str, photo_options: PhotoOptions, names: Sequence[str]) -> ScorePhotos:
    """Return the function that scores a photo; raise ``CompanionError`` if the preset or the tokens are wrong.

    Args:
        preset: The preset's name.
        photo_options: What the photo cannot show.
        names: The players' names, from the near edge clockwise; none: they are called by where they sit.
    """
    options = options_with_deeds(preset, photo_options.deeds)
    tokens = _parse_tokens(photo_options.tokens, options.players)

    def score_photo(photos: Sequence[Sightings], near: Edge, answers: Mapping[str, str]) -> ScoredTable:
        from companion.table.magnate.game_prior import PhotoAnswers
        from companion.table.magnate.layout import read_layout

        return score_reading(read_layout(photos[0], options, near, PhotoAnswers(answers)), tokens, names)

    return score_photo


def score_reading(reading: TableReading, tokens: Sequence[Tokens | None], names: Sequence[str] = ()) -> ScoredTable:
    """Score a table.

    Args:
        reading: What was read from the photo.
        tokens: Each player's tokens; None: unknown.
        names: The players' names; none: they are called by where they sit.

    Returns:
        The scored table.
    """
    layout = replace(reading.layout, tokens=tuple(tokens))
    result = score(layout) if reading.sure else score(layout).undecided
    called = tuple(map(verbatim, names)) or _PLACES[len(tokens)]
    winners = names or [translate(name) for name in _PLAYERS[len(tokens)]]
    deeds = [side.deed for district in result.districts for side in district.sides if side.deed is not None]
    return ScoredTable(
        players=len(tokens),
        sure=reading.sure,
        questions=tuple(reading.questions),
        remarks=tuple(reading.remarks),
        worth=score_to_json(result, layout, [str(seat) for seat in range(len(tokens))]),
        rows=_rows(result, called),
        why=result.why(winners),
        notes=(Message("({card}): a deed in parentheses is not finished and does not count", {"card": str(deeds[0])}),)
        if deeds
        else (),
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


def _rows(result: Score, seats: Sequence[Message]) -> Rows:
    """Return a row for each district: each player's cards and their total."""
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
