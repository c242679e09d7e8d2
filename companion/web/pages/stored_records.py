"""What every host of the pages does with games before it stores them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from companion.errors import CompanionError
from companion.games.errors import naming
from companion.games.registry import game as rules_of
from companion.journal.entries import Entry, KeptGame
from companion.journal.record import FORMAT, VERSION, read_document
from companion.locale import Message
from companion.names import game_name, player_names
from companion.web.pages.host import NewGame


def new_stored_game(new: NewGame, *, now: Callable[[], datetime], new_id: Callable[[], str]) -> KeptGame:
    """Return a new game to be stored.

    Args:
        new: Its documents.
        now: Returns the present time.
        new_id: Returns a new unique id.

    Raises:
        CompanionError: The setup is refused.
    """
    rules, names = rules_of(new.game), player_names(new.names)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": new.game,
        "id": new_id()[:12],
        "name": game_name(names),
        "players": list(names),
        "options": new.options,
        "setup": new.setup,
        "moves": [],
    }
    kept, _ = read_document(document, "new game", now=now, new_id=new_id)
    with naming(names):
        rules.check_new(rules.options_from_json(kept.options, "options"), rules.setup_from_json(kept.setup, "setup"))
    return kept


def missing_entries(name: str, entries: Sequence[Entry], there: Sequence[Entry], next_step: Message) -> Sequence[Entry]:
    """Return what a record has behind the stored game.

    Args:
        name: The name of the game, for errors.
        entries: The entries of the record.
        there: The stored entries.
        next_step: What to do if the two went on differently.

    Returns:
        The entries to be appended; none if the record is as long or shorter.

    Raises:
        CompanionError: The two went on differently.
    """
    if [one.move for one in entries[: len(there)]] != [one.move for one in there[: len(entries)]]:
        raise CompanionError(name, Message("is stored here already and went on differently"), next_step)
    return entries[len(there) :]
