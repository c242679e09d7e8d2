"""What is advised if a camera gives no pictures: one hint for each cause."""

from __future__ import annotations

import errno as numbers
import socket

import pytest

from companion.pictures.input_limits import InputLimits
from companion.pictures.sources import SourceError, parse_source
from companion.pictures.sources.address import parse_address
from companion.pictures.sources.connection_errors import unreachable
from companion.pictures.sources.stream_discovery import DiscoveredStream
from tests.cases import each
from tests.pictures.sources.quirky import FAST, OK, Says, always, camera, once

HURRIED = InputLimits(still_seconds=0.4, answer_seconds=0.4)


@each(
    ("says", "hint"),
    [
        (once(b"HTTP/1.1 404 Not Found\r\n\r\n"), "the path after the device's name"),
        (once(b"HTTP/1.1 403 Forbidden\r\n\r\n"), "check the name and the password"),
        (once(b"HTTP/1.1 503 Busy\r\n\r\n"), "close other programs"),
        (
            once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nDroidCam is connected to another client"),
            "close other programs",
        ),
        (once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nWelcome"), "the address of the stream itself"),
        (once(b"\x15\x03\x01\x00\x02\x02\x16"), "use https://"),
        (once(b""), "restart the stream"),
        (always(OK, b""), "restart the stream"),
    ],
)
def test_a_camera_that_answers_gets_the_hint_for_its_cause_and_never_another_network(says: Says, hint: str) -> None:
    with camera(says) as phone, pytest.raises(SourceError) as refused:
        DiscoveredStream(phone.at(), FAST, HURRIED).read()
    assert hint in str(refused.value.next_step) and "same network" not in str(refused.value)


def test_a_machine_that_is_there_without_its_app_is_no_question_of_the_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for scheme in ("http", "https", "rtsp"):
        with pytest.raises(SourceError, match=r"\. Check the port, and that the camera app is running"):
            parse_source(f"{scheme}://127.0.0.1:{port}/live").read()


def test_an_unknown_name_is_said_to_be_one() -> None:
    error = unreachable(parse_address("http://phone.invalid"), socket.gaierror(socket.EAI_NONAME, "unknown"))
    assert "192.168.1.20" in str(error.next_step) and "same network" not in str(error)


@each("errno", ["ENETUNREACH", "EHOSTUNREACH"])
def test_only_a_machine_that_is_not_there_may_be_in_another_network(errno: str) -> None:
    error = unreachable(parse_address("http://192.168.1.20"), OSError(getattr(numbers, errno), "no route"))
    assert "same network" in str(error.next_step)


def test_https_at_a_port_without_it_says_how_it_is_written() -> None:
    plain, refusal = (
        once(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        pytest.raises(SourceError, match=r"\. Use http:// in"),
    )
    with camera(plain) as phone, refusal:
        DiscoveredStream(phone.at(scheme="https"), FAST, HURRIED).read()
