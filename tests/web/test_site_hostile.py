"""Requests that no page of the site makes: nothing is changed, nothing told, nobody let in, nothing goes wrong."""

from __future__ import annotations

import json
import os
import random
import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.site_parts import LIMITS
from companion.web.request_guard import ConnectionLimits
from tests.play.kept_play import kept
from tests.web.raw_lines import is_open, opened
from tests.web.site import FORM, Tab, game_of, games_server

REQUESTS = int(os.environ.get("HOSTILE_REQUESTS", "100000"))
PORTIONS = 20
"""Each a test of its own: what passed is not asked again."""
SLOW = 20
"""Lines that say a letter now and then, all the while."""
FREE = replace(LIMITS, burst=1e9, body_seconds=0.2, connections=ConnectionLimits(stranger=60))
PATHS = ["/", "/seat/0", "/seat/1", "/tv", "/table", "/game", "/move", "/photo", "/camera", "/events?at=/seat/0",
         "/enter", "/upload/record", "/upload/photo", "/picture/x", "/words", "/art/../x", "/%00", "/" + "a" * 200,
         ]  # fmt: skip
BODIES = [b"", b"do=roll&seq=0", b"do=sit&seat=0", b"do=renew",
          b"do=join&seat=9&name=x", b"do=leave&seat=0", b"do=host&device=x", b"{}", b"[" * 3000, b"\xff" * 60,
          b'{"code":{}}', b'{"code":"\\ud800"}', b'{"code":"AAAAAAAA","seat":0}', b'{"device":"x","seat":"0"}',
          b"a=" * 5000]  # fmt: skip


class Stranger:
    """Knows a used code, and the keys of a device that was revoked."""

    def __init__(self, server: GamesServer, seed: int) -> None:
        self._server, self._chance = server, random.Random(seed)
        self._host = server.address.removeprefix("http://")
        invitation = server.invitation(seat=1)
        revoked = Tab(invitation)
        assert revoked.entered == 200
        self._code, self._device, self._key = invitation.partition("#")[2], revoked.device, revoked.key
        server.devices.revoke(server.devices.all()[0].id)

    def request(self) -> bytes:
        """One request: of a page of somebody else's, with what was taken back, or mangled."""
        chance, own = self._chance, self._server.address
        replayed = json.dumps({"code": self._code, "device": self._device, "seat": 1}).encode()
        body = chance.choice([*BODIES, replayed])
        length = chance.choice([str(len(body))] * 4 + ["0", "00000000000099999999", "-1", str(len(body) + 5)])
        kinds = [FORM, FORM, "application/json", "text/plain", "application/octet-stream"]
        lines = [
            f"{chance.choice(['GET', 'POST', 'POST', 'PUT', 'X'])} {chance.choice(PATHS)} HTTP/1.1",
            f"Host: {chance.choice([self._host] * 5 + ['x', ''])}",
            f"Origin: {chance.choice([own, own, own, 'http://x', 'null'])}",
            f"Content-Type: {chance.choice(kinds)}",
            f"Content-Length: {length}",
            f"X-Key: {chance.choice([self._key, self._device, '', 'x' * 300])}",
            f"X-Companion: {chance.choice(['1', ''])}",
            f"X-Action: {chance.choice(['', 'a' * 200])}",
            "Connection: close",
        ]
        written = bytearray("\r\n".join([*lines, "", ""]).encode() + body)
        for _ in range(chance.choice([0, 0, 0, 1, 3])):
            written[chance.randrange(len(written))] = chance.randrange(256)
        return bytes(written)


def attacked(server: GamesServer, times: int, seed: int) -> None:
    """That many requests, and slow ones between them that say a letter now and then."""
    stranger, slow = Stranger(server, seed), list[socket.socket]()
    try:
        for number in range(times):
            if number % 10 == 0:
                go_on_slowly(server, slow, stranger)
            answer, request = b"", stranger.request()
            with opened(server.address) as line, suppress(OSError):
                line.sendall(request)
                line.shutdown(socket.SHUT_WR)
                while part := line.recv(65536):
                    answer += part
            assert not any(word in answer for word in (b"Ann", b"Ben", b"Friday")), (request, answer)
            assert not answer.startswith(b"HTTP/1.1 5"), (request, answer)
    finally:
        for line in slow:
            line.close()
    assert game_of(server).snapshot.course.seq == 0 and server.devices.all() == ()


def go_on_slowly(server: GamesServer, slow: list[socket.socket], stranger: Stranger) -> None:
    """A letter more on each slow line; those that were hung up on are opened anew, and begin to ask something."""
    for line in [line for line in slow if not is_open(line, patience=0)]:
        line.close()
        slow.remove(line)
    for line in slow:
        with suppress(OSError):
            line.sendall(b"x")
    while len(slow) < SLOW:
        line, request = opened(server.address), stranger.request()
        line.sendall(request[: len(request) // 2])
        slow.append(line)


def test_strangers_change_nothing_and_learn_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with games_server(tmp_path, kept("g"), limits=FREE) as server:
        attacked(server, 60, seed=48)
    assert capfd.readouterr().err == ""


@pytest.mark.prove("hostile")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", range(PORTIONS), ids=lambda number: f"{number}-of-{REQUESTS}-requests")
def test_a_hundred_thousand_requests_of_strangers_change_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], number: int
) -> None:
    """``HOSTILE_REQUESTS`` of them, 100,000 where it is not set."""
    with games_server(tmp_path, kept("g"), limits=FREE) as server:
        attacked(server, REQUESTS // PORTIONS, seed=100 + number)
    assert "Traceback" not in capfd.readouterr().err
