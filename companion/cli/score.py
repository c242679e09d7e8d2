"""``companion score``: what a photographed table is worth."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_options import Given
from companion.cli.languages import say_error
from companion.cli.output import print_error, print_json
from companion.cli.registry import commands, commands_of
from companion.cli.schemas.versions import stamped
from companion.cli.score_output import scored_document, show_scored
from companion.decoding import decoded
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME, AnyGame, default_preset, player_counts
from companion.games.registry import game as named
from companion.input_files import read_input_file
from companion.locale import Message, alternatives
from companion.vision.input_limits import INPUT_LIMITS

if TYPE_CHECKING:
    pass


class Near(StrEnum):
    """An edge of the photo."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


class UnreadableAnswers(CompanionError):
    """A file that holds no answers."""


def score(
    context: typer.Context,
    photos: Annotated[
        list[Path], typer.Argument(metavar="PHOTO…", help="A photo of the whole table, or one a player in seat order.")
    ],
    given: Given,
    game: Annotated[str, typer.Option(help="The game that lies there.")] = DEFAULT_GAME,
    preset: Annotated[
        str | None,
        typer.Option(
            help="The options in force, by preset. Left out: the game's first, for so many photos if one a player."
        ),
    ] = None,
    near: Annotated[Near, typer.Option(help="The photo's edge at which player 0 sits.")] = Near.BOTTOM,
    answers: Annotated[
        Path | None, typer.Option(help="Answers to questions, as a JSON file of ids and choices.")
    ] = None,
    overlay: Annotated[Path | None, typer.Option(help="Draw what was read over the photo, as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Reads a table and scores it. Status 1: something that counts is in doubt, and the questions say what.

    Dice do not count: one in doubt raises no question here.
    """
    from companion.cli.known_decks import known_decks
    from companion.files import check_output_path, write
    from companion.table.edge import Edge
    from companion.vision.overlay import encode_overlay
    from companion.vision.pictures import DAMAGED, load_damaged
    from companion.vision.recognise import recognise

    brought = commands_of(game).scores
    if brought is None:
        scored = ", ".join(name for name, its in commands().items() if its.scores is not None)
        raise CompanionError(
            repr(game),
            Message("is no game that can be scored from a photo"),
            Message("give {games}", {"games": scored}),
        )
    if len(photos) > 1 and (overlay is not None or not brought.each):
        raise CompanionError(
            str(photos[1]), Message("is one photo too many"), Message("give one photo of the whole table")
        )
    rules = named(game)
    if brought.each:
        _check_number(rules, preset, len(photos))
    if preset is None:
        preset = default_preset(rules, len(photos)) if brought.each else rules.presets[0]
    scorer, answered = brought.scorer(preset, given.to(brought.options, game)), _answers(answers)
    if overlay is not None:
        check_output_path(overlay, context.obj.own, (*photos,) if answers is None else (*photos, answers))
    pictures, decks = [load_damaged(photo) for photo in photos], known_decks(context.obj)
    seen = [recognise(picture.pixels, decks).sightings for picture in pictures]
    for number, picture in enumerate(pictures):
        if picture.damage is not None:
            print_error(say_error(picture.damage))
            seen[number] = seen[number].doubted(DAMAGED)
    if overlay is not None:
        write(overlay, encode_overlay(pictures[0].pixels, seen[0], overlay.suffix))
    table = scorer(seen, Edge(near.value), answered)
    if as_json:
        print_json(stamped("score", {"game": game, "preset": preset, **scored_document(table)}), indent=1)
    else:
        show_scored(table)
    return 0 if table.sure else 1


def _check_number(rules: AnyGame, preset: str | None, photos: int) -> None:
    """Refuse more or fewer photos than the preset, or any preset, has players."""
    counts = player_counts(rules)
    if preset is not None:
        counts = (rules.seats(rules.options_from_json({"preset": preset}, "--preset")),)
    if photos not in counts:
        raise CompanionError(
            Message("the photos"),
            Message("must be {n}, one a player, and are {given}", {"n": alternatives(counts), "given": photos}),
            Message("give them in seat order"),
        )


def _answers(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        document = json.loads(decoded(read_input_file(path, INPUT_LIMITS.answers_bytes, UnreadableAnswers)))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not all(isinstance(answer, str) for answer in document.values()):
        raise UnreadableAnswers(
            str(path),
            Message("holds no answers"),
            Message("write JSON like {example}, ids from the questions", {"example": '{"card-0-1-2": "4MS"}'}),
        )
    return document
