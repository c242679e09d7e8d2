"""The page about what the browser stores: every game as one file, out and in, and removed."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Protocol

from companion.browser.game_log import GameLog
from companion.errors import CompanionError
from companion.journal.records.record import write_record
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.first_page import export_button, render_eviction
from companion.web.pages.host import PageHost, PageRequest, PageResponse
from companion.web.pages.html import action_button, page_head

PATH = "/data"
FORMAT = "decktet-companion-games"
"""The format of the file with every game: a list of records."""


class LogHost(PageHost, Protocol):
    """A host whose games are in a log."""

    log: GameLog

    def close_game(self) -> None:
        """Close the open game."""


class UnreadableGames(CompanionError):
    """A file that holds no games."""


class DataPage:
    """Answers requests for this page.

    Args:
        host: The games.
        request: The request.
    """

    def __init__(self, host: LogHost, request: PageRequest) -> None:
        self._host, self._request = host, request

    def respond(self) -> PageResponse | None:
        """Return the page, or None for another path."""
        if self._request.path != PATH:
            return None
        ctx = Context.of(self._request, self._host)
        if self._request.method == "POST" and self._request.value("do") == "remove":
            for game in self._host.log.games():
                if game.id == self._request.value("id"):
                    self._host.close_game()
                    self._host.log.remove(game.id)
            return PageResponse(303, "", "", location=PATH)
        title = ctx.say(Message("Your data"))
        games = "".join(self._row(ctx, game.id, game.name) for game in self._host.log.games())
        what = Message(
            "Games are stored in this browser, on this device. Nothing is sent anywhere. "
            "A browser may delete them if space is short or if you clear its data. "
            "A private window forgets them when you close it."
        )
        main = page_head(title, "./", ctx.say(Message("First page")))
        main += f"<p>{ctx.say(what)}</p>{render_eviction(ctx)}<p>{export_button(ctx)}</p>"
        main += f'<p><label>{ctx.say(Message("Import a file"))} <input type="file" data-import></label></p>'
        main += f'<ul class="devices">{games}</ul>'
        camera = Message("Photos and cameras need the companion on a computer.")
        main += f"<p>{ctx.say(camera)}</p>"
        return PageResponse(200, title, f'<div class="lobby">{main}</div>', kind="lobby")

    def _row(self, ctx: Context, id: str, name: str) -> str:
        shown = ctx.say(Message("{name}", {"name": name}))
        record = f'<button data-export="{escape(id)}">{ctx.say(Message("Record"))}</button>'
        remove = action_button("data", {"do": "remove", "id": id}, ctx.say(Message("Remove")))
        return f"<li><b>{shown}</b> {record} {remove}</li>"


def export_game(host: LogHost, id: str) -> str:
    """Return the record of one game; raise ``NoSuchGame``."""
    return write_record(host.log.game(id), host.log.entries(id))


def export_games(host: LogHost) -> str:
    """Return every game as one JSON text: the records of all games that can be read."""
    records = [json.loads(export_game(host, game.id)) for game in host.log.games()]
    return json.dumps({"format": FORMAT, "version": 1, "games": records}, ensure_ascii=False, indent=1)


def import_games(host: LogHost, written: bytes, name: str) -> int:
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
