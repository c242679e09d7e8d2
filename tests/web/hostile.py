"""Whoever means no good: what they send to a page, and what becomes of it."""

from __future__ import annotations

import json
import random
import select
import socket
from contextlib import suppress

from tests.web.conftest import Sitting
from tests.web.visitor import Visitor

SLOW = 20
"""Lines that say a letter now and then, all the while."""


class Hostile:
    """Knows a code that was used, the key of a visit that was taken back, and, always, a good code."""

    def __init__(self, table: Sitting, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self._address = table.page.address
        self._host = self._address.removeprefix("http://")
        invitation = table.page.invitation(1)
        self._used = invitation.partition("#")[2]
        visitor = Visitor(invitation)
        assert visitor.inside
        self._old = visitor.cookie
        table.page.revoke(1)
        self._kinds = [
            self._mangled,
            self._wrong_code,
            self._replayed_code,
            self._replayed_visit,
            self._of_another_page,
        ]

    def request(self) -> bytes:
        """One of them."""
        return self._chance.choice([self._mangled, *self._kinds])()

    def _post(
        self, path: str, document: object, *lines: str, origin: str | None = None, host: str | None = None
    ) -> bytes:
        body = json.dumps(document).encode()
        head = [
            f"POST {path} HTTP/1.1",
            f"Host: {host or self._host}",
            f"Origin: {origin or self._address}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *lines,
        ]
        return "\r\n".join([*head, "", ""]).encode() + body

    def _wrong_code(self) -> bytes:
        code = "".join(
            self._chance.choices("ABCDEFGHJKMNPQRSTUVWXYZ23456789", k=self._chance.choice([0, 7, 8, 8, 9, 900]))
        )
        return self._post("/enter", {"code": self._chance.choice([code, code, [code], None, 17])})

    def _replayed_code(self) -> bytes:
        return self._post("/enter", {"code": self._used})

    def _replayed_visit(self) -> bytes:
        """What that visit did, once more."""
        if self._chance.random() < 0.5:
            lines = ["GET /events HTTP/1.1", f"Host: {self._host}", f"Cookie: {self._old}", "", ""]
            return "\r\n".join(lines).encode()
        document = self._chance.choice(
            [{"form": 0, "seq": 0}, {"question": "x", "choice": 0}, {"seal": 3}, {"hand": ["4MS"]}]
        )
        return self._post("/say", document, f"Cookie: {self._old}")

    def _of_another_page(self) -> bytes:
        """With a code that is good: a page of somebody else's must not use it."""
        good = self._table.page.invitation(None).partition("#")[2]
        if self._chance.random() < 0.5:
            return self._post(
                "/enter", {"code": good}, origin=self._chance.choice(["http://x", "null", "file://", "http://"])
            )
        return self._post("/enter", {"code": good}, origin="http://x.example", host="x.example")

    def _mangled(self) -> bytes:
        chance, address = self._chance, self._address
        path = chance.choice(["/", "/say", "/enter", "/events", "/art/4MS.svg", "/art/../x", "/%00", "/" + "a" * 200])
        body = chance.choice(
            [b"", b"{}", b"[", b"[" * 3000, b'{"code":{}}', b'{"form":-1}', chance.randbytes(60), b"\xff"]
        )
        length = chance.choice([len(body), len(body), 0, len(body) + 5])
        method, version = chance.choice(["GET", "POST", "PUT", "HEAD", "X"]), chance.choice(["1.1", "1.1", "1.0", "9"])
        lines = [
            f"{method} {path} HTTP/{version}",
            f"Host: {chance.choice([self._host, self._host, self._host, 'x', ''])}",
            f"Origin: {chance.choice([address, address, 'http://x', 'null'])}",
            f"Content-Type: {chance.choice(['application/json', 'application/json', 'text/plain'])}",
            f"Content-Length: {length}",
            f"Cookie: companion={chance.choice(['', 'x', 'a' * 500])}",
        ]
        written = bytearray("\r\n".join([*lines, "", ""]).encode() + body)
        for _ in range(chance.choice([0, 0, 1, 3])):
            written[chance.randrange(len(written))] = chance.randrange(256)
        return bytes(written)


def attacked(table: Sitting, times: int, seed: int) -> None:
    """That many hostile requests, slow ones between them: no answer is an error of ours, none tells anything of the
    game, nobody is let in, and nothing is changed."""
    hostile = Hostile(table, seed)
    slow: list[socket.socket] = []
    try:
        for number in range(times):
            if number % 10 == 0:
                _go_on_slowly(table, slow, hostile)
            answer = _answer(table, hostile.request())
            assert not any(word in answer for word in (b"Ann", b"Ben", b"Friday")), answer
            assert not answer.startswith(b"HTTP/1.1 5") and b"set-cookie" not in answer.lower(), answer
    finally:
        for line in slow:
            line.close()
    assert table.do(lambda: table.play.seq) == 0 and table.page.codes.list_visits() == ()


def opened(table: Sitting) -> socket.socket:
    """A line to the page."""
    where, _, port = table.page.address.removeprefix("http://").partition(":")
    return socket.create_connection((where, int(port)), timeout=20)


def is_open(line: socket.socket, patience: float = 0.05) -> bool:
    """Whether nobody has hung up, after a while; what is answered meanwhile is passed over."""
    ready, _, _ = select.select([line], [], [], patience)
    try:
        return not ready or bool(line.recv(65536))
    except ConnectionResetError:
        return False


def _answer(table: Sitting, request: bytes) -> bytes:
    """All that is answered, until the other end hangs up."""
    answer = b""
    with opened(table) as line, suppress(ConnectionResetError, BrokenPipeError):
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        while part := line.recv(65536):
            answer += part
    return answer


def _go_on_slowly(table: Sitting, slow: list[socket.socket], hostile: Hostile) -> None:
    """A letter more on each slow line; those that were hung up on are opened anew, and begin to say something."""
    for line in [line for line in slow if not is_open(line, patience=0)]:
        line.close()
        slow.remove(line)
    for line in slow:
        with suppress(OSError):
            line.sendall(b"x")
    while len(slow) < SLOW:
        line = opened(table)
        request = hostile.request()
        line.sendall(request[: len(request) // 2])
        slow.append(line)
