"""Lines and requests that no browser and no page makes: nothing is changed, told or let in."""

import asyncio
import json
import os
import random
import socket
import ssl
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from companion.web.access_codes import AccessCodes, CameraAccess, CodeLimits
from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.server_host import LIMITS
from companion.web.phone_camera import LIMITS as CAMERA_LIMITS
from companion.web.phone_camera import PhoneCamera
from companion.web.request_guard import BodyRule, ConnectionLimits, RequestGuard, RequestLimits
from tests.play.kept_play import kept
from tests.web.site import FORM, Tab, asked, game_of, games_server, is_open, opened, status
from tests.web.test_phone_camera import UNKNOWN, Phone, picture


def test_a_page_of_somebody_elses_can_do_nothing_here(server: GamesServer) -> None:
    tab = Tab(server.invitation(seat=0))
    for origin in ("http://elsewhere.example", "null"):
        assert tab.ask("POST", "/seat/0", b"do=roll", headers={"origin": origin})[0] == 403
        assert tab.ask("POST", "/enter", b"{}", "application/json", headers={"origin": origin})[0] == 403
    assert status(asked(server.address, "GET / HTTP/1.1", host="elsewhere.example")) == 421
    assert status(asked(server.address, "DELETE / HTTP/1.1")) == 405


def test_every_answer_forbids_what_no_page_of_ours_needs(server: GamesServer) -> None:
    for request in ("GET /", "GET /art/signs.svg", "GET /events", "GET /nowhere", "DELETE /", "GET /companion.js"):
        answer = asked(server.address, f"{request} HTTP/1.1").lower()
        assert b"content-security-policy: default-src 'none'; script-src 'self'" in answer, request
        assert b"x-content-type-options: nosniff" in answer and b"access-control-allow" not in answer
        assert b"set-cookie" not in answer


def test_without_a_code_nothing_of_the_game_is_sent(server: GamesServer) -> None:
    for path in ("/", "/tv", "/seat/0", "/companion.js", "/companion.css", "/words", "/art/cards.svg", "/trust"):
        answer = asked(server.address, f"GET {path} HTTP/1.1")
        assert status(answer) == 200 and b"Ann" not in answer and b"Friday" not in answer
    assert status(asked(server.address, "GET /events HTTP/1.1")) == 401


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Content-Length: 100000"], 413),
        (["Transfer-Encoding: chunked"], 411),
        (["Content-Length: 99999999999999999999"], 413),
        (["Content-Length: 00000000000099999999"], 413),
    ],
)
def test_a_body_too_large_or_of_no_length_is_not_read(server: GamesServer, lines: list[str], expected: int) -> None:
    own = ["POST /enter HTTP/1.1", f"Origin: {server.address}", "Content-Type: application/json", *lines]
    assert status(asked(server.address, *own)) == expected


def test_who_guesses_codes_is_not_heard_any_more_even_with_a_good_one() -> None:
    now = [0.0]
    codes = AccessCodes[int](lambda: now[0], CodeLimits(tries=3, tries_seconds=60, all_tries=10))
    good = codes.issue(0)
    assert [codes.redeem("WRONG", "a") for _ in range(3)] == [None] * 3
    assert codes.redeem(good, "a") is None and codes.is_blocked("a") and not codes.is_blocked("b")
    now[0] = 61
    assert codes.redeem(good.lower(), "a") is not None
    again = codes.issue(0)
    for address in range(10):
        codes.redeem("WRONG", str(address))
    assert codes.redeem(again, "b") is None, "after so many wrong ones every code is void"


def test_after_too_many_wrong_codes_a_right_one_is_refused_for_that_reason(server: GamesServer) -> None:
    stranger, code = Tab(server.address), server.invitation().partition("#")[2]
    assert [stranger.enter(one) for one in ("WRONGTWO",) * 5 + (code,)] == [403] * 5 + [429]


def test_a_code_and_a_phone_cameras_visit_end_by_themselves() -> None:
    now = [0.0]
    access = CameraAccess(lambda: now[0], CodeLimits(code_seconds=10, visit_seconds=100))
    good = access.code()
    assert good == access.code(), "the code that is shown stays while it is good"
    key = access.admit(good, "a")
    late = access.code()
    assert key is not None and access.is_admitted(key) and late != good and not access.codes.is_valid(good)
    now[0] = 11
    assert access.admit(late, "a") is None and access.code() != late
    now[0] = 101
    assert not access.is_admitted(key)


def test_requests_without_pause_are_refused_above_the_limit(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), limits=replace(LIMITS, burst=20, rate=0.01)) as server:
        statuses = [status(asked(server.address, "GET /words HTTP/1.1")) for _ in range(30)]
    assert statuses == [200] * 20 + [429] * 10


HALF_A_BODY = ["Content-Length: 4000", "", "{"]


