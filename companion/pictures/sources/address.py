"""Parse the address of a camera. Its secrets are split off first, and only a request gets them."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
import urllib.parse
from dataclasses import dataclass, field

from companion.pictures.sources.redaction import HARMLESS_PARAMETERS, HIDDEN, redact_path

HTTP_PORTS = {"http": 80, "https": 443}
"""Schemes that the companion reads itself, with their usual ports."""
FFMPEG_PORTS: dict[str, int | None] = {"rtsp": 554, "rtsps": 322, "rtmp": 1935, "udp": None, "tcp": None}
"""Schemes that FFmpeg reads, with their usual ports."""
_WITHOUT_HOST = {"udp", "tcp"}
"""Schemes whose host may be empty: FFmpeg listens itself."""

_SCHEME = re.compile(r"(https?|rtsps?|rtmp|udp|tcp):[/\\]{0,2}", re.IGNORECASE)
_ANY_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{1,20}):/+|//")
_MACHINE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[\w.-]*)(?::(?P<port>\d{0,5}))?(?=[/?#;\\]|$)")
_ENDS_MACHINE = re.compile(r"[/?#;\\]")
_PARAMETER = re.compile(r"[?&;/_,#]([A-Za-z][A-Za-z0-9.-]*)=")
_MAY_HOLD_AN_AT = re.compile(r"pass|pwd|psw|pas|pw|p|secret|token|key|auth|mail|log|user|usr|u|account", re.IGNORECASE)
_AROUND = " \t\r\n\"'<>`"


class NoAddress(ValueError):
    """Raise for a text that is no address. ``why``: its scheme, machine (missing), name or port."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of an address. ``str`` and ``repr`` are safe to print: they contain no secret.

    Attributes:
        scheme: In small letters, such as ``http``.
        host: Name or number of the machine, without brackets.
        port: The one that is written, or None.
        user: User name, decoded; None if there is none.
        password: Password, decoded; None if there is none.
        path: Path and query as they are requested, beginning with ``/``.
    """

    scheme: str
    host: str
    port: int | None
    user: str | None = field(repr=False)
    password: str | None = field(repr=False)
    path: str = field(repr=False)

    def __str__(self) -> str:
        path = "" if self.path == "/" else redact_path(self.path)
        return f"{self.scheme}://{self.machine}{path}"

    @property
    def machine(self) -> str:
        """Host and port as they are written in an address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def connects_to(self) -> int:
        """The port to connect to; 0 if the scheme has no usual one."""
        return self.port or HTTP_PORTS.get(self.scheme) or FFMPEG_PORTS.get(self.scheme) or 0

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port: who may get the password and the parameters."""
        return self.scheme, self.host, self.connects_to

    @property
    def bare(self) -> bool:
        """Whether the address names a machine and no path."""
        return self.path == "/"

    @property
    def target(self) -> str:
        """Path and query for a request line, in ASCII."""
        return urllib.parse.quote(self.path, safe="/?&=;:@!$'()*+,%~[]")

    def for_ffmpeg(self) -> str:
        """Return the whole address with its secrets, written so that FFmpeg splits it at the same places."""
        login = ""
        if self.user is not None:
            login = urllib.parse.quote(self.user, safe="")
            if self.password is not None:
                login += ":" + urllib.parse.quote(self.password, safe="")
            login += "@"
        return f"{self.scheme}://{login}{self.machine}{'' if self.bare else self.path}"

    def at(self, path: str, port: int | None = None) -> Address:
        """Return the address of another path on the same machine, at another port if one is named."""
        return Address(self.scheme, self.host, port or self.port, self.user, self.password, path)

    def leads_to(self, location: str) -> Address:
        """Return where a redirect leads; raise :class:`NoAddress` if that is no address."""
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", location):
            return parse_address(location)
        if location.startswith("//"):
            return parse_address(f"{self.scheme}:{location}")
        return self.at(urllib.parse.urljoin(self.path, location.partition("#")[0]) or "/")

    def without_secrets(self, text: str) -> str:
        """Return a text from elsewhere, such as a server's own reason, without any secret that it repeats."""
        secrets = {self.user, self.password}
        if (may := redact_path(self.path)) != self.path:
            secrets |= {self.path, *(part for part in re.findall(r"[^?&;=/]{2,}", self.path) if part not in may)}
        known = {form for one in secrets if one for form in (one, urllib.parse.quote(one), urllib.parse.unquote(one))}
        for secret in sorted(known, key=len, reverse=True):
            text = text.replace(secret, HIDDEN) if len(secret) > 1 else text
        return text


def is_address(text: str) -> bool:
    """Return whether a text begins as the address of a stream does."""
    return _SCHEME.match(clean_text(text)) is not None


def clean_text(text: str) -> str:
    """Return a pasted text without blanks, quotation marks and invisible characters around it, or line ends in it."""
    visible = "".join(c for c in text if c not in "\r\n\t" and unicodedata.category(c) not in ("Cf", "Cc"))
    return visible.strip(_AROUND + "\u00a0\u2007\u202f\u3000").strip()


