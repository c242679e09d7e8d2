"""Request an address over HTTP: log in, check certificates, follow redirects, and read with time limits."""

from __future__ import annotations

import contextlib
import http.client
import io
import socket
import ssl
import time
from http.client import HTTPResponse

from companion.vision.input_limits import INPUT_LIMITS, InputLimits
from companion.vision.sources.address import HTTP_PORTS, Address, NoAddress, parse_address
from companion.vision.sources.connection_errors import (
    ConnectTimeout,
    RequestRefused,
    TlsTimeout,
    endless_redirects,
    no_address,
    unreachable,
)
from companion.vision.sources.frame import SourceError
from companion.vision.sources.login import Login
from companion.vision.sources.trusted_cameras import FingerprintLookup, UntrustedCertificate, compute_fingerprint

_ELSEWHERE = {301, 302, 303, 307, 308}
_NEEDS_A_PASSWORD = 401
_LOGINS = 2
"""Logins for one address: a second one if a digest's nonce is out of date."""


class DeadlineStream(io.RawIOBase):
    """Reads from a connection until a deadline.

    ``TimeoutError`` is raised after it, and if nothing comes for ``still`` seconds.

    Args:
        connection: The connection.
        still: Seconds without data.
        until: The deadline, a time of ``time.monotonic``.
    """

    def __init__(self, connection: socket.socket, still: float, until: float) -> None:
        super().__init__()
        self._connection = connection
        self._still = still
        self.until = until

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the stub asks for every kind of buffer
        """Read into a buffer; return the number of bytes."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(min(self._still, left))
        return self._connection.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return itself, buffered, as http.client wants to have a connection."""
        return io.BufferedReader(self, 1 << 16)

    def break_off(self) -> None:
        """Wake whoever waits in another thread: for it, the line has ended."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
        super().close()


class HttpAnswer:
    """An answer: its content type, and what follows. Use it as a context, or :meth:`close` it."""

    def __init__(self, response: HTTPResponse, line: DeadlineStream) -> None:
        self._response = response
        self.line = line
        self.kind = response.headers.get("Content-Type", "")
        self._before = b""

    @property
    def ends(self) -> bool:
        """Whether it states its length."""
        return self._response.headers.get("Content-Length") is not None

    def more(self) -> bytes:
        """Return the next bytes; empty at the end. ``OSError``, ``ValueError`` or ``HTTPException`` may be raised."""
        if self._before:
            data, self._before = self._before, b""
            return data
        return self._response.read1(1 << 18)

    def begins(self, length: int) -> bytes:
        """Return the first bytes, so many or all there are; :meth:`more` returns them again."""
        while len(self._before) < length:
            data = self._response.read1(1 << 18)
            if not data:
                break
            self._before += data
        return self._before

    def close(self) -> None:
        """Close the connection."""
        self._response.close()
        self.line.close()

    def __enter__(self) -> HttpAnswer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class HttpClient:
    """Requests the addresses of one camera and remembers its login between requests.

    Args:
        address: The camera's address.
        limits: The input limits.
        trusts: The certificates that are trusted.
    """

    def __init__(
        self, address: Address, limits: InputLimits = INPUT_LIMITS, trusts: FingerprintLookup = lambda machine: None
    ) -> None:
        self.address = address
        self.limits = limits
        self._trusts = trusts
        self._login = Login(address.user, address.password or "") if address.user is not None else None

    def request(self, address: Address | None = None) -> HttpAnswer:
        """Request the camera's address, or another on its machine.

        :class:`UntrustedCertificate` is raised for a certificate that is not trusted, :class:`SourceError` if there is
        no answer or an error.
        """
        first = requested = address or self.address
        until = time.monotonic() + self.limits.answer_seconds
        redirects = logins = 0
        while redirects <= self.limits.redirects:
            # The login is sent only to the machine that it was written for, not to the target of a redirect.
            own = self._login if _is_own(requested, first) else None
            try:
                response, line = self._send_request(requested, own, until)
            except SourceError:
                raise
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise unreachable(requested, error) from error
            if response.status < 300:
                return HttpAnswer(response, line)
            challenges = response.headers.get_all("WWW-Authenticate") or []
            location = response.headers.get("Location", "")
            HttpAnswer(response, line).close()
            if response.status == _NEEDS_A_PASSWORD and own is not None and logins < _LOGINS:
                logins += 1
                if own.challenged(challenges, again=logins > 1):
                    continue
            if response.status not in _ELSEWHERE:
                raise RequestRefused(first, response.status, response.reason, own is not None)
            redirects += 1
            try:
                requested = requested.leads_to(location)
            except NoAddress as error:
                raise no_address(first.without_secrets(location), error) from error
            if requested.scheme not in HTTP_PORTS:
                raise no_address(first.without_secrets(location), NoAddress("scheme"))
        raise endless_redirects(first)

    def _send_request(
        self, requested: Address, login: Login | None, until: float
    ) -> tuple[HTTPResponse, DeadlineStream]:
        """Send one request. A camera stands in the same room: no proxy is between."""
        connection = http.client.HTTPConnection(
            requested.host, requested.connects_to, timeout=self.limits.still_seconds
        )
        headers = {"Connection": "close", "User-Agent": "companion"}
        headers |= login.header("GET", requested.target) if login is not None else {}
        try:
            connection.sock = self._connect(requested, until)
            connection.request("GET", requested.target, headers=headers)
            line = DeadlineStream(connection.sock, self.limits.still_seconds, until)
            response = HTTPResponse(line, method="GET")  # type: ignore[arg-type]  # which only asks it to make a file
            response.begin()
        except BaseException:
            connection.close()
            raise
        return response, line

    def _connect(self, requested: Address, until: float) -> socket.socket:
        """Connect; with HTTPS, nothing is sent before the certificate is known to be the right one."""
        line = _connect(requested, self.limits.still_seconds, until)
        if requested.scheme != "https":
            return line
        machine = f"{requested.host}:{requested.connects_to}"
        trusted = self._trusts(machine)
        if trusted is None:
            try:
                return _secured(ssl.create_default_context(), line, requested.host)
            except ssl.SSLCertVerificationError:
                line = _connect(requested, self.limits.still_seconds, until)
        secured = _secured(_unverified(), line, requested.host)
        certificate = secured.getpeercert(binary_form=True) or b""
        if trusted is None or compute_fingerprint(certificate) != trusted:
            secured.close()
            raise UntrustedCertificate(str(requested), machine, certificate, changed=trusted is not None)
        return secured


def request_address(url: str, limits: InputLimits = INPUT_LIMITS) -> HttpAnswer:
    """Request an address, with its login if it has one; :class:`SourceError` is raised if there is no answer."""
    return HttpClient(parse_http_address(url), limits).request()


def parse_http_address(text: str) -> Address:
    """Parse an address of HTTP; :class:`SourceError` is raised if it is none."""
    try:
        address = parse_address(text)
    except NoAddress as error:
        raise no_address(text, error) from error
    if address.scheme not in HTTP_PORTS:
        raise no_address(text, NoAddress("scheme"))
    return address


def _is_own(requested: Address, first: Address) -> bool:
    """Return whether an address is the first one's machine, or that machine's secure port."""
    secured = (first.port, requested.port, requested.scheme) == (None, None, "https")
    return requested.host == first.host and (requested.connects_to == first.connects_to or secured)


def _connect(requested: Address, still: float, until: float) -> socket.socket:
    """Connect to a machine within some seconds for each of its addresses, and before the end of all attempts."""
    left = until - time.monotonic()
    try:
        return socket.create_connection((requested.host, requested.connects_to), max(0.001, min(still, left)))
    except TimeoutError as error:
        raise ConnectTimeout from error


def _secured(context: ssl.SSLContext, line: socket.socket, host: str) -> ssl.SSLSocket:
    """Agree on TLS; the line is closed if that fails."""
    try:
        return context.wrap_socket(line, server_hostname=host)
    except TimeoutError as error:
        line.close()
        raise TlsTimeout from error
    except BaseException:
        line.close()
        raise


def _unverified() -> ssl.SSLContext:
    """Return a context for a certificate that is compared by its fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
