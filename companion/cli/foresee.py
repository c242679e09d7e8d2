"""``companion foresee``: the forecast of a kept game."""

from __future__ import annotations

import typer

from companion.cli.board import build_table
from companion.cli.game_options import GameOptions
from companion.cli.kept_games import find_game, open_journal, open_play
from companion.cli.languages import Language, set_language
from companion.cli.options import AsJson, GameName
from companion.cli.output import print_json
from companion.cli.registry import get_commands
from companion.cli.schemas.versions import stamp
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.games.registry import game as named
from companion.locale import Message


class NoForesight(CompanionError):
    """A game without a forecast."""


def foresee(
    context: typer.Context,
    game: GameName,
    game_options: GameOptions,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Show what may come in a saved game."""
    translations = set_language(language)
    with open_journal(context.obj) as journal:
        kept = find_game(journal, game)
        part = get_commands(kept.game).foresee
        if part is None:
            raise NoForesight(
                kept.name, Message("no forecast is available for {game}", {"game": named(kept.game).title})
            )
        play = open_play(journal, kept)
    state = play.course.rules.seen_by(play.state, None)
    forecast, rules = part.build_forecast(state, game_options.to(part.options, kept.game)), play.course.rules
    if as_json:
        print_json(stamp("foresee", {"id": kept.id, **forecast.document}))
        return 0
    assert rules.forecast is not None, "a game with a document has rows"
    console, rows = terminal(), rules.forecast(state, kept.names)
    console.print(build_table(rows, translations))
    for line in (*rows.remarks, *forecast.lines):
        console.print(line.text(translations), soft_wrap=True)
    return 0
