"""``companion score``: what a photographed table is worth."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import print_json
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.given import contents
from companion.locale import Message, Wording
from companion.pieces import Tokens
from companion.vision.intake import INTAKE

if TYPE_CHECKING:
    from companion.games.magnate.scoring import Score
    from companion.table.magnate.layout import TableReading
    from companion.table.questions import TableQuestion


class Near(StrEnum):
    """An edge of the photo."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


class Deeds(StrEnum):
    """How deeds lie against finished properties (S-TURNED)."""

    TURNED = "turned"
    STRAIGHT = "straight"


class UnreadableAnswers(CompanionError):
    """A file that holds no answers."""


def score(
    context: typer.Context,
    photo: Annotated[Path, typer.Argument(help="A photo of the whole table.")],
    game: Annotated[str, typer.Option(help="The game that lies there.")] = "magnate",
    preset: Annotated[str, typer.Option(help="The options in force, by preset.")] = "standard",
    near: Annotated[Near, typer.Option(help="The photo's edge at which player 0 sits.")] = Near.BOTTOM,
    deeds: Annotated[Deeds | None, typer.Option(help="How deeds lie; as the preset has it without it.")] = None,
    tokens: Annotated[
        str | None, typer.Option(help="Each player's tokens: M2W1,K4. A photo cannot count them.")
    ] = None,
    answers: Annotated[Path | None, typer.Option(help='Answers to questions, as JSON: {"id": "choice"}.')] = None,
    overlay: Annotated[Path | None, typer.Option(help="Draw what was read over the photo, as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Reads a table and scores it. Status 1: something that counts is in doubt, and the questions say what.

    Dice do not count: one in doubt raises no question here.
    """
    from companion.cli.known_decks import known_decks
    from companion.files import check, write
    from companion.games.magnate.encoding import score_to_json
    from companion.games.magnate.presets import preset as options_of
    from companion.games.magnate.scoring import score as scored
    from companion.table.magnate.knowledge import PhotoAnswers
    from companion.table.magnate.layout import read_layout
    from companion.table.row import Edge
    from companion.vision.overlay import overlay as drawn
    from companion.vision.pictures import load
    from companion.vision.seeing import see

    if game != "magnate":
        raise CompanionError(repr(game), Message("is no game that can be scored from a photo"), Message("give magnate"))
    options = options_of(preset)
    if deeds is not None:
        options = replace(options, deeds_turned=deeds is Deeds.TURNED)
    counted, given = _tokens(tokens, options.players), PhotoAnswers(_answers(answers))
    if overlay is not None:
        check(overlay, context.obj.own, (photo,) if answers is None else (photo, answers))
    picture = load(photo)
    sightings = see(picture.pixels, known_decks(context.obj)).sightings
    if overlay is not None:
        write(overlay, drawn(picture.pixels, sightings, overlay.suffix))
    reading = read_layout(sightings, options, Edge(near.value), given)
    layout = replace(reading.layout, tokens=counted)
    result = scored(layout)
    if as_json:
        document = {
            "game": game,
            "preset": preset,
            "players": len(layout.tokens),
            "sure": reading.sure,
            "questions": [_question_document(question) for question in reading.questions],
            "remarks": [say(remark) for remark in reading.remarks],
            **score_to_json(result, layout, [str(seat) for seat in range(len(layout.tokens))]),
        }
        print_json(stamped("score", document), indent=1)
    else:
        show_reading(reading, result)
    return 0 if reading.sure else 1


def _tokens(text: str | None, players: int) -> tuple[Tokens | None, ...]:
    if text is None:
        return (None,) * players
    parts = text.split(",")
    if len(parts) != players:
        raise CompanionError(
            f"--tokens {text!r}", Message("needs an amount for each player"), Message("write them like M2W1,K4 or 0,K4")
        )
    return tuple(Tokens.parse(part.strip()) for part in parts)


def _answers(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        document = json.loads(contents(path, INTAKE.answers_bytes, UnreadableAnswers))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not all(isinstance(answer, str) for answer in document.values()):
        raise UnreadableAnswers(
            str(path),
            Message("holds no answers"),
            Message('write JSON like {"card-0-1-2": "4MS"}, ids from the questions'),
        )
    return document


def _question_document(question: TableQuestion) -> dict[str, object]:
    return {
        "id": question.key,
        "kind": question.kind,
        "text": say(question.text),
        "region": list(question.region or ()),
        "choices": [choice.answer for choice in question.choices],
        "blocks": question.blocks,
    }


def show_reading(reading: TableReading, result: Score) -> None:
    """A table and its score for people, with what is in doubt."""
    from rich.table import Table

    from companion.cli.terminal import terminal

    table = Table(box=None, pad_edge=False)
    players = len(result.tokens)
    seats = [say(Message("player {n}", {"n": seat})) for seat in range(players)]
    for heading in (
        say(Message("district")),
        *(part for seat in seats for part in (seat, "")),
        say(Message("held by")),
    ):
        table.add_column(heading)
    for district in result.districts:
        cells = ["", ""] * players
        for side in district.sides:
            cards = [*map(str, side.properties), *([f"({side.deed})"] if side.deed else [])]
            cells[2 * side.player : 2 * side.player + 2] = " ".join(cards) or "–", str(side.total)
        holder = say(Message("nobody")) if district.won_by is None else seats[district.won_by]
        table.add_row(str(district.card), *cells, holder)
    console = terminal()
    console.print(table)
    console.print(say(result.why([say(Message("Player {n}", {"n": seat})) for seat in range(players)])))
    for remark in reading.remarks:
        console.print(f"! {say(remark)}")
    for question in reading.questions:
        answers = ", ".join(choice.answer for choice in question.choices)
        choices = f" ({answers})" if answers else ""
        asked: Wording = {"id": question.key, "text": question.text, "choices": choices}
        console.print(say(Message("? {id}: {text}{choices}", asked)))
