"""Answers what the page asks of the worker in the browser: texts in, texts out; games are in a file of its own."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, cast
from urllib.parse import parse_qs

from companion.browser.game_log import GameLog, Storage
from companion.browser.host import BrowserHost, export_game, export_games, import_games
from companion.decoding import document_of, is_number
from companion.errors import CompanionError
from companion.journal.entries import UnwritableJournal
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.web.pages.host import PageRequest, Viewer
from companion.web.pages.site import respond


def check_written(why: object) -> None:
    """Raise :class:`UnwritableJournal` if the browser did not write; ``why`` is the name of its error."""
    if why:
        is_full = why == "QuotaExceededError"
        raise UnwritableJournal(
            Message("the games in this browser"),
            Message("no space is left") if is_full else Message("the browser refused to write"),
            Message("free some space, then try again") if is_full else Message("reload this page"),
        )


class BrowserFile:
    """A file of the browser's worker; see ``static/worker.js``.

    Args:
        file: The JavaScript object with ``read``, ``append``, which returns why it failed or nothing, and ``truncate``.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self) -> bytes:
        """Return everything in it."""
        return bytes(self._file.read().to_py())

    def append(self, content: bytes) -> None:
        """Append to it; raise :class:`UnwritableJournal` if the browser refuses, and nothing was appended."""
        check_written(self._file.append(content))

    def truncate(self, size: int) -> None:
        """Drop everything behind this many bytes."""
        self._file.truncate(size)


MOST_REDIRECTS = 4


class Worker:
    """The pages over one storage.

    Args:
        storage: The file of the games.
        notes: The small documents as JSON text; empty for none.
        save_notes: Stores them as JSON text; returns why the browser refuses, or nothing.
    """

    def __init__(self, storage: Storage, notes: str, save_notes: Callable[[str], str]) -> None:
        try:
            documents = json.loads(notes)
        except ValueError:  # the browser ended while they were written; games are not among them
            documents = {}
        self.host = BrowserHost(GameLog(storage), documents, lambda kept: check_written(save_notes(json.dumps(kept))))

    def answer(self, asked: str) -> str:
        """Answer a message of the page.

        Args:
            asked: JSON with ``do``: ``page`` (method, path, query, body, language, action), ``export``, ``record``
                (id; without one of the open game), or ``import`` (name, text, language).

        Returns:
            JSON: a page, or ``text`` with the content of a file, or ``error`` with one line.
        """
        message: dict[str, Any] = cast("dict[str, Any]", document_of(asked.encode(errors="replace")))
        language = str(message.get("language")) if message.get("language") in LANGUAGES else "en"
        try:
            return json.dumps(self._answer(message, language), ensure_ascii=False)
        except CompanionError as error:
            return json.dumps({"error": error.line(translations(language))}, ensure_ascii=False)

    def _answer(self, message: Mapping[str, Any], language: str) -> dict[str, Any]:
        if message["do"] == "export":
            return {"text": export_games(self.host.log)}
        if message["do"] == "record":
            id_ = message.get("id")
            return {"text": self.host.record() if id_ is None else export_game(self.host.log, id_)}
        if message["do"] == "import":
            return {"games": import_games(self.host, message["text"].encode(), message["name"])}
        return self._page(message, language)

    def _page(self, message: Mapping[str, Any], language: str) -> dict[str, Any]:
        """Return the page of a request; if it leads elsewhere, the page there."""
        address = message["path"] + (f"?{message['query']}" if message["query"] else "")
        method, body = message["method"], message["body"]
        self.host.action = message.get("action", "")
        for _ in range(MOST_REDIRECTS):
            path, _, query = address.partition("?")
            answer = respond(_request(method, path, query, body, language), self.host)
            if answer.location is None:
                break
            address, method, body = answer.location, "GET", ""
        return {**asdict(answer), "location": None, "address": address, "number": self.host.number}


def _request(method: str, path: str, query: str, body: str, language: str) -> PageRequest:
    fields = parse_qs("&".join(part for part in (query, body) if part), keep_blank_values=True)
    seat = path.removeprefix("/seat/")
    viewer = Viewer(int(seat) if seat != path and is_number(seat) else None, is_host=True, language=language)
    return PageRequest(method, path, {name: tuple(values) for name, values in fields.items()}, viewer)
