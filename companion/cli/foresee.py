"""``companion foresee``: the forecast of a kept game."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.cli.board import build_table
from companion.cli.game_options import NotItsOption
from companion.cli.kept_games import find_game, open_journal, open_play
from companion.cli.languages import Language
from companion.cli.options import AsJson, GameName
from companion.cli.output import print_json
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.locale import Message
from companion.pieces import Card


class NoForesight(CompanionError):
    """A game without a forecast."""


def foresee(
    context: typer.Context,
    game: GameName,
    card: Annotated[str, typer.Option(help="Cards in hand, such as 4MS,9LK: show what each allows now.")] = "",
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Show what may come in a saved game."""
    with open_journal(context.obj) as journal:
        kept = find_game(journal, game)
        rules = rules_of(kept.game)
        if rules.forecast is None or rules.forecast_to_json is None:
            raise NoForesight(kept.name, Message("no forecast is available for {game}", {"game": rules.title}))
        if card and rules.card_choices is None:
            raise NotItsOption("--card", Message("unknown option of {game}", {"game": kept.game}))
        play = open_play(journal, kept)
    state, codes = rules.seen_by(play.state, None), card.replace(",", " ").split()
    choose = rules.card_choices
    found = None if choose is None else [choose(state, Card.parse(code)) for code in codes]
    if as_json:
        choices = {} if found is None else {"choices": [document for document, _ in found]}
        print_json("foresee", {"id": kept.id, **rules.forecast_to_json(state), **choices})
        return 0
    console, rows = terminal(), rules.forecast(state, kept.names)
    console.print(build_table(rows))
    for line in (*rows.remarks, *(line for _, lines in found or () for line in lines)):
        console.print(line, soft_wrap=True)
    return 0
