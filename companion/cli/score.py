"""``companion score``: the score of a photographed table."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.board import build_table
from companion.cli.documents import question_document
from companion.cli.game_commands import GameOptions
from companion.cli.known_decks import known_decks
from companion.cli.options import AsJson, KindOfGame, new_id, now, open_journal, open_play, preset_option
from companion.cli.output import (
    OUTPUT,
    check_output,
    note_done,
    print_error,
    print_json,
    print_to_stderr,
    translate,
    write_output,
)
from companion.cli.painters.fields import among
from companion.cli.registry import get_commands
from companion.cli.terminal import terminal, working
from companion.decoding import decode
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.new_game import numbered_players
from companion.games.registry import DEFAULT_GAME, AnyGame, default_preset, player_counts
from companion.games.registry import game as rules_of
from companion.input_files import read_input_file
from companion.journal.records.new_games import new_stored_game
from companion.live.photo_session import PhotoSession, not_scored
from companion.live.registry import photo_game
from companion.locale import Message, Wording, alternatives
from companion.names import player_names
from companion.pictures.input_limits import INPUT_LIMITS
from companion.pictures.loading import load_damaged
from companion.play import Source
from companion.questions import UnusableAnswer
from companion.table.sightings import Edge
from companion.vision.overlay import encode_overlay
from companion.vision.recognise import recognise_photo

if TYPE_CHECKING:
    from companion.questions import Question
    from companion.table.comparison import ScoredTable


def scored_document(table: ScoredTable) -> dict[str, Any]:
    """Return a table, its score and its questions as JSON."""
    return {
        "players": table.players,
        "sure": table.sure,
        "questions": [
            {**question_document(question), "region": list(question.region or ()), "blocks": question.blocks}
            for question in table.questions
        ],
        "remarks": [translate(remark) for remark in table.remarks],
        **table.worth,
    }


def print_scored(table: ScoredTable) -> None:
    """Print a table, its score and its questions."""
    console = terminal()
    console.print(build_table(table.rows))
    console.print(table.why)
    for note in table.notes:
        console.print(note)
    for remark in table.remarks:
        console.print(f"! {translate(remark)}")
    for question in table.questions:
        console.print(question_line(question))


def question_line(question: Question) -> Message:
    """Return a question with its id and its answers."""
    answers = ", ".join(choice.answer for choice in question.choices)
    values: Wording = {"id": question.key, "text": question.text, "choices": f" ({answers})" if answers else ""}
    return Message("? {id}: {text}{choices}", values)


def at_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(session: PhotoSession) -> ScoredTable | None:
    """Ask what the photos leave open; an empty line leaves a question open. Return the table with all answers."""
    asked = known = set(session.answers)
    while (question := next((one for one in session.asked if one.key not in asked), None)) is not None:
        if asked is known:
            print_to_stderr(Message("Type an answer, or press Enter to leave a question open."))
        asked = asked | {question.key}
        answer = _ask(question)
        if answer:
            session.answer(question.key, answer)
    return session.scored


def _ask(question: Question) -> str:
    """Return one of the question's answers, of which a beginning is enough; "" if it stays open."""
    print_to_stderr(question_line(question))
    offered = [choice.answer for choice in question.choices]
    while True:
        print_to_stderr("> ", end="")
        typed = sys.stdin.readline().strip()
        if not typed:
            return ""
        answer = among(typed, offered)
        try:
            question.check_offers(answer)
            return answer
        except UnusableAnswer as error:
            print_error(error)


class UnreadableAnswers(CompanionError):
    """A file without answers."""


