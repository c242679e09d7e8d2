"""Cameras that want a name and a password, by HTTP Digest or Basic."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat

import pytest

from companion.pictures.sources import SourceError, open_source
from companion.pictures.sources.http_response import HttpClient, parse_http_address
from tests.cases import each
from tests.pictures.sources.quirky import FAST, OK, Asked, Says, camera, is_grey, part


def digest_lock(user: str, password: str, ways: list[str], extra: str = "") -> tuple[Says, list[str]]:
    """A camera that checks a digest as RFC 7616 has it, and the nonces that it gave; each is good for five requests."""
    nonces: list[str] = []
    used: dict[str, int] = {}

    def says(asked: Asked) -> Iterator[bytes]:
        sent = asked.headers.get("authorization", "")
        values = {name: quoted or bare for name, quoted, bare in re.findall(r'(\w+)=(?:"([^"]*)"|([^\s,]+))', sent)}
        if sent.startswith("Digest ") and values["nonce"] in nonces and used.get(values["nonce"], 0) < 5:
            hashed = hashlib.sha256 if values.get("algorithm", "MD5").upper().startswith("SHA-256") else hashlib.md5
            used[values["nonce"]] = used.get(values["nonce"], 0) + 1
            assert "qop" not in values or int(values["nc"], 16) == used[values["nonce"]]
            if values["response"] == expected(values, hashed) and values["uri"] == asked.path:
                return chain([OK], repeat(part()))
        nonces.append(f"n{len(nonces)}")
        lines = [f'WWW-Authenticate: Digest realm="my cam", nonce="{nonces[-1]}", opaque="o", {way}' for way in ways]
        return iter(["\r\n".join(["HTTP/1.1 401 Unauthorized", *lines, *filter(None, [extra]), "", ""]).encode()])

    def expected(values: dict[str, str], hashed: Callable[[bytes], hashlib._Hash]) -> str:
        def digest(*parts: str) -> str:
            return hashed(":".join(parts).encode()).hexdigest()

        identity = digest(user, "my cam", password)
        if values.get("algorithm", "").endswith("-sess"):
            identity = digest(identity, values["nonce"], values["cnonce"])
        request = digest("GET", values["uri"])
        if "qop" not in values:
            return digest(identity, values["nonce"], request)
        return digest(identity, values["nonce"], values["nc"], values["cnonce"], "auth", request)

    return says, nonces


@each(
    "ways",
    [
        ['qop="auth"'],
        ['qop="auth", algorithm=MD5'],
        ['qop="auth", algorithm=SHA-256'],
        ['qop="auth,auth-int", algorithm="SHA-256"'],
        ['qop="auth", algorithm=MD5-sess'],
        ["algorithm=MD5"],
        ['qop="auth", algorithm=SHA-512-256', 'qop="auth", algorithm=SHA-256', 'qop="auth", algorithm=MD5'],
    ],
)
def test_a_camera_that_wants_a_digest_gets_one_and_never_the_password(ways: list[str]) -> None:
    says, _ = digest_lock("ann", 'p@ss/"é', ways, extra='WWW-Authenticate: Basic realm="x"')
    with camera(says) as phone:
        source = open_source(phone.at("/video?x=1", 'ann:p@ss/"é@'), FAST)
        assert is_grey(source.read())
        source.close()
        sent = " ".join(asked.headers.get("authorization", "") for asked in phone.asked)
    assert "Basic" not in sent and "p@ss" not in sent
    assert ("SHA-256" in sent) == ("SHA-256" in str(ways))


def test_a_digest_goes_on_with_a_new_nonce_once_the_old_one_is_used_up() -> None:
    says, nonces = digest_lock("ann", "x", ['qop="auth"'], extra="")
    with camera(says) as phone:
        caller = HttpClient(parse_http_address(phone.at(login="ann:x@")))
        for _ in range(12):
            caller.request().close()
    assert len(nonces) == 3 and len(phone.asked) == 15


@each("login", ["ann:wrong@", "bob:x@"])
def test_a_wrong_password_is_tried_once_and_said(login: str) -> None:
    says, _ = digest_lock("ann", "x", ['qop="auth"'])
    with camera(says) as phone:
        with pytest.raises(SourceError, match=r"HTTP error 401.*\. Check the name and the password\.$") as refused:
            open_source(phone.at(login=login))
        assert sum("authorization" in asked.headers for asked in phone.asked) == 1
    assert "wrong" not in str(refused.value)


def test_a_camera_that_wants_the_plain_password_gets_it_whatever_letters_it_has() -> None:
    wanted = "Basic " + base64.b64encode("ann:p@ss/é".encode()).decode()

    def says(asked: Asked) -> Iterator[bytes]:
        if asked.headers.get("authorization") != wanted:
            return iter([b'HTTP/1.1 401 -\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n'])
        return chain([OK], repeat(part()))

    with camera(says) as phone:
        source = open_source(phone.at(login="ann:p@ss/é@"), FAST)
        assert is_grey(source.read())
        source.close()


def test_an_address_without_a_login_says_where_it_is_written() -> None:
    says, _ = digest_lock("ann", "x", ['qop="auth"'])
    with (
        camera(says) as phone,
        pytest.raises(SourceError, match=r"\. Add the name and the password to the address"),
    ):
        open_source(phone.at())
