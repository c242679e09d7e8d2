"""``companion rules``: the cheat sheet of a saved game or of a preset; and the options of a table for commands."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.options import AsJson, KindOfGame, Table, preset_option
from companion.cli.output import Language, active_language, print_json, print_line, translate
from companion.cli.terminal import Table as Rows
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.games.field_types import YES_NO
from companion.games.registry import DEFAULT_GAME, AnyGame, game_names, new_options
from companion.games.registry import game as rules_of
from companion.games.texts import Section, verbatim
from companion.journal.course.course import Course
from companion.locale import Message

if TYPE_CHECKING:
    from companion.folders import Folders

OptionValues = Annotated[list[str] | None, typer.Option("--option", help="Set a game option: NAME=VALUE.")]


@dataclass(frozen=True, slots=True)
class PlayedOptions:
    """The options of one table."""

    rules: AnyGame
    options: Mapping[str, Any]
    """Every option by name, the preset too."""

    @property
    def preset(self) -> str:
        """The preset on which the options are based."""
        return str(self.options.get("preset", ""))

    @property
    def value(self) -> Any:
        """The options as the game's own type."""
        return self.rules.options_from_json(dict(self.options), "options")

    @property
    def title(self) -> str:
        """The game's title with the preset's name."""
        preset = self.rules.labels.get(self.preset, self.preset)
        return f"{translate(self.rules.title)} · {translate(preset)}"

    def describe(self) -> str:
        """Return the title and the options that differ from the preset's in one line."""
        usual, parts = _checked(self.rules, {"preset": self.preset}).options, [self.title]
        for name, value in self.options.items():
            if name != "preset" and usual.get(name) != value:
                label = self.rules.labels.get(name, verbatim(name.replace("_", " ")))
                shown = YES_NO[value] if isinstance(value, bool) else verbatim(value)
                parts.append(translate(Message("{option}: {value}", {"option": label, "value": shown})))
        return " · ".join(parts)


def parse_option(text: str) -> tuple[str, object]:
    """Parse ``NAME=VALUE`` with a JSON value or a word."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, {"yes": True, "no": False}.get(value, value)


def options_in_force(course: Course[Any, Any]) -> PlayedOptions:
    """Return the options of a game now: moves may have changed some since its beginning."""
    rules = course.rules
    return _checked(rules, rules.state_to_json(rules.seen_by(course.state, None)).get("options", course.game.options))


def options_of_table(
    folders: Folders, table: str | None, game: str, preset: str | None = None, options: Sequence[str] | None = None
) -> PlayedOptions:
    """Return the options of a table; raise if there is none, or if an option is not the game's.

    Args:
        folders: The data folder.
        table: A saved game's id or name, or the name of a kind of game.
        game: The kind of game, without a table.
        preset: Its preset; None for the first.
        options: Switches, each ``NAME=VALUE``.
    """
    switches = dict(map(parse_option, options or ()))
    if table is None or table.casefold() in game_names():
        rules = rules_of(game if table is None else table.casefold())
        return _checked(rules, new_options(rules, {"preset": preset or next(iter(rules.presets), ""), **switches}))
    from companion.cli.options import find_readable_game, open_journal

    with open_journal(folders) as journal:
        saved = options_in_force(find_readable_game(journal, table).shown())
    return _checked(saved.rules, {**saved.options, **switches})


def _checked(rules: AnyGame, document: Mapping[str, Any]) -> PlayedOptions:
    """Return a document's options, with those that it leaves out."""
    return PlayedOptions(rules, rules.options_to_json(rules.options_from_json(document, "options")))


class NoSheet(CompanionError):
    """A game without a cheat sheet."""


def rules(
    context: typer.Context,
    table: Table = None,
    preset: Annotated[
        str | None, preset_option(help="The preset: standard, courts, french, mega, solo, … Default: standard.")
    ] = None,
    option: OptionValues = None,
    language: Language = None,
    game: KindOfGame = DEFAULT_GAME,
    as_json: AsJson = False,
) -> int:
    """Print the rules of a saved game or of a preset, with their numbers."""
    played = options_of_table(context.obj, table, game, preset, option)
    sheet = sheet_document(get_cheat_sheet(played))
    if as_json:
        document = {
            "game": played.rules.name,
            "preset": played.preset,
            "options": dict(played.options),
            "language": active_language.language,
            "sections": sheet,
        }
        print_json("rules", document, indent=1)
        return 0
    if table is not None or option:
        print_line(played.describe())
        print_line("")
    print_sheet(sheet)
    print_line(Message("`companion docs NUMBER` opens a rule, with its documents and its options."))
    return 0


def get_cheat_sheet(played: PlayedOptions) -> Sequence[Section]:
    """Return the cheat sheet of a table.

    Args:
        played: The game and its options.

    Returns:
        The sections.

    Raises:
        NoSheet: The game has no cheat sheet.
    """
    if played.rules.cheat_sheet is None:
        raise NoSheet("rules", Message("no rules summary is available for {game}", {"game": played.rules.title}))
    return played.rules.cheat_sheet(played.value)


def sheet_document(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Return the sections as JSON."""
    return [
        {
            "title": translate(section.title),
            "lines": [{"rule": line.rule, "text": translate(line.text)} for line in section.lines],
        }
        for section in sections
    ]


def print_sheet(sheet: list[dict[str, Any]]) -> None:
    """Print each section's heading and lines."""
    console = terminal()
    for section in sheet:
        console.print(section["title"], style="bold")
        table = Rows(box=None, pad_edge=False, show_header=False)
        table.add_column(style="dim", min_width=4)
        table.add_column()
        for line in section["lines"]:
            table.add_row(line["rule"], line["text"])
        console.print(table)
        console.print()