def score(
    context: typer.Context,
    photos: Annotated[
        list[Path],
        typer.Argument(metavar="PHOTO…", help="A photo of the whole table, or one per player in seat order."),
    ],
    game_options: GameOptions,
    game: KindOfGame = DEFAULT_GAME,
    preset: Annotated[
        str | None,
        preset_option(
            help="The preset of options. Default: the game's first preset for this number of players or photos."
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="A player's name, once per player: from the near edge clockwise, or in the order of photos."),
    ] = None,
    near: Annotated[
        Edge, typer.Option(case_sensitive=False, help="The edge of the photo nearest to the first player.")
    ] = Edge.BOTTOM,
    answers: Annotated[Path | None, typer.Option(help="A JSON file of answers to questions: ids and choices.")] = None,
    overlay: Annotated[
        Path | None, typer.Option(*OUTPUT, "--overlay", help="Save the photo with the readings drawn on it, as PNG.")
    ] = None,
    save: Annotated[bool, typer.Option("--save", help="Save the table as a game that goes on from there.")] = False,
    as_json: AsJson = False,
) -> int:
    """Score a table from a photo. Exit status 1: the score is uncertain, and questions are printed.

    In a terminal, without --json, the questions are asked.

    Dice do not affect the score, so uncertain dice raise no questions.
    """
    part = get_commands(game).score
    photo_rules = photo_game(game)
    if part is None or photo_rules is None:
        raise not_scored(game)
    if len(photos) > 1 and (overlay is not None or not photo_rules.photo_per_player):
        raise CompanionError(str(photos[1]), Message("too many photos"), Message("use one photo of the whole table"))
    rules, names = rules_of(game), player_names(player or ())
    if photo_rules.photo_per_player:
        _check_photo_count(rules, preset, len(photos))
    if preset is None:
        preset = default_preset(rules, len(photos) if photo_rules.photo_per_player else len(names))
    _check_names(rules, preset, names)
    options, purses = part.known(preset, game_options.to(part.options, game))
    session = PhotoSession(game, options, names, purses, near)
    known_answers = _read_answers(answers)
    check_output(overlay, context.obj.protected, (*photos,) if answers is None else (*photos, answers))
    pictures, decks = [load_damaged(photo) for photo in photos], known_decks(context.obj)
    with working(Message("Reading {n} photo", {"n": len(photos)}, "Reading {n} photos", "n")):
        sightings = [recognise_photo(picture, decks).sightings for picture in pictures]
    for picture in pictures:
        if picture.damage is not None:
            print_error(picture.damage)
    if overlay is not None:
        write_output(overlay, encode_overlay(pictures[0].pixels, sightings[0], overlay.suffix))
    session.answers.update(known_answers)
    for reading in sightings:
        session.add(reading)
    table = session.scored if as_json or not at_terminal() else ask(session)
    assert table is not None, "every photo was read"
    if as_json:
        print_json("score", {"game": game, "preset": preset, **scored_document(table)}, indent=1)
    else:
        print_scored(table)
    if save:
        _save(session, context.obj)
    return 0 if table.sure else 1


def _save(session: PhotoSession, folders: Folders) -> None:
    """Store the game that the photos make."""
    names = session.names or [translate(name) for name in numbered_players(session.players)]
    made, first = session.new_game(names)
    with open_journal(folders) as journal:
        kept = new_stored_game(made, now=now, new_id=new_id)
        journal.create(kept)
        if first is not None:
            open_play(journal, kept).propose(first, source=Source.FILE, base_seq=0)
    saved = Message("game {id} saved", {"id": kept.id})
    note_done(saved)
    print_to_stderr(saved)


def _check_photo_count(rules: AnyGame, preset: str | None, photos: int) -> None:
    """Raise if there are more or fewer photos than the preset, or any preset, has players."""
    counts = player_counts(rules)
    if preset is not None:
        counts = (rules.seats(rules.options_from_json({"preset": preset}, "--preset")),)
    if photos not in counts:
        raise CompanionError(
            Message("photos"),
            Message("expected {n}, one per player, but got {given}", {"n": alternatives(counts), "given": photos}),
            Message("list one photo per player, in seat order"),
        )


def _check_names(rules: AnyGame, preset: str, names: Sequence[str]) -> None:
    """Raise if there are names, but more or fewer than the preset has players."""
    players = rules.seats(rules.options_from_json({"preset": preset}, "--preset"))
    if names and len(names) != players:
        values: Wording = {"preset": preset, "n": players, "given": len(names)}
        raise CompanionError(
            "--player",
            Message("{preset} has {n} players, but got {given} names", values),
            Message("name every player once, or choose another preset"),
        )


def _read_answers(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        document = json.loads(decode(read_input_file(path, INPUT_LIMITS.answers_bytes, UnreadableAnswers)))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not all(isinstance(answer, str) for answer in document.values()):
        raise UnreadableAnswers(
            str(path),
            Message("contains no answers"),
            Message("write JSON such as {example}, with ids from the questions", {"example": '{"card-0-1-2": "4MS"}'}),
        )
    return document