def parse_address(text: str) -> Address:
    """Parse an address as people type or paste it.

    A name and password may contain any character, ``/``, ``#``, ``?`` and ``@`` included. The host stands behind the
    last ``@``, unless that belongs to a parameter's value or to the path of a machine before it.

    Args:
        text: The address.

    Returns:
        Its parts.

    Raises:
        NoAddress: The text is no address of a stream, or names no machine.
    """
    text = clean_text(text)
    scheme = _SCHEME.match(text)
    if scheme is None:
        raise NoAddress("scheme")
    rest = text[scheme.end() :]
    start = _machine_at(rest)
    machine = _MACHINE.match(rest, start)
    if machine is None:
        raise NoAddress("port" if re.match(r"[^/?#\[:]*:[^/?#:]", rest[start:]) else "name")
    name, host = scheme[1].lower(), machine["host"].strip("[]")
    _check_host(name, host, bracketed=machine["host"].startswith("["))
    port = int(machine["port"]) if machine["port"] else None
    if port is not None and not 0 < port < 65_536:
        raise NoAddress("port")
    user, password = _login(rest[: start - 1]) if start else (None, None)
    return Address(name, host, port, user, password, _path(rest[machine.end() :]))


def redact_address(text: str) -> str:
    """Return an address, or what was meant as one, as it may be printed: without name, password and other secrets.

    >>> redact_address("rtsp://ann:secret@phone:554/live?user=ann&pwd=secret")
    'rtsp://phone:554/live?user=ann&pwd=…'
    >>> redact_address("http://ann:se/cr@t@phone")
    'http://phone'
    >>> redact_address("http://phone/user=ann_password=secret_channel=1")
    'http://phone/…'
    >>> redact_address("films/table.mp4")
    'films/table.mp4'
    """
    try:
        return str(parse_address(text))
    except NoAddress:
        return _broken_shown(clean_text(text))


def has_login(text: str) -> bool:
    """Return whether a text without a usual beginning contains what is written as a login: ``ann:secret@…``."""
    return re.match(r"(?![A-Za-z]:[/\\])[^/\\\s:@]*:.*@", clean_text(text), re.DOTALL) is not None


def _machine_at(rest: str) -> int:
    """Return where the machine begins in what follows ``://``."""
    written = _ENDS_MACHINE.split(rest, maxsplit=1)[0]
    login_ends = [at for at, letter in enumerate(rest) if letter == "@" and not _in_parameter(rest, at)]
    if "@" not in written and (machine := _MACHINE.fullmatch(written)) is not None:
        # "ann:12/34@phone" is a login, "phone/a@b" and "192.168.1.20:80/a@b" are none.
        known = _is_number(machine["host"]) or machine["host"] == "localhost"
        if not login_ends or known or (written and ":" not in written):
            return 0
    return login_ends[-1] + 1 if login_ends else rest.rfind("@") + 1


def _in_parameter(rest: str, at: int) -> bool:
    """Return whether the ``@`` at this place belongs to the value of a parameter behind a machine."""
    before = [one for one in _PARAMETER.finditer(rest, 0, at) if _MAY_HOLD_AN_AT.match(one[1])]
    if not before:
        return False
    head = rest[: before[0].start()]
    machine = _MACHINE.match(head, head.rfind("@") + 1)
    return machine is not None and bool(machine["host"])


def _check_host(scheme: str, host: str, bracketed: bool) -> None:
    if not host:
        if scheme not in _WITHOUT_HOST:
            raise NoAddress("machine")
        return
    if bracketed:
        try:
            ipaddress.IPv6Address(host)
        except ValueError:
            raise NoAddress("name") from None
    elif not _is_number(host):
        # The system would read "1234" as an IP address, too.
        if not re.search(r"[^\W\d]", host) or any(not 0 < len(part) < 64 for part in host.rstrip(".").split(".")):
            raise NoAddress("name")
        try:
            host.encode("idna")
        except UnicodeError:
            raise NoAddress("name") from None


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _login(written: str) -> tuple[str | None, str | None]:
    user, colon, password = written.partition(":")
    if not written:
        return None, None
    return urllib.parse.unquote(user), urllib.parse.unquote(password) if colon else None


def _path(rest: str) -> str:
    """Return path and query as they are requested: a fragment is not, unless it hides in a parameter's value."""
    before, mark, fragment = rest.partition("#")
    if mark and re.search(r"[?&;][^=&;]*=[^=&;]*$", before) and not re.fullmatch(r"[\w-]*", fragment):
        before = f"{before}%23{fragment}"
    return before if before.startswith("/") else f"/{before}"


def _broken_shown(text: str) -> str:
    """Return what may be printed of a text that is no address."""
    scheme = _SCHEME.match(text) or _ANY_SCHEME.match(text)
    if scheme is None and not has_login(text):
        parameter = next((one for one in _PARAMETER.finditer(text) if not HARMLESS_PARAMETERS.fullmatch(one[1])), None)
        return text if parameter is None else text[: parameter.end()] + HIDDEN
    rest = text[scheme.end() :] if scheme else text
    machine, path = _split_at_machine(rest[_machine_at(rest) :])
    host, colon, port = machine.rpartition(":")
    if colon and not port.isdigit() and "[" not in machine:
        # "ann:secret" without a machine, or a port with a letter in it.
        machine = f"{host}:{HIDDEN}"
    if "@" in rest and not re.match(r"\[[0-9A-Fa-f:.]*\]?|[0-9.]+|[\w.-]+$", machine):
        # The machine may have been forgotten, and this be a piece of the password.
        machine = HIDDEN
    return (scheme[0] if scheme else "") + machine + (redact_path(path) if path not in ("", "/") else "")


def _split_at_machine(rest: str) -> tuple[str, str]:
    ends = _ENDS_MACHINE.search(rest)
    return (rest, "") if ends is None else (rest[: ends.start()], _path(rest[ends.start() :]))
