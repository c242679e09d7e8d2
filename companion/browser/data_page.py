"""The page about what the browser stores: every game as one file, out and in, and removed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from companion.browser.game_log import GameLog
from companion.errors import CompanionError
from companion.journal.records.record import write_record
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.first_page import export_button, render_eviction
from companion.web.pages.host import PageHost, PageRequest, PageResponse
from companion.web.pages.html import action_button
from companion.web.pages.parts import answer, render_lobby

PATH = "/data"
TITLE = Message("Your data")
FORMAT = "decktet-companion-games"
"""The format of the file with every game: a list of records."""


class UnreadableGames(CompanionError):
    """A file that holds no games."""


def answer_data(
    host: PageHost, log: GameLog, remove: Callable[[str], None], request: PageRequest
) -> PageResponse | None:
    """Return the page, or None for another path.

    Args:
        host: What stands behind the pages.
        log: The games.
        remove: Removes a game by its id.
        request: The request.
    """

    def act(ctx: Context) -> str:
        remove(ctx.request.value("id"))
        return "data"

    return answer(Context.of(request, host), TITLE, partial(_render, log), act) if request.path == PATH else None


def _render(log: GameLog, ctx: Context) -> str:
    games = "".join(_row(ctx, game.id, game.name) for game in log.games())
    what = Message(
        "Games are stored in this browser, on this device. Nothing is sent anywhere. "
        "A browser may delete them if space is short or if you clear its data. "
        "A private window forgets them when you close it."
    )
    camera = Message("Photos and cameras need the companion on a computer.")
    inside = (
        f"<p>{ctx.say(what)}</p>{render_eviction(ctx)}<p>{export_button(ctx)}</p>"
        f'<p><label>{ctx.say(Message("Import a file"))} <input type="file" data-import></label></p>'
        f'<ul class="devices">{games}</ul><p>{ctx.say(camera)}</p>'
    )
    return render_lobby(ctx, TITLE, inside)


def _row(ctx: Context, id: str, name: str) -> str:
    shown = ctx.say(Message("{name}", {"name": name}))
    record = f'<button data-export="{escape(id)}">{ctx.say(Message("Record"))}</button>'
    remove = action_button("data", {"do": "remove", "id": id}, ctx.say(Message("Remove")))
    return f"<li><b>{shown}</b> {record} {remove}</li>"


def export_game(log: GameLog, id: str) -> str:
    """Return the record of one game; raise ``NoSuchGame``."""
    return write_record(log.game(id), log.entries(id))


def export_games(log: GameLog) -> str:
    """Return every game as one JSON text: the records of all games that can be read."""
    records = [json.loads(export_game(log, game.id)) for game in log.games()]
    return json.dumps({"format": FORMAT, "version": 1, "games": records}, ensure_ascii=False, indent=1)


def import_games(host: PageHost, written: bytes, name: str) -> int:
    """Take in one record, or a file with every game.

    Args:
        host: The games.
        written: The file's content.
        name: The file's name, for errors.

    Returns:
        How many games the file has.

    Raises:
        CompanionError: The file cannot be read, or one of its games.
    """
    document: Any = None
    if b'"' + FORMAT.encode() + b'"' in written[:200]:
        try:
            document = json.loads(written)
            records = document["games"]
        except (ValueError, KeyError, TypeError):
            raise UnreadableGames(name, Message("not valid JSON"), Message("export the games again")) from None
        for record in records:
            host.read_record(json.dumps(record, ensure_ascii=False).encode(), name)
        return len(records)
    host.read_record(written, name)
    return 1
