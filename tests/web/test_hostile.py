"""Requests that no page of ours makes: nothing is changed, nothing told, nothing goes wrong."""

from __future__ import annotations

import os
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate.game import MAGNATE
from companion.web.access_codes import AccessCodes, CodeLimits
from companion.web.camera_routes import LIMITS
from companion.web.phone_camera import PhoneCamera
from companion.web.quotas import ConnectionLimits, Quotas
from companion.web.request_guard import RequestLimits
from tests.play.kept_play import kept
from tests.web.conftest import Sitting, sitting
from tests.web.hostile import attacked, is_open, opened
from tests.web.test_phone_camera import UNKNOWN, Phone, picture
from tests.web.visitor import Visitor, asked, status

UNHURRIED = RequestLimits(burst=1e9, body_seconds=0.2, connections=ConnectionLimits(stranger=60))
REQUESTS = int(os.environ.get("HOSTILE_REQUESTS", "100000"))
PORTIONS = 20
"""Each a test of its own: what passed is not asked again."""


def test_a_page_of_somebody_elses_can_say_nothing_here(table: Sitting) -> None:
    visitor = Visitor(table.page.invitation(0))
    assert status(visitor.post("/say", {}, origin="http://elsewhere.example")) == 403
    assert status(visitor.post("/enter", {"code": "A"}, origin="null")) == 403
    assert status(asked(table.page.address, "GET / HTTP/1.1", host="elsewhere.example")) == 421
    assert status(asked(table.page.address, "DELETE / HTTP/1.1")) == 405


def test_every_answer_forbids_what_no_page_of_ours_needs(table: Sitting) -> None:
    for request in ("GET /", "GET /art/X.svg", "GET /events", "GET /nowhere", "DELETE /", "GET /page.js"):
        answer = asked(table.page.address, f"{request} HTTP/1.1").lower()
        assert b"content-security-policy: default-src 'none'; script-src 'self'" in answer, request
        assert b"x-content-type-options: nosniff" in answer and b"access-control-allow" not in answer
    entered = Visitor(table.page.invitation(None)).post("/enter", {"code": "WRONG"})
    assert status(entered) == 403 and b"set-cookie" not in entered.lower()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Content-Length: 100000"], 413),
        (["Transfer-Encoding: chunked"], 411),
        (["Content-Length: 99999999999999999999"], 413),
    ],
)
def test_a_body_that_is_too_large_or_of_no_length_is_not_read(table: Sitting, lines: list[str], expected: int) -> None:
    own = ["POST /enter HTTP/1.1", f"Origin: {table.page.address}", "Content-Type: application/json", *lines]
    assert status(asked(table.page.address, *own)) == expected


def test_who_guesses_codes_is_not_heard_any_more_even_with_a_good_one() -> None:
    now = [0.0]
    codes = AccessCodes(lambda: now[0], CodeLimits(tries=3, tries_seconds=60, all_tries=10))
    good = codes.issue(0)
    assert [codes.admit("WRONG", "a") for _ in range(3)] == [None] * 3
    assert codes.admit(good, "a") is None and codes.is_blocked("a") and not codes.is_blocked("b"), (
        "too many tries from there"
    )
    now[0] = 61
    assert codes.admit(good, "a") is not None
    again = codes.issue(0)
    for address in range(10):
        codes.admit("WRONG", str(address))
    assert codes.admit(again, "b") is None, "after so many wrong ones every code is taken back"


def test_who_wrote_too_many_wrong_codes_is_told_so_and_not_that_a_good_one_is_wrong(table: Sitting) -> None:
    address, _, code = table.page.invitation(None).partition("/#")
    stranger = Visitor(f"{address}/#WRONGONE")
    statuses = [status(stranger.post("/enter", {"code": code_})) for code_ in ("WRONGTWO",) * 4 + (code,)]
    assert statuses == [403] * 4 + [429]


def test_codes_and_visits_end_by_themselves() -> None:
    now = [0.0]
    codes = AccessCodes(lambda: now[0], CodeLimits(code_seconds=10, visit_seconds=100))
    late, good = codes.issue(None), codes.issue(None)
    key = codes.admit(good, "a")
    assert key is not None and codes.find_visit(key) is not None and len(codes.list_visits()) == 1
    assert codes.is_valid(late) and not codes.is_valid(good)
    now[0] = 11
    assert codes.admit(late, "a") is None and not codes.is_valid(late)
    now[0] = 101
    assert codes.find_visit(key) is None and codes.list_visits() == ()


def test_a_seats_new_code_ends_the_one_before() -> None:
    codes = AccessCodes(lambda: 0.0)
    first, second = codes.issue(1), codes.issue(1)
    assert codes.admit(first, "a") is None and codes.admit(second.lower(), "a") is not None


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[Sitting]:
    """A page that hears everything, however much one address asks."""
    with sitting(tmp_path, kept("g"), MAGNATE, limits=UNHURRIED) as table:
        yield table


def test_who_asks_without_pause_is_heard_only_now_and_then(table: Sitting) -> None:
    statuses = [status(asked(table.page.address, "GET /words HTTP/1.1")) for _ in range(260)]
    assert statuses[:100] == [200] * 100 and 429 in statuses


