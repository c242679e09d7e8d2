"""Somebody at a page, as raw as the line is: what was sent, byte for byte."""

from __future__ import annotations

import json
import re
import socket
from types import TracebackType
from typing import Any, Self


def asked(address: str, *lines: str, body: bytes = b"", host: str | None = None) -> bytes:
    """All that is answered to one request, then the line is closed."""
    where, _, port = address.removeprefix("http://").partition(":")
    head = [*lines, f"Host: {host or address.removeprefix('http://')}", "Connection: close"]
    with socket.create_connection((where, int(port)), timeout=20) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode() + body)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


class Visitor:
    """One browser's worth of it: comes in by an invitation, follows, and says things."""

    def __init__(self, invitation: str, language: str = "en") -> None:
        self.address, _, code = invitation.partition("/#")
        self._language, self.cookie = language, ""
        self._line: socket.socket | None = None
        self.received = b""
        answer = self.post("/enter", {"code": code})
        found = re.search(rb"(?i)set-cookie: (companion=[^;]+)", answer)
        self.inside = found is not None
        if found is not None:
            self.cookie = found[1].decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            self._line.close()

    def get(self, path: str) -> bytes:
        return asked(self.address, f"GET {path} HTTP/1.1", f"Cookie: {self.cookie}")

    def post(self, path: str, document: Any, origin: str | None = None) -> bytes:
        body = json.dumps(document).encode()
        return asked(
            self.address,
            f"POST {path}?lang={self._language} HTTP/1.1",
            f"Origin: {origin or self.address}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            f"Cookie: {self.cookie}",
            body=body,
        )

    def say(self, document: Any) -> Any:
        """What the table answers to what a seat's page says."""
        answer = self.post("/say", document)
        assert status(answer) == 200, answer
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    def follow(self) -> None:
        """Opens the line on which everything that is shown comes."""
        where, _, port = self.address.removeprefix("http://").partition(":")
        self._line = socket.create_connection((where, int(port)), timeout=20)
        request = [
            f"GET /events?lang={self._language} HTTP/1.1",
            f"Host: {self.address.removeprefix('http://')}",
            f"Cookie: {self.cookie}",
        ]
        self._line.sendall("\r\n".join([*request, "", ""]).encode())

    def shown(self, number: int) -> dict[str, Any]:
        """What is shown once so much was published; earlier news may have been left out."""
        assert self._line is not None
        while True:
            for event in re.finditer(rb"id: (\d+)\ndata: (.*)\n\n", self.received):
                if int(event[1]) >= number:
                    shown_data: dict[str, Any] = json.loads(event[2])
                    return shown_data
            self._receive()

    def until_over(self) -> None:
        """Until the table says that there is nothing more to see."""
        while b"event: over" not in self.received:
            self._receive()

    def _receive(self) -> None:
        assert self._line is not None
        part = self._line.recv(65536)
        assert part, f"the line ended after {self.received[-200:]!r}"
        self.received += part
