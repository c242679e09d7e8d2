"""``companion foresee``: what may come in a game kept here."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.cli.game_options import Given
from companion.cli.languages import Language, spoken_in
from companion.cli.output import print_json
from companion.cli.registry import commands_of
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.games.registry import game as named
from companion.locale import Message


class NoForesight(CompanionError):
    """A game of which nothing can be foreseen."""


def foresee(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game's id, the beginning of it, or its name.")],
    given: Given,
    language: Language = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Shows what may come."""
    from companion.cli.kept_games import game_named, journal_in, play_of

    spoken = spoken_in(language)
    with journal_in(context.obj) as journal:
        kept = game_named(journal, game)
        brought = commands_of(kept.game).foresees
        if brought is None:
            raise NoForesight(
                kept.name, Message("is a game of {game}: nothing of it is foreseen", {"game": named(kept.game).title})
            )
        play = play_of(journal, kept)
    state = play.course.rules.seen_by(play.state, None)
    seen = brought.foreseen(state, kept.names, given.to(brought.options, kept.game))
    if as_json:
        print_json(stamped("foresee", {"id": kept.id, **seen.document}))
        return 0
    from companion.cli.terminal import terminal

    seen.show(terminal(), spoken)
    return 0