def test_mangled_requests_change_nothing_and_are_told_nothing(
    unhurried: Sitting, capfd: pytest.CaptureFixture[str]
) -> None:
    attacked(unhurried, 300, seed=19)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.prove("hostile")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", range(PORTIONS), ids=lambda number: f"{number}-of-{REQUESTS}-requests")
def test_a_hundred_thousand_hostile_requests(
    unhurried: Sitting, capfd: pytest.CaptureFixture[str], number: int
) -> None:
    attacked(unhurried, REQUESTS // PORTIONS, seed=100 + number)
    assert "Traceback" not in capfd.readouterr().err


HALF_A_BODY = ["Content-Length: 4000", "", "{"]


@pytest.mark.parametrize(
    "begun",
    [
        ["GET /words HT"],
        ["GET /words HTTP/1.1", "Accept: "],
        ["GET /words HTTP/1.1", "Host: elsewhere.example", *HALF_A_BODY],
        ["POST /enter HTTP/1.1", "Host: HOST", "Origin: http://elsewhere.example", *HALF_A_BODY],
        [
            "POST /enter HTTP/1.1",
            "Host: HOST",
            "Origin: http://HOST",
            "Content-Type: application/json",
            *HALF_A_BODY,
        ],
        ["GET /words HTTP/1.1", "Host: HOST", "", "GET /wor"],
    ],
    ids=["line", "head", "another host's", "another page's", "body", "after an answer"],
)
def test_who_goes_on_asking_a_letter_at_a_time_is_hung_up_on(tmp_path: Path, begun: list[str]) -> None:
    limits = RequestLimits(head_seconds=0.2, body_seconds=0.2)
    with sitting(tmp_path, kept("g"), MAGNATE, limits=limits) as table, opened(table) as line:
        host = table.page.address.removeprefix("http://")
        line.sendall("\r\n".join(begun).replace("HOST", host).encode())
        while is_open(line):
            with suppress(OSError):
                line.sendall(b"x")


def test_a_phones_camera_is_not_kept_waiting_by_one_who_never_says_what_it_wants(tmp_path: Path) -> None:
    camera = PhoneCamera("127.0.0.1", tmp_path, limits=RequestLimits(head_seconds=0.2))
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
    with sitting(
        tmp_path, kept("g"), MAGNATE, limits=RequestLimits(connections=ConnectionLimits(known=5, stranger=5))
    ) as table:
        with ExitStack() as held:
            for _ in range(5):
                held.enter_context(opened(table))
            with opened(table) as sixth:
                assert not is_open(sixth, patience=20)
        while True:  # once those before are gone
            with suppress(OSError, IndexError):
                if status(asked(table.page.address, "GET /words HTTP/1.1")) == 200:
                    break


def test_a_body_that_never_ends_is_waited_for_no_longer_than_a_while(
    tmp_path: Path,
) -> None:
    with sitting(tmp_path, kept("g"), MAGNATE, limits=RequestLimits(body_seconds=0.2)) as table:
        _never_ends(table)


def _never_ends(table: Sitting) -> None:
    own = ["POST /enter HTTP/1.1", f"Origin: {table.page.address}", "Content-Type: application/json"]
    answer = asked(table.page.address, *own, "Content-Length: 50", body=b"{")
    assert status(answer) in (400, 408)


def test_a_length_written_with_zeros_before_it_is_refused_all_the_same(table: Sitting) -> None:
    own = ["POST /enter HTTP/1.1", f"Origin: {table.page.address}", "Content-Type: application/json"]
    assert status(asked(table.page.address, *own, "Content-Length: 00000000000099999999", body=b"{}")) == 413


def test_an_admitted_phones_camera_gets_through_while_strangers_hold_half_open_lines(tmp_path: Path) -> None:
    limits = replace(LIMITS, connections=ConnectionLimits(handshakes=3))
    camera = PhoneCamera("127.0.0.1", tmp_path, limits=limits)
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
            for _ in range(3):
                held.enter_context(socket.create_connection(where, timeout=20))
            with socket.create_connection(where, timeout=20) as one_more:
                assert not is_open(one_more, patience=20)
    finally:
        camera.close()


def test_strangers_of_every_address_together_leave_room_for_those_who_were_admitted() -> None:
    quotas = Quotas(ConnectionLimits(stranger=2, strangers=3))
    assert [quotas.take(one) for one in ("a", "a", "a", "b", "c")] == [True, True, False, False, False]
    quotas.note_device("d")
    assert all(quotas.take("d") for _ in range(50))
    quotas.release("a")
    quotas.release("a")
    assert not quotas.take("c") and quotas.take("b") is False
    for one in ("a", "b", "b", "c", "c"):
        quotas.release(one)
    assert quotas.take("e")


def test_who_never_reads_is_hung_up_on_and_the_end_writes_no_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = RequestLimits(write_seconds=0.3)
    with sitting(tmp_path, kept("g"), MAGNATE, limits=limits) as table, ExitStack() as held:
        visitor = Visitor(table.page.invitation(None))
        for _ in range(10):
            line = socket.socket()
            held.enter_context(line)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", int(table.page.address.rpartition(":")[2])))
            host = table.page.address.removeprefix("http://")
            many = f"GET /page.css HTTP/1.1\r\nHost: {host}\r\nCookie: {visitor.cookie}\r\n\r\n" * 100
            line.sendall(many.encode())
        time.sleep(0.2)
    assert capfd.readouterr().err == ""
