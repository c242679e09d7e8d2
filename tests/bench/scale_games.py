"""Journals of many games and of long games, made from the bundled game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import sqlalchemy as sa

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, TokensFact
from companion.games.magnate.state import State
from companion.journal import Entry, Journal, KeptGame, tables
from companion.journal.course import Course
from companion.journal.game_rows import new_rows
from companion.journal.record import read_record
from companion.journal.summaries import summarise
from companion.pieces import Suit, Tokens

MOVES_OF_MANY = 50
"""Moves of each game in a journal of many games."""
_FIRST_EVENING = datetime(2020, 1, 1, 20, tzinfo=UTC)
_ONE_MORE = Tokens.of(Suit.SUNS)


def bundled_game() -> tuple[KeptGame, tuple[Entry, ...]]:
    """Return the bundled game with all its entries."""
    written = (resources.files("companion.demo") / "game.json").read_bytes()
    return read_record(written, "game", now=lambda: datetime.now(UTC), new_id=lambda: "bench")


def fill_journal(url: str, games: int) -> None:
    """Store so many copies of the first moves of the bundled game, one evening after another."""
    kept, entries = bundled_game()
    entries = entries[:MOVES_OF_MANY]
    summary = summarise(Course.of(MAGNATE, kept, entries))
    Journal.open(url).close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:  # one transaction: ten thousand would wait for the disk for minutes
        for number in range(games):
            id_ = f"{number:012x}"
            begun = _FIRST_EVENING + timedelta(days=number % 2000, minutes=number // 2000)
            game = replace(kept, id=id_, name=f"Game {number}", created=begun)
            rows = new_rows(game, [replace(one, game=id_) for one in entries], summary)
            connection.execute(sa.insert(tables.games), rows[0])
            connection.execute(sa.insert(tables.entries), rows[1:])
    engine.dispose()


def store_long_game(url: str, moves: int) -> str:
    """Store a game of so many moves and return its id.

    Between the moves of the bundled game stand corrections of a token, which are always legal.
    """
    kept, entries = bundled_game()
    id_ = f"long-{moves}"
    with Journal.open(url) as journal:
        journal.create(replace(kept, id=id_, name=f"Long {moves}"), list(_lengthened(kept, entries, moves, id_)))
    return id_


def correction(state: State, more: bool) -> Correct:
    """Return the correction that gives player 0 one Suns token more, or takes it back."""
    now = state.tokens[0]
    return Correct((TokensFact(0, now, now + _ONE_MORE if more else now - _ONE_MORE),))


def _lengthened(kept: KeptGame, entries: Sequence[Entry], moves: int, id_: str) -> Iterator[Entry]:
    state, made = Course.of(MAGNATE, kept).start, 0
    extra = max(0, moves // MOVES_OF_MANY - 1)
    extra -= extra % 2
    for entry in entries[:MOVES_OF_MANY]:
        documents = [dict(entry.move)]
        state = MAGNATE.apply(state, MAGNATE.move_from_json(entry.move, "move"))
        for number in range(extra if entry is not entries[MOVES_OF_MANY - 1] else moves):
            move = correction(state, more=number % 2 == 0)
            state = MAGNATE.apply(state, move)
            documents.append(MAGNATE.move_to_json(move))
        for document in documents:
            if made == moves:
                return
            made += 1
            yield replace(entry, game=id_, seq=made, base_seq=made - 1, id=f"entry-{made}", move=document)


def journal_url(folder: Path) -> str:
    """Return the URL of the journal in a data folder."""
    return f"sqlite:///{folder / 'games.db'}"
