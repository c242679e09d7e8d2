"""``companion new``: begin a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.completions import complete_games, complete_presets
from companion.cli.game_options import option_flag
from companion.cli.kept_games import name_to_type, new_id, now, open_journal
from companion.cli.languages import translate
from companion.cli.options import AsJson, fold_case
from companion.cli.output import join_words, note_done, print_json, print_line, print_to_stderr
from companion.cli.played_options import OptionValues, parse_option
from companion.cli.schemas.versions import stamp
from companion.decoding import decode
from companion.errors import CompanionError
from companion.games.errors import naming
from companion.games.registry import DEFAULT_GAME, AnyGame, default_preset, new_options, player_counts
from companion.games.registry import game as named
from companion.input_files import read_input_file
from companion.journal.course import Course
from companion.journal.record import FORMAT, VERSION, read_document
from companion.journal.summaries import summarise
from companion.journal.values import json_in
from companion.locale import Message, Wording, alternatives
from companion.names import MAX_GAME_NAME, clean_name, game_name, player_names

Player = Annotated[list[str], typer.Option("--player", help="A player's name. Repeat for each player, in seat order.")]
_MAX_SETUP_BYTES = 1024 * 1024
"""Largest accepted file with a setup."""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A new saved game."""

    id: str
    name: str


class WrongPlayers(CompanionError):
    """More or fewer players than the game allows."""


class NoSetup(CompanionError):
    """A missing or unreadable setup."""


def new(
    context: typer.Context,
    player: Player,
    game: Annotated[
        str, typer.Option(callback=fold_case, autocompletion=complete_games, help="The game.")
    ] = DEFAULT_GAME,
    preset: Annotated[
        str | None,
        typer.Option(
            callback=fold_case,
            autocompletion=complete_presets,
            help="The preset of options; `companion rules` explains them. Default: "
            "the first preset for this number of players.",
        ),
    ] = None,
    option: OptionValues = None,
    setup: Annotated[str | None, typer.Option(help="The setup as in a record: JSON text, or a JSON file.")] = None,
    name: Annotated[str, typer.Option(help="A name for this game.")] = "",
    as_json: AsJson = False,
) -> int:
    """Save a new game from its setup on the table. Nothing is chosen at random."""
    rules = named(game)
    chosen = dict(parse_option(text) for text in option or ())
    options = new_options(rules, {"preset": preset or default_preset(rules, len(player)), **chosen})
    _check_players(rules, options, player, preset)
    players = player_names(player)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "id": new_id()[:12],
        "players": list(players),
        "options": options,
        "setup": _read_setup(rules, setup),
        "moves": [],
    }
    document["name"] = clean_name(name, MAX_GAME_NAME) if name else game_name(players)
    kept, _ = read_document(document, "new game", now=now, new_id=new_id)
    with naming(kept.names):
        rules.check_new(rules.options_from_json(kept.options, "options"), rules.setup_from_json(kept.setup, "setup"))
    with open_journal(context.obj) as journal:
        journal.create(kept, summary=summarise(Course.of(rules, kept)))
        name = name_to_type(journal, kept)
    note_done(Message("game {id} saved", {"id": kept.id}))
    if as_json:
        print_json(stamp("new", NewDocument(kept.id, kept.name)))
    else:
        print_line(f"{kept.id}  {kept.name}", flush=True)
        print_to_stderr(translate(Message("Next: {command}", {"command": _next_command(context, name)})))
    return 0


def _next_command(context: typer.Context, name: str) -> str:
    """Return the command that plays the new game, in the same data folder."""
    data: Path | None = context.find_root().params.get("data")
    folder = [] if data is None else ["--data", str(data)]
    return join_words(["companion", *folder, "play", name])


def _check_players(rules: AnyGame, options: Mapping[str, object], players: Sequence[str], preset: str | None) -> None:
    """Raise :class:`WrongPlayers` for more or fewer players than these options are for."""
    seats = rules.seats(rules.options_from_json(options, "options"))
    if len(players) == seats:
        return
    free = preset is None and len(players) not in player_counts(rules)
    values: Wording = {
        "game": rules.title,
        "preset": str(options["preset"]),
        "counts": alternatives(player_counts(rules)) if free else seats,
        "n": len(players),
    }
    if free:
        reason = Message("{game} is for {counts} players, not {n}", values)
    else:
        reason = Message("{game} with the preset {preset} is for {counts} players, not {n}", values)
    raise WrongPlayers(option_flag("player"), reason, Message("add one --player per player, in seat order"))


def _read_setup(rules: AnyGame, written: str | None) -> object:
    """Return the setup's document, given as JSON text or as a file's name."""
    if written is None:
        schema = rules.record_schema().setup if rules.record_schema is not None else {}
        fields = ", ".join(f'"{name}": …' for name in schema.get("required", ()))
        step = Message("write it as in a record of this game: {setup}", {"setup": f"{{{fields}}}"})
        raise NoSetup("--setup", Message("missing"), step)
    if written.lstrip().startswith("{"):
        return json_in(written, "--setup")
    try:
        return json_in(decode(read_input_file(Path(written), _MAX_SETUP_BYTES, NoSetup)), written)
    except UnicodeDecodeError:
        raise NoSetup(written, Message("not a text file in UTF-8 or UTF-16")) from None
