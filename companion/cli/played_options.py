"""The options of a table for commands: a saved game's, those in force now, or a preset's with switches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import translate
from companion.games.options import YES_NO
from companion.games.registry import AnyGame, game_names, new_options
from companion.games.registry import game as rules_of
from companion.games.rows import verbatim
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

    def switches(self) -> dict[str, Any]:
        """Return the options that differ from the preset's, by name."""
        usual = self.rules.options_to_json(self.rules.options_from_json({"preset": self.preset}, "options"))
        return {name: value for name, value in self.options.items() if name != "preset" and usual.get(name) != value}

    def describe(self) -> str:
        """Return the preset and the switches in one line."""
        labels = self.rules.labels
        preset = labels.get(self.preset, verbatim(self.preset))
        parts = [translate(preset)]
        for name, value in self.switches().items():
            label = labels.get(name, verbatim(name.replace("_", " ")))
            shown = YES_NO[value] if isinstance(value, bool) else verbatim(value)
            parts.append(translate(Message("{option}: {value}", {"option": label, "value": shown})))
        return " · ".join([translate(self.rules.title), *parts])


def parse_option(text: str) -> tuple[str, object]:
    """Parse ``NAME=VALUE`` with a JSON value or a word."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, {"yes": True, "no": False}.get(value, value)


def preset_options(rules: AnyGame, preset: str, options: Sequence[str] | None = None) -> PlayedOptions:
    """Return a preset's options with these switches, each ``NAME=VALUE``; raise if one of them is not the game's."""
    document = new_options(rules, {"preset": preset, **dict(map(parse_option, options or ()))})
    return PlayedOptions(rules, rules.options_to_json(rules.options_from_json(document, "options")))


def options_in_force(course: Course[Any, Any]) -> PlayedOptions:
    """Return the options of a game now: moves may have changed some since its beginning."""
    rules = course.rules
    now = rules.state_to_json(rules.seen_by(course.state, None)).get("options", course.game.options)
    return PlayedOptions(rules, rules.options_to_json(rules.options_from_json(now, "options")))


def options_of_saved_game(folders: Folders, game: str) -> PlayedOptions:
    """Return the options of a saved game now; raise if there is none."""
    from companion.cli.kept_games import find_readable_game, open_journal

    with open_journal(folders) as journal:
        return options_in_force(find_readable_game(journal, game).shown())


def options_of_table(
    folders: Folders, table: str | None, game: str, preset: str | None = None, options: Sequence[str] | None = None
) -> PlayedOptions:
    """Return the options of a table.

    Args:
        folders: The data folder.
        table: A saved game's id or name, or the name of a kind of game.
        game: The kind of game, without a table.
        preset: Its preset; None for the first.
        options: Switches, each ``NAME=VALUE``.
    """
    if table is None or table.casefold() in game_names():
        rules = rules_of(game if table is None else table.casefold())
        return preset_options(rules, preset or next(iter(rules.presets), ""), options)
    saved = options_of_saved_game(folders, table)
    document = {**saved.options, **dict(map(parse_option, options or ()))}
    return PlayedOptions(saved.rules, saved.rules.options_to_json(saved.rules.options_from_json(document, "options")))
