"""``companion new``: begin a game."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict
from urllib.parse import quote, unquote

import typer

from companion.cli.options import AsJson, KindOfGame, name_to_type, new_id, now, open_journal, preset_option
from companion.cli.output import join_words, note_done, print_error, print_json, print_line, print_to_stderr, translate
from companion.cli.painters.fields import FieldPainter, read_typed
from companion.cli.rules import OptionValues, parse_option
from companion.cli.terminal import make_table, terminal
from companion.decoding import decode
from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.field_types import declared
from companion.games.fields import unusable
from companion.games.new_game import NAME, NewGame, new_game
from companion.games.registry import DEFAULT_GAME, AnyGame, default_preset, new_options, player_counts
from companion.games.registry import game as rules_of
from companion.games.view import View
from companion.input_files import read_input_file
from companion.journal.course.course import Course
from companion.journal.course.summaries import summarise
from companion.journal.records.new_games import new_stored_game
from companion.journal.values import json_in
from companion.locale import Message, Wording, alternatives
from companion.names import player_names

Player = Annotated[
    list[str] | None, typer.Option("--player", help="A player's name. Repeat for each player, in seat order.")
]
_MAX_SETUP_BYTES = 1024 * 1024
"""Largest accepted file with a setup."""


class NewDocument(TypedDict):
    """A new saved game."""

    id: str
    name: str


class WrongPlayers(CompanionError):
    """More or fewer players than the game allows."""


class NoSetup(CompanionError):
    """A missing or unreadable setup."""


def new(
    context: typer.Context,
    answer: Annotated[
        list[str] | None,
        typer.Argument(help="A value to use instead of the proposed one: FIELD=VALUE, such as name-0=Ann."),
    ] = None,
    player: Player = None,
    game: KindOfGame = DEFAULT_GAME,
    preset: Annotated[
        str | None,
        preset_option(
            help="The preset of options; `companion rules` explains them. Default: "
            "the first preset for this number of players."
        ),
    ] = None,
    option: OptionValues = None,
    setup: Annotated[str | None, typer.Option(help="The setup as in a record: JSON text, or a JSON file.")] = None,
    name: Annotated[str, typer.Option(help="A name for this game.")] = "",
    as_json: AsJson = False,
) -> int:
    """Save a new game. Without players and setup, a terminal shows what is proposed, to change it line by line."""
    rules, written = rules_of(game), None if setup is None else _read_setup(setup)
    if player is None and preset is None and option is None and not answer and sys.stdin.isatty():
        made = _ask(rules).move()
    else:
        made = _typed(rules, player, preset, option, answer or (), written)
    with open_journal(context.obj) as journal:
        kept = new_stored_game(made, now=now, new_id=new_id, name=name)
        journal.create(kept, summary=summarise(Course.of(rules, kept)))
        name = name_to_type(journal, kept)
    note_done(Message("game {id} saved", {"id": kept.id}))
    if as_json:
        print_json("new", NewDocument(id=kept.id, name=kept.name))
    else:
        print_line(f"{kept.id}  {kept.name}", flush=True)
        print_to_stderr(Message("Next: {command}", {"command": _next_command(context, name)}))
    return 0


def _ask(rules: AnyGame) -> Decision[NewGame]:
    """Ask for lines of ``FIELD=VALUE`` that change the proposed game, until an empty line; return the new game."""
    console, decision = terminal(), new_game(rules, translate)
    painter = FieldPainter(View((), ()), console.width)
    options = declared(type(rules.options_from_json({}, "options")))
    numbers = {name: option.rule for name, option in options.items()}
    while True:
        rows = (
            (one.name, one.text, unquote(one.write(decision.answers[one.name])), numbers.get(one.name, ""))
            for one in decision.fields
        )
        console.print(make_table(rows))
        help_text = Message("FIELD=VALUE changes a field, FIELD lists its values, an empty line begins the game.")
        line = input(f"{translate(help_text)}\n> ").strip()
        if not line:
            return decision
        name, equals, word = line.partition("=")
        chosen = next((field for field in decision.fields if field.name == name.strip()), None)
        try:
            if chosen is None:
                raise unusable(name)
            if equals:
                decision = decision.read({chosen.name: read_typed(chosen, word.strip())})
            else:
                console.print(*(f"{typed}  {meaning}" for typed, meaning in painter.answers(chosen)), sep="\n")
                if chosen.name in numbers:
                    console.print(*_rule_lines(rules, decision.move(), numbers[chosen.name]), sep="\n")
        except CompanionError as error:
            print_error(error)


def _rule_lines(rules: AnyGame, made: NewGame, rule: str) -> Iterator[str]:
    """Yield the lines of the cheat sheet about a rule under these options."""
    if rules.cheat_sheet is not None:
        for section in rules.cheat_sheet(rules.options_from_json(made.options, "options")):
            yield from (f"{rule}  {translate(line.text)}" for line in section.lines if line.rule == rule)


def _typed(
    rules: AnyGame,
    players: Sequence[str] | None,
    preset: str | None,
    option: Sequence[str] | None,
    answers: Sequence[str],
    setup: Any,
) -> NewGame:
    """Return the new game of a command line; what it leaves out is as proposed."""
    chosen = dict(parse_option(text) for text in option or ())
    usual = preset or (default_preset(rules, len(players)) if players is not None else rules.presets[0])
    options = new_options(rules, {"preset": usual, **chosen})
    if players is not None:
        _check_players(rules, options, players, preset)
    names = player_names(players or ())
    words = {f"{NAME}-{seat}": quote(name) for seat, name in enumerate(names)}
    decision = new_game(rules, translate, options)
    if setup is None:
        words |= {name: word for name, _, word in (answer.partition("=") for answer in answers)}
        return decision.read(words).move()
    return NewGame(rules.name, names or decision.move().names, options, setup)


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
    raise WrongPlayers("--player", reason, Message("add one --player per player, in seat order"))


def _read_setup(written: str) -> Any:
    """Return the setup's document, given as JSON text or as a file's name."""
    if written.lstrip().startswith("{"):
        return json_in(written, "--setup")
    try:
        return json_in(decode(read_input_file(Path(written), _MAX_SETUP_BYTES, NoSetup)), written)
    except UnicodeDecodeError:
        raise NoSetup(written, Message("not a text file in UTF-8 or UTF-16")) from None
