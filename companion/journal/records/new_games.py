"""Stores what the decision on a new game makes."""

from collections.abc import Callable
from datetime import datetime

from companion.games.errors import naming
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal.course.course import check_seats
from companion.journal.entries import KeptGame
from companion.names import MAX_GAME_NAME, clean_name, game_name, player_names


def new_stored_game(
    new: NewGame, *, now: Callable[[], datetime], new_id: Callable[[], str], name: str = ""
) -> KeptGame:
    """Return a new game to be stored.

    Args:
        new: Its documents.
        now: Returns the present time.
        new_id: Returns a new unique id.
        name: The name of the game; those of the players if empty.

    Raises:
        CompanionError: The setup is refused.
    """
    rules, names = rules_of(new.game), player_names(new.names)
    options, setup = rules.options_from_json(new.options, "options"), rules.setup_from_json(new.setup, "setup")
    check_seats(len(names), rules.seats(options))
    with naming(names):
        rules.start(options, setup)
        rules.check_new(options, setup)
    return KeptGame(
        id=new_id()[:12],
        game=rules.name,
        name=clean_name(name, MAX_GAME_NAME) if name else game_name(names),
        players=names,
        options=rules.options_to_json(options),
        setup=rules.setup_to_json(setup),
        created=now(),
    )
