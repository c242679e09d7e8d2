"""A site of all games, and devices that use it, as raw as the line is.

Lines to a site, as raw as they are: what was sent, byte for byte.
"""

import base64
import http.client
import json
import re
import select
import socket
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode
from uuid import uuid4

from companion.errors import CompanionError
from companion.games.magnate.game import MAGNATE
from companion.games.registry import game as rules_of
from companion.journal import Journal, KeptGame
from companion.play import AnyPlay, Play, Source
from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.server_host import LIMITS
from companion.web.listen_address import find_place
from companion.web.network_interfaces import LOOPBACK
from tests.play.kept_play import NOON, ROLL, touch


def opened(address: str) -> socket.socket:
    """A line to the site at an address."""
    where, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((where, int(port)), timeout=20)


def asked(address: str, *lines: str, body: bytes = b"", host: str | None = None) -> bytes:
    """All that is answered to one request, then the line is closed."""
    head = [*lines, f"Host: {host or address.removeprefix('http://')}", "Connection: close"]
    with opened(address) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode() + body)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def is_open(line: socket.socket, patience: float = 0.05) -> bool:
    """Whether nobody has hung up, after a while; what is answered meanwhile is passed over."""
    ready, _, _ = select.select([line], [], [], patience)
    try:
        return not ready or bool(line.recv(65536))
    except ConnectionResetError:
        return False


FORM = "application/x-www-form-urlencoded"


def open_play(
    journal: Journal, game: str, wake: Callable[[], None], new_id: Callable[[], str] = lambda: uuid4().hex
) -> AnyPlay:
    play: AnyPlay = Play(rules_of(journal.game(game).game), journal, game, now=lambda: NOON, new_id=new_id, wake=wake)
    play.asks -= {Source.PAGE}
    return play


@contextmanager
def games_server(folder: Path, *games: KeptGame, **how: Any) -> Iterator[GamesServer]:
    """A site of these games, the first of them open; its errors are raised at the end."""
    errors: list[CompanionError] = []

    def report(error: CompanionError | None) -> None:
        if error is not None:
            errors.append(error)

    how = {"limits": LIMITS, "open_play": open_play, **how}
    port, place = how.pop("port", 0), how.pop("place", None) or find_place(how.pop("host", LOOPBACK))
    server = GamesServer(
        place, port, folder, lambda: Journal.open(f"sqlite:///{folder / 'games.db'}"), how.pop("open_play"),
        report, **how,
    )  # fmt: skip
    try:
        for game in games:
            server.thread.run(lambda game=game: server.thread.journal.create(game))  # type: ignore[misc]
        if games:
            server.open(games[0].id)
        yield server
    finally:
        server.close()
    if errors:
        raise errors[0]


def game_of(server: GamesServer) -> OpenGame:
    """The open game."""
    assert server.thread.game is not None
    return server.thread.game


def another_rolls(url: str) -> None:
    """Another program plays on."""
    with Journal.open(url) as journal:
        (game,) = journal.games()
        play = Play(MAGNATE, journal, game.id, now=lambda: NOON, new_id=lambda: "roll")
        touch(play, MAGNATE.move_from_json({**MAGNATE.move_to_json(ROLL), "player": play.state.player}, ""))


class Tab:
    """One tab of a device: what a page's script asks, byte for byte.

    ``device`` is the key that the device keeps; another tab of the same device is opened with it.
    """

    def __init__(self, address: str, device: str = "", language: str = "en") -> None:
        self.address, _, code = address.partition("#")
        where = re.match(r"(http://[^/]+)(/.*)?", self.address)
        assert where is not None
        self.origin, self.path = where[1], where[2] or "/"
        self.device, self.key, self.language = device, "", language
        self._line: socket.socket | None = None
        self.received = b""
        self.entered = self.enter(code)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            self._line.close()

    def enter(self, code: str = "") -> int:
        """The status of coming in by a code, or by what the device keeps."""
        seat = re.match(r"/seat/(\d)", self.path)
        wanted = {"code": code, "device": self.device, "seat": int(seat[1]) if seat else None}
        status, answer, _ = self.ask("POST", "/enter", json.dumps(wanted).encode(), "application/json")
        if status == 200:
            document = json.loads(answer)
            self.device, self.key = document["device"], document["key"]
        return status

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        kind: str = FORM,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes, dict[str, str]]:
        line = http.client.HTTPConnection(self.origin.removeprefix("http://"), timeout=30)
        own = {
            "origin": self.origin,
            "content-type": kind,
            "x-companion": "1",
            "x-key": self.key,
            "x-language": self.language,
        }
        line.request(method, path, body, {**own, **(headers or {})})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer.status, content, {name.lower(): value for name, value in answer.getheaders()}

    def get(self, path: str = "") -> dict[str, Any]:
        """The page at a path."""
        status, content, _ = self.ask("GET", path or self.path)
        page: dict[str, Any] = json.loads(content) if status == 200 else {"status": status}
        return page

    def post(self, path: str = "", action: str = "", **fields: Any) -> dict[str, Any]:
        """The page that follows an action."""
        headers = {"x-action": action} if action else {}
        status, content, _ = self.ask(
            "POST", path or self.path, urlencode(fields, doseq=True).encode(), headers=headers
        )
        page: dict[str, Any] = json.loads(content) if status == 200 else {"status": status}
        return page

    def follow(self, path: str = "") -> None:
        """Opens the line on which the page comes after every change."""
        host = self.origin.removeprefix("http://")
        where, _, port = host.partition(":")
        self._line = socket.create_connection((where, int(port)), timeout=20)
        head = [f"GET /events?at={path or self.path} HTTP/1.1", f"Host: {host}", f"X-Key: {self.key}", "", ""]
        self._line.sendall("\r\n".join(head).encode())

    def pages(self) -> list[dict[str, Any]]:
        """The pages that came until now."""
        found = re.findall(rb"id: \d+\ndata: (\S+)\n\n", self.received)
        return [json.loads(zlib.decompress(base64.b64decode(one))) for one in found]

    def until(self, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first page that is so."""
        while (found := next(filter(reached, self.pages()), None)) is None:
            self.receive()
        return found

    def receive(self) -> None:
        assert self._line is not None
        part = self._line.recv(65536)
        assert part, f"the line ended after {self.received[-200:]!r}"
        self.received += part