@pytest.mark.parametrize(
    "begun",
    [
        ["GET /words HT"],
        ["GET /words HTTP/1.1", "Accept: "],
        ["GET /words HTTP/1.1", "Host: elsewhere.example", *HALF_A_BODY],
        ["POST /enter HTTP/1.1", "Host: HOST", "Origin: http://elsewhere.example", *HALF_A_BODY],
        ["POST /enter HTTP/1.1", "Host: HOST", "Origin: http://HOST", "Content-Type: application/json", *HALF_A_BODY],
        ["GET /words HTTP/1.1", "Host: HOST", "", "GET /wor"],
    ],
    ids=["line", "head", "another host's", "another page's", "body", "after an answer"],
)
def test_who_goes_on_asking_a_letter_at_a_time_is_hung_up_on(tmp_path: Path, begun: list[str]) -> None:
    limits = replace(LIMITS, head_seconds=0.2, body_seconds=0.2)
    with games_server(tmp_path, kept("g"), limits=limits) as server, opened(server.address) as line:
        host = server.address.removeprefix("http://")
        line.sendall("\r\n".join(begun).replace("HOST", host).encode())
        while is_open(line):
            with suppress(OSError):
                line.sendall(b"x")


def test_a_phones_camera_is_not_kept_waiting_by_one_who_never_says_what_it_wants(tmp_path: Path) -> None:
    camera = PhoneCamera("127.0.0.1", tmp_path, limits=replace(CAMERA_LIMITS, head_seconds=0.2))
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
    where, _, port = camera.address.removeprefix("https://").partition(":")
    try:
        with unknown.wrap_socket(socket.create_connection((where, int(port)), timeout=20)) as line:
            line.sendall(b"POST /picture HT")
            assert line.recv(100) == b""
    finally:
        camera.close()


def test_one_address_holds_no_more_lines_than_a_room_of_people_does(tmp_path: Path) -> None:
    limits = replace(LIMITS, connections=ConnectionLimits(known=5, stranger=5))
    with games_server(tmp_path, kept("g"), limits=limits) as server:
        with ExitStack() as held:
            for _ in range(5):
                held.enter_context(opened(server.address))
            with opened(server.address) as sixth:
                assert not is_open(sixth, patience=20)
        while True:  # once those before are gone
            with suppress(OSError, IndexError):
                if status(asked(server.address, "GET /words HTTP/1.1")) == 200:
                    break


def test_a_body_that_never_ends_is_waited_for_no_longer_than_a_while(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), limits=replace(LIMITS, body_seconds=0.2)) as server:
        own = ["POST /enter HTTP/1.1", f"Origin: {server.address}", "Content-Type: application/json"]
        assert status(asked(server.address, *own, "Content-Length: 50", body=b"{")) in (400, 408)


def test_an_admitted_phones_camera_gets_through_while_strangers_hold_half_open_lines(tmp_path: Path) -> None:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    try:
        phone = Phone(camera.invitation())
        assert phone.sends(picture(1)) == 204
        where = "127.0.0.1", int(camera.address.rpartition(":")[2])
        with ExitStack() as held:
            # Two say nothing at all, forty agree on TLS and then ask nothing.
            for _ in range(2):
                held.enter_context(socket.create_connection(where, timeout=20))
            for _ in range(40):
                line = held.enter_context(socket.create_connection(where, timeout=20))
                held.enter_context(UNKNOWN.wrap_socket(line))
            assert [phone.sends(picture(shade)) for shade in range(14)] == [204] * 14
    finally:
        camera.close()


def test_strangers_of_every_address_together_leave_room_for_those_who_were_admitted() -> None:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        return

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        return

    limits = RequestLimits(connections=ConnectionLimits(stranger=2, strangers=3))
    guard = RequestGuard(app, frozenset({"here"}), limits, lambda _headers: "device", lambda _path: BodyRule(0))
    assert guard.may_stay("a", ["a", "a"]) and not guard.may_stay("a", ["a", "a", "a"])
    assert guard.may_stay("b", ["a", "a", "b"]) and not guard.may_stay("c", ["a", "a", "b", "c"])
    request = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"here")], "client": ("d", 1)}
    asyncio.run(guard(request, receive, send))
    assert guard.may_stay("d", ["a", "a", "b", *("d" for _ in range(50))])
    assert guard.may_stay("b", ["a", "a", "b", *("d" for _ in range(50))])


def test_who_never_reads_is_hung_up_on_without_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    limits = replace(LIMITS, write_seconds=0.3)
    with games_server(tmp_path, kept("g"), limits=limits) as server, ExitStack() as held:
        for _ in range(10):
            line = socket.socket()
            held.enter_context(line)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.site.port))
            host = server.address.removeprefix("http://")
            line.sendall((f"GET /companion.css HTTP/1.1\r\nHost: {host}\r\n\r\n" * 100).encode())
        time.sleep(0.2)
    assert capfd.readouterr().err == ""


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
def test_many_hostile_requests_change_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str], number: int) -> None:
    """``HOSTILE_REQUESTS`` of them, 100,000 where it is not set."""
    with games_server(tmp_path, kept("g"), limits=FREE) as server:
        attacked(server, REQUESTS // PORTIONS, seed=100 + number)
    assert "Traceback" not in capfd.readouterr().err
