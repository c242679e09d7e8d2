"""``companion new``: a game is kept from now on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_options import Given, NoOptions, NotItsOption
from companion.cli.game_options import option as written_as
from companion.cli.output import done, print_json, print_line
from companion.cli.registry import commands_of
from companion.cli.schemas.versions import stamped
from companion.decoding import decoded
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME
from companion.input_files import read_input_file
from companion.locale import Message, Wording, alternatives
from companion.names import MAX_GAME_NAME, clean_name, game_name, player_names

if TYPE_CHECKING:
    from companion.games.registry import AnyGame

Player = Annotated[list[str], typer.Option("--player", help="A player's name; once for each seat, in order.")]
_LARGEST = 1024 * 1024
"""Bytes of a file with a setup."""


class WrongPlayers(CompanionError):
    """More or fewer players than a game is for."""


class NoSetup(CompanionError):
    """Nothing that a game can begin with."""


def new(
    context: typer.Context,
    player: Player,
    given: Given,
    game: Annotated[str, typer.Option(help="Which game.")] = DEFAULT_GAME,
    preset: Annotated[
        str | None,
        typer.Option(
            help="The options to start from; `companion rules` explains them. "
            "Left out: the first of the game's for so many players."
        ),
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="A switch, NAME=VALUE.")] = None,
    setup: Annotated[
        str | None, typer.Option(help="What lies there, as a record has it: JSON, or a file that holds it.")
    ] = None,
    name: Annotated[str, typer.Option(help="What you call this game.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Keeps a new game as it lies on the table. Nothing is drawn by lot."""
    from companion.cli.kept_games import journal_in, new_id, now
    from companion.games.registry import default_preset
    from companion.games.registry import game as named
    from companion.journal.record import FORMAT, VERSION, read_document

    rules = named(game)
    options = {
        "preset": preset or default_preset(rules, len(player)),
        **dict(_option(text) for text in option or ()),
    }
    _check_players(rules, options, player, preset)
    players = player_names(player)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "id": new_id()[:12],
        "players": list(players),
        "options": options,
        "setup": _setup(setup, game, given, players),
        "moves": [],
    }
    called = clean_name(name, MAX_GAME_NAME) if name else game_name(players)
    kept, _ = read_document({**document, "name": called}, "new game", now=now, new_id=new_id)
    rules.check_new(rules.options_from_json(kept.options, "options"), rules.setup_from_json(kept.setup, "setup"))
    with journal_in(context.obj) as journal:
        journal.create(kept)
    done(Message("the game {id} is kept", {"id": kept.id}))
    if as_json:
        print_json(stamped("new", {"id": kept.id, "name": kept.name}))
    else:
        print_line(f"{kept.id}  {kept.name}")
    return 0


def _check_players(rules: AnyGame, options: Mapping[str, object], players: Sequence[str], preset: str | None) -> None:
    """Raise :class:`WrongPlayers` for more or fewer players than these options are for."""
    from companion.games.registry import player_counts

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
    raise WrongPlayers(written_as("player"), reason, Message("name each seat's player with --player, in order"))


def _setup(written: str | None, game: str, given: Given, players: Sequence[str]) -> object:
    """The setup's document: as it was written, or from what the game asks in its own words."""
    begins = commands_of(game).begins
    if written is None and begins is not None:
        return begins.setup(given.to(begins.options, game), players)
    for name in given.values if begins is not None else ():
        raise NotItsOption(written_as(name), Message("is in --setup already"), Message("leave one of them out"))
    given.to(NoOptions, game)
    if written is None:
        raise NoSetup("--setup", Message("is missing"), Message("write it as a record of this game has it"))
    return _read(written)


def _read(written: str) -> object:
    """JSON as it stands there, or what a file of this name holds."""
    from companion.journal.values import json_in

    if written.lstrip().startswith("{"):
        return json_in(written, "--setup")
    try:
        return json_in(decoded(read_input_file(Path(written), _LARGEST, NoSetup)), written)
    except UnicodeDecodeError:
        raise NoSetup(written, Message("is no text in UTF-8 or UTF-16")) from None


def _option(text: str) -> tuple[str, object]:
    """``NAME=VALUE`` with a JSON value, or else a word."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, {"yes": True, "no": False}.get(value, value)
