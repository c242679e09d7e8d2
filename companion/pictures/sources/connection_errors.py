"""Describe why an address has no pictures, with one hint for each cause. No message contains a secret."""

import errno
import re
import socket
import ssl

from companion.locale import Message
from companion.pictures.sources.address import Address, NoAddress, redact_address
from companion.pictures.sources.frame import SourceError

ITS_ADDRESS = Message("use the address of the stream itself, often `http://…:8080/video`")
_SAME_NETWORK = Message("check that the phone's camera app is running and that both devices are on the same network")
_APP_RUNS = Message("check the port, and that the camera app is running; the device itself responds")
_NAME = Message("check the name, or use the device's IP address instead, such as 192.168.1.20")
_STARTED = Message("restart the stream in the camera app, and close other programs that use it")
_HTTPS = Message("use https:// instead of http://")
_HTTP = Message("use http:// instead of https://")
_GONE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.ETIMEDOUT}
_NO_TLS = {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "UNEXPECTED_EOF_WHILE_READING"}
"""OpenSSL's reasons if the other side speaks plain HTTP."""
_IN_USE = re.compile(rb"another (client|user|app|device|connection)|is busy|in use|already connected", re.IGNORECASE)
"""What camera apps write on a page instead of the stream while another program shows it."""
_NO_TEXT = "illegal request line"
"""h11's reason if an answer begins with a control character, as TLS does."""
_PASSWORD, _FORBIDDEN, _MISSING = 401, 403, 404


class ConnectTimeout(TimeoutError):
    """Raise if no connection was made in time: nobody is there, or a firewall drops packets."""


class TlsTimeout(TimeoutError):
    """Raise if the other side does not agree on TLS in time."""


class RequestRefused(SourceError):
    """Raise if a camera answers with an error ``status``."""

    def __init__(self, address: Address, status: int, why: str, with_login: bool) -> None:
        hint = Message("check the address, the name and the password")
        if status == _PASSWORD and not with_login:
            hint = Message("add the name and the password to the address: `http://NAME:PASSWORD@…`")
        elif status in (_PASSWORD, _FORBIDDEN):
            hint = Message("check the name and the password")
        elif status == _MISSING:
            hint = Message("check the path after the device's name in the address")
        elif status >= 500:
            hint = _STARTED
        reason = Message("HTTP error {status} ({why})", {"status": status, "why": address.without_secrets(why)})
        super().__init__(str(address), reason, hint)
        self.status = status


class NoStream(SourceError):
    """Raise if an address answers with something else than pictures; ``page`` is how that begins."""

    def __init__(self, address: Address, kind: str, page: bytes = b"") -> None:
        known = address.without_secrets(kind.partition(";")[0].strip()) or "?"
        hint = _STARTED if _IN_USE.search(page) else ITS_ADDRESS
        super().__init__(str(address), Message("not a video stream ({kind})", {"kind": known}), hint)


def unreachable(address: Address, error: Exception | None) -> SourceError:
    """Return why no pictures come.

    Args:
        address: The address.
        error: What was raised; None if nothing came.

    Returns:
        The error for people.
    """
    reason, hint = _reason(address, error)
    return SourceError(str(address), reason, hint)


def endless_redirects(address: Address) -> SourceError:
    """Return the error for an address that only leads to others."""
    return SourceError(str(address), Message("too many redirects"), ITS_ADDRESS)


def no_address(text: str, error: NoAddress) -> SourceError:
    """Return the error for a text that is no address of a stream."""
    step = Message("use the address shown in the phone's camera app, such as `http://192.168.1.20:8080`")
    if "@" in text:
        step = Message(
            "use `http://NAME:PASSWORD@192.168.1.20:8080`; in the name and password "
            "write %40 for @, %2F for /, %23 for #, %3F for ?"
        )
    if error.why == "scheme":
        return SourceError(redact_address(text), Message("not a stream address"), step)
    if error.why == "machine":
        return SourceError(redact_address(text), Message("no device name in the address"), step)
    reason = Message("not a stream address (wrong device name or IP address)")
    if error.why == "port":
        reason = Message("not a stream address (wrong port)")
    return SourceError(redact_address(text), reason, step)


def _reason(address: Address, error: Exception | None) -> tuple[Message, Message]:
    if isinstance(error, ConnectTimeout):
        return Message("no response"), _SAME_NETWORK
    if isinstance(error, TlsTimeout):
        return Message("no response over HTTPS"), _HTTP
    if error is None or isinstance(error, TimeoutError):
        return Message("no pictures received"), _STARTED
    why = address.without_secrets(str(error) or type(error).__name__)
    return Message("cannot connect ({why})", {"why": why}), _hint(error)


def _hint(error: Exception) -> Message:
    """Return what may help against this cause, and no other."""
    hint = _STARTED
    if isinstance(error, socket.gaierror | UnicodeError):
        hint = _NAME
    elif isinstance(error, ssl.SSLError):
        hint = _HTTP if error.reason in _NO_TLS else _STARTED
    elif isinstance(error, ConnectionError) and str(error) == _NO_TEXT:
        hint = _HTTPS
    elif isinstance(error, ConnectionRefusedError):
        hint = _APP_RUNS
    elif isinstance(error, OSError) and error.errno in _GONE:
        hint = _SAME_NETWORK
    return hint
